// What the store promises when the machine does its worst: a killed writer, a full disk, a directory that may not be
// written. Each runs in a process of its own, on a real file system.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from './open-store.ts';

const root = process.getuid?.() === 0;
const NOBODY = 65534;
const environment = { PATH: process.env.PATH ?? '', NODE_NO_WARNINGS: '1' };

/** Says each row that it has written, one number a line, for ever. */
const WRITER = `
import { writeSync } from 'node:fs';
import { openStore } from './open-store.mjs';
const [path, first] = process.argv.slice(2);
const { store } = openStore({ path, backupDirectory: '/nowhere', now: 0 });
for (let n = Number(first); ; n += 1) {
  store.transaction(() => {
    store.addTransition({ session: 'k3f', at: n, from: 'idle', to: 'busy', rule: 'level' });
    store.setSetting('count', String(n));
  });
  writeSync(1, n + '\\n');
}`;

/** Fills the disk that its directory is on, and tells what the store said and kept. */
const FILLER = `
import { rmSync, writeFileSync } from 'node:fs';
import { openStore } from './open-store.mjs';
const directory = process.argv[2];
const place = { path: directory + '/state.db', backupDirectory: directory, now: 0 };
const ballast = directory + '/ballast';
writeFileSync(ballast, Buffer.alloc(300_000));
const { store } = openStore(place);
store.setLabel('c1', 'before');
const write = (at) => store.addEvidence([{ session: 'k3f', at, source: 'x', text: 'y'.repeat(5000) }]);
let written = 0;
let error = null;
try {
  for (; written < 1000; written += 1) write(written);
} catch (thrown) {
  error = thrown.name;
}
const whileFull = { label: store.label('c1'), rows: store.evidence('k3f', 1000).length - written };
let backup = null;
try {
  store.backup(directory + '/state-2026-11-30.db');
} catch (thrown) {
  backup = thrown.name;
}
rmSync(ballast);
write(written);
const afterwards = store.evidence('k3f', 1000).length - written;
store.close();
const again = openStore(place);
const reopened = { driver: again.store.driver, rows: again.store.evidence('k3f', 1000).length - written };
again.store.close();
try {
  for (let size = 1_000_000; size > 0; size = Math.floor(size / 2)) {
    try { writeFileSync(ballast + size, Buffer.alloc(size)); } catch {}
  }
} catch {}
const { store: last, warnings } = openStore(place);
last.setLabel('c2', 'in memory');
const startedFull = {
  driver: last.driver, warnings: warnings.map((w) => w.name + ' ' + w.severity), labels: [last.label('c1'), last.label('c2')],
};
console.log(JSON.stringify({ filled: written > 5, error, whileFull, backup, afterwards, reopened, startedFull }));`;

/** Opens a store and says what came of it. */
const OPENER = `
import { openStore } from './open-store.mjs';
const directory = process.argv[2];
const { store, warnings } = openStore({ path: directory + '/state.db', backupDirectory: directory, now: 0 });
store.setLabel('c2', 'in memory');
console.log(JSON.stringify({
  driver: store.driver, warnings: warnings.map((w) => w.name + ' ' + w.severity), labels: [store.label('c1'), store.label('c2')],
}));`;

let programs: string;
let directory: string;

beforeAll(async () => {
  // Within the repository, so that the bundle finds the optional package.
  const build = join(import.meta.dirname, '../../../build');
  mkdirSync(build, { recursive: true });
  programs = mkdtempSync(join(build, 'store-test-'));
  chmodSync(programs, 0o755);
  const bundle = await rolldown({ input: join(import.meta.dirname, 'open-store.ts'), platform: 'node' });
  await bundle.write({ file: join(programs, 'open-store.mjs'), format: 'esm' });
  await bundle.close();
  for (const [name, text] of Object.entries({ writer: WRITER, filler: FILLER, opener: OPENER })) {
    writeFileSync(join(programs, `${name}.mjs`), text);
  }
  directory = mkdtempSync(join(tmpdir(), 'tallymux-survives-'));
}, 30_000);
afterAll(() => {
  for (const made of [programs, directory]) rmSync(made, { recursive: true, force: true });
});

const run = async (command: string, ...words: string[]) =>
  JSON.parse((await promisify(execFile)(command, words, { env: environment })).stdout) as unknown;
const program = (name: string) => join(programs, `${name}.mjs`);

test('twenty writers killed in mid-flight lose no row that they acknowledged', async () => {
  const path = join(directory, 'killed.db');
  let acknowledged = -1;
  for (let round = 0; round < 20; round += 1) {
    const writer = spawn(process.execPath, [program('writer'), path, String(acknowledged + 1)], { env: environment });
    acknowledged = await lastLineBeforeKill(writer, 1 + round * 11);
    const { store, warnings } = openStore({ path, backupDirectory: directory, now: 0 });
    const rows = store.transitions('k3f').map(({ at }) => at);
    const count = Number(store.setting('count'));
    store.close();
    expect(warnings).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(acknowledged);
    expect(rows).toEqual(Array.from({ length: count + 1 }, (_, n) => n));
    acknowledged = count;
  }
}, 60_000);

test('a full disk refuses writes, keeps what was there, and is used again when there is room', async () => {
  const disk = join(directory, 'disk');
  mkdirSync(disk);
  const mount = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" "$3" "$1"';
  const said = await run(
    'unshare',
    root ? '-m' : '-rm',
    'sh',
    '-c',
    mount,
    'sh',
    disk,
    process.execPath,
    program('filler'),
  );
  expect(said).toEqual({
    filled: true,
    error: 'StoreFull',
    whileFull: { label: 'before', rows: 0 },
    backup: 'StoreFull',
    afterwards: 1,
    reopened: { driver: openedDriver(), rows: 1 },
    startedFull: { driver: 'memory', warnings: ['disk-full red'], labels: ['before', 'in memory'] },
  });
}, 60_000);

test('a directory that may not be written is said in red, and what it holds is still known', async () => {
  const place = join(directory, 'read-only');
  mkdirSync(place);
  const { store } = openStore({ path: join(place, 'state.db'), backupDirectory: place, now: 0 });
  store.setLabel('c1', 'before');
  store.close();
  chmodSync(directory, 0o755);
  if (root) chownSync(join(place, 'state.db'), NOBODY, NOBODY);
  chmodSync(place, 0o555);
  const as = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const [command = '', ...words] = [...(root ? as : []), process.execPath, program('opener'), place];
  const said = await run(command, ...words);
  chmodSync(place, 0o755);
  expect(said).toEqual({ driver: 'memory', warnings: ['disk-full red'], labels: ['before', 'in memory'] });
}, 30_000);

/** Kills the writer once it has said `lines` lines; the last whole number that it said. */
async function lastLineBeforeKill(writer: ChildProcess, lines: number): Promise<number> {
  let said = '';
  writer.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length > lines) writer.kill('SIGKILL');
  });
  const [code, signal] = (await once(writer, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`the writer ended by itself: ${code}`);
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
}

/** Which library works here; the memory store would make these tests say nothing. */
function openedDriver(): string {
  const { store } = openStore({ path: join(directory, 'probe.db'), backupDirectory: directory, now: 0 });
  store.close();
  expect(store.driver).not.toBe('memory');
  return store.driver;
}
