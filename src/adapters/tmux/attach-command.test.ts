// The arguments that take a terminal to a pane.

import { expect, test } from 'vitest';
import { attachCommand } from './attach-command.ts';

const target = { socket: '/tmp/tmux-1000/a,b', pane: '%7' };
const show = [';', 'select-window', '-t', '%7', ';', 'select-pane', '-t', '%7'];
const at = ['-N', '-u', '-S', '/tmp/tmux-1000/a,b'];

test('outside of tmux it attaches', () => {
  const command = { arguments: [...at, 'attach-session', '-t', '%7', ...show], nested: false };
  expect(attachCommand(target, undefined)).toEqual(command);
  expect(attachCommand(target, '')).toEqual(command);
});

test('inside of the same server it switches, inside of another it attaches as nested', () => {
  expect(attachCommand(target, '/tmp/tmux-1000/a,b,4711,0')).toEqual({
    arguments: [...at, 'switch-client', '-t', '%7', ...show],
    nested: false,
  });
  expect(attachCommand(target, '/tmp/tmux-1000/a,4711,0').nested).toBe(true);
});

test('only a pane’s id is taken', () => {
  expect(() => attachCommand({ socket: '/s', pane: 'bill' }, undefined)).toThrow('not a pane');
  expect(() => attachCommand({ socket: '/s', pane: '%1;' }, undefined)).toThrow('not a pane');
});
