import { expect, test } from 'vitest';
import { attachWords, isAddress, shellText, socketAround, switchWords } from './tmux-attach.ts';

const pane = { socket: '/tmp/a b/work', pane: '%5' };

test('M04: a pane is addressed by its socket and id, whatever its session is called', () => {
  expect(shellText(attachWords('tmux', pane))).toBe(
    "tmux -S '/tmp/a b/work' select-window -t %5 ';' select-pane -t %5 ';' attach-session -t %5",
  );
  expect(switchWords('/opt/tmux', pane)).toEqual(['/opt/tmux', '-S', '/tmp/a b/work', 'switch-client', '-t', '%5']);
});

test.each([
  ['%5;kill-server', '/tmp/s'],
  ['bash', '/tmp/s'],
  ['%5', 'relative'],
  ['%', '/tmp/s'],
])('%s on %s is no address', (id, socket) => {
  expect(isAddress({ pane: id, socket })).toBe(false);
});

test('the socket around us may hold commas', () => {
  expect(socketAround('/tmp/tmux-1000/a,b,4711,0')).toBe('/tmp/tmux-1000/a,b');
  expect(socketAround('')).toBeNull();
  expect(socketAround(undefined)).toBeNull();
});

test('a shell takes every word as it is', () => {
  expect(shellText(['a', "it's $x", '', '`b`'])).toBe("a 'it'\\''s $x' '' '`b`'");
});
