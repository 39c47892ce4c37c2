// Which sockets listen at a path, from the kernel's list.

import { expect, test } from 'vitest';
import { listeningInodes } from './server-program.ts';

const LIST = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 101 /tmp/tmux-1000/default
0000000000000000: 00000003 00000000 00000000 0001 03 102 /tmp/tmux-1000/default
0000000000000000: 00000002 00000000 00010000 0001 01 103 /tmp/tmux-1000/default
0000000000000000: 00000002 00000000 00010000 0001 01    104 /tmp/my work/a b
0000000000000000: 00000003 00000000 00000000 0001 03 105
`;

test('those that accept connections at exactly that path', () => {
  expect([...listeningInodes(LIST, '/tmp/tmux-1000/default')]).toEqual(['socket:[101]', 'socket:[103]']);
  expect([...listeningInodes(LIST, '/tmp/my work/a b')]).toEqual(['socket:[104]']);
  expect([...listeningInodes(LIST, '/tmp')]).toEqual([]);
  expect([...listeningInodes('', '/tmp')]).toEqual([]);
});
