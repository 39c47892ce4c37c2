// Which session is attached to: the one where it is felt the least.

import { expect, test } from 'vitest';
import { chooseSession } from './choose-session.ts';

test('a session that is attached anyway, the last used of them', () => {
  expect(chooseSession('3.3a 77 $0 0 900\n3.3a 77 $1 1 100\n3.3a 77 $2 2 300\n3.3a 77 $3 0 1\n')).toEqual({
    session: '$2',
    server: '77',
  });
});

test('else the one used longest ago: a bare `tmux attach` goes where it would have gone', () => {
  expect(chooseSession('3.3a 77 $0 0 900\n3.3a 77 $1 0 100\n3.3a 77 $2 0 300\n')).toEqual({
    session: '$1',
    server: '77',
  });
  expect(chooseSession('next-3.7 77 $4 0 1\n')).toEqual({ session: '$4', server: '77' });
});

test('M02: what cannot be read is said, and is not no session', () => {
  expect(chooseSession('')).toEqual({ none: 'tmux has no session' });
  expect(chooseSession('3.3a_$0_0_900\n')).toEqual({ none: "cannot read tmux: it listed '3.3a_$0_0_900'" });
  expect(chooseSession('3.1c 77 $0 0 900\n')).toEqual({ none: 'tmux 3.1c is too old: 3.2 or later is needed' });
});
