import { expect, test } from 'vitest';
import { tmuxFinding } from './machine.ts';

test.each([
  ['tmux 3.2', 'good'],
  ['tmux 3.3a', 'good'],
  ['tmux 10.0', 'good'],
  ['tmux next-3.6', 'good'],
  ['tmux master', 'good'],
  ['tmux openbsd-7.4', 'good'],
  ['tmux 3.1c', 'amber'],
  ['tmux 2.9a', 'amber'],
  ['tmux 1.8', 'amber'],
  ['tmux next-3.1', 'amber'],
])('%s is %s', (version, level) => {
  expect(tmuxFinding(`${version}\n`)).toMatchObject({ level, text: expect.stringContaining(version) });
});

test('an old tmux says what does not work, and what to install', () => {
  expect(tmuxFinding('tmux 3.1c\n')).toEqual({
    level: 'amber',
    text: 'tmux 3.1c is too old: dialogs are not read in its panes and cannot be answered there',
    mend: 'install tmux 3.2 or newer; servers that run keep the old one until they are started again',
  });
});
