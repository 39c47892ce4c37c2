import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextWords, toStartAgain } from './setup-next.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tmx-'));
});
afterEach(() => rmSync(place, { recursive: true }));

const put = { refused: null, events: ['Stop'], silenced: false, unread: null };
const within = /take the hooks within two seconds/;

test('running sessions take the hooks by themselves', () => {
  expect(nextWords([put], [])).toEqual([expect.stringMatching(within)]);
});

test.each([
  ['silences hooks', { ...put, silenced: true }],
  ['cannot be read by Claude', { ...put, unread: { line: 1, column: 2 } }],
  ['holds no hook', { ...put, events: [] }],
  ['was refused', { ...put, refused: 'why' }],
])('where every file %s, nothing is promised', (_what, file) => {
  expect(nextWords([file], []).join()).not.toMatch(within);
  expect(nextWords([file, put], []).join()).toMatch(within);
});

test('an old Claude is named, and only the others are promised hooks', () => {
  const [first, second] = nextWords([put], [{ pid: 12, version: '2.0.77' }]);
  expect(first).toContain('reads hooks only when it starts. Start again: 2.0.77 (pid 12).');
  expect(second).toMatch(/^All other running sessions take/);
});

test('to be started again are old Claudes that started before the file changed, and no others', () => {
  const file = join(place, 'settings.json');
  writeFileSync(file, '{}');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const changed = 1_700_000_000_000;
  const old = { pid: 1, role: 'session', version: '2.0.77', startedAt: changed - 1_000 } as const;
  const running = [
    old,
    { ...old, pid: 2, startedAt: changed + 1_000 },
    { ...old, pid: 3, version: '2.1.0' },
    { ...old, pid: 4, version: null },
    { ...old, pid: 5, role: 'helper' },
  ] as const;
  expect(toStartAgain(running, file)).toEqual([{ pid: 1, version: '2.0.77' }]);
  expect(toStartAgain(running, join(place, 'none'))).toEqual([]);
});
