// Watching `sessions/` of real Claude directories. Waits for what is told; never for time.

import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../test/lab/until.ts';
import type { RegistrySight } from '../../core/registry.ts';
import { type DirectoryWatch, watchDirectories } from './directory-watch.ts';
import { type RegistryWatching, watchRegistry } from './registry.ts';

let root = '';
let claude = '';
let bells: DirectoryWatch;
let watching: RegistryWatching | null = null;
let sights: RegistrySight[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tallymux-registry-'));
  claude = join(root, '.claude');
  sights = [];
  bells = watchDirectories(() => {});
});
afterEach(() => {
  watching?.dispose();
  bells.dispose();
  rmSync(root, { recursive: true, force: true });
});

const entry = (pid: number, status: string) => JSON.stringify({ pid, cwd: '/w', sessionId: 'c', status });
const fileOf = (pid: number) => join(claude, 'sessions', `${pid}.json`);
const begin = () => {
  watching = watchRegistry(claude, bells, (sight) => sights.push(sight));
};
const words = () => sights.map((sight) => `${sight.pid} ${sight.kind === 'entry' ? sight.entry.status : sight.kind}`);
const told = (what: string) => until(what, () => words().includes(what), { seen: () => words().join(', ') });

function overwrite(path: string, text: string): void {
  const file = openSync(path, 'r+');
  const length = writeSync(file, text, 0);
  ftruncateSync(file, length);
  closeSync(file);
}

it('tells at once what is there, then each change, then what goes', async () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  writeFileSync(fileOf(7), entry(7, 'idle'));
  begin();
  expect(words()).toEqual(['7 idle']);
  overwrite(fileOf(7), entry(7, 'busy'));
  await told('7 busy');
  writeFileSync(fileOf(8), entry(8, 'waiting'));
  await told('8 waiting');
  rmSync(fileOf(7));
  await told('7 gone');
});

it('sees a directory that comes later, step by step', async () => {
  mkdirSync(claude);
  begin();
  expect(sights).toEqual([]);
  mkdirSync(join(claude, 'sessions'));
  writeFileSync(fileOf(7), entry(7, 'busy'));
  await told('7 busy');
});

it('sees a Claude directory that comes later, as on the first run of Claude', async () => {
  begin();
  mkdirSync(claude);
  await until('it listens there', () => bells.counts().watched === 1);
  mkdirSync(join(claude, 'sessions'));
  writeFileSync(fileOf(7), entry(7, 'busy'));
  await told('7 busy');
  overwrite(fileOf(7), entry(7, 'idle'));
  await told('7 idle');
  expect(bells.counts()).toEqual({ watched: 1, polled: 0 });
});

it('goes on after the directory was thrown away and made anew', async () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  writeFileSync(fileOf(7), entry(7, 'idle'));
  begin();
  rmSync(join(claude, 'sessions'), { recursive: true });
  await told('7 gone');
  mkdirSync(join(claude, 'sessions'));
  writeFileSync(fileOf(9), entry(9, 'busy'));
  await told('9 busy');
});

it('waits for the other half of a file that is being written', async () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  const whole = entry(7, 'busy');
  writeFileSync(fileOf(7), whole.slice(0, 20));
  begin();
  writeFileSync(fileOf(7), whole);
  await told('7 busy');
  expect(words().some((word) => word.includes('could-not-look'))).toBe(false);
});

it('says that it could not look when a file stays cut in half, and reads it when it is whole again', async () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  writeFileSync(fileOf(7), entry(7, 'busy').slice(0, 20));
  begin();
  await told('7 could-not-look');
  writeFileSync(fileOf(7), entry(7, 'idle'));
  await told('7 idle');
});

it('does not read a file of a megabyte', async () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  writeFileSync(fileOf(7), `${entry(7, 'busy')}${' '.repeat(1 << 20)}`);
  begin();
  expect(sights).toEqual([{ kind: 'could-not-look', pid: 7, reason: 'the file is too large' }]);
});

it('tells of a key that stands alone, once, and never reads it', async () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  // A key that is a link to nothing: whoever opened it would fail.
  symlinkSync('/nowhere', join(claude, 'sessions', '7.abc123.key'));
  begin();
  watching?.sweep(true);
  expect(words()).toEqual(['7 key-only']);
  writeFileSync(fileOf(7), entry(7, 'idle'));
  await told('7 idle');
});

it('passes over what is no registry file', () => {
  mkdirSync(join(claude, 'sessions', '5.json'), { recursive: true });
  for (const name of ['x.json', '-1.json', '7.json.tmp', '99999999999.json', '.json', '7'])
    writeFileSync(join(claude, 'sessions', name), entry(7, 'busy'));
  begin();
  expect(words()).toEqual(['5 could-not-look']);
});

it('reads a file whose time and size stand only when told to look', () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  writeFileSync(fileOf(7), entry(7, 'busy'));
  begin();
  watching?.sweep();
  watching?.sweep();
  expect(words()).toEqual(['7 busy']);
  watching?.look(7);
  watching?.sweep(true);
  expect(words()).toEqual(['7 busy', '7 busy', '7 busy']);
});

it('tells nothing after it was disposed', async () => {
  mkdirSync(join(claude, 'sessions'), { recursive: true });
  begin();
  watching?.dispose();
  const other: RegistrySight[] = [];
  const second = watchRegistry(claude, bells, (sight) => other.push(sight));
  writeFileSync(fileOf(7), entry(7, 'busy'));
  await until('the other watch is told', () => other.length > 0);
  second.dispose();
  expect(sights).toEqual([]);
  expect(readFileSync(fileOf(7), 'utf8')).toBe(entry(7, 'busy'));
});
