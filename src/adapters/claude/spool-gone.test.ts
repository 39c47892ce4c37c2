// What launchers leave in the spool when they are killed while they wait: told by the launcher's name, behind its hook.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../test/lab/until.ts';
import { type DirectoryWatch, watchDirectories } from './directory-watch.ts';
import { openSpool, type SpoolBatch, type SpoolWatching } from './spool.ts';

let spool: string;
let bells: DirectoryWatch;
let watching: SpoolWatching;
let batches: SpoolBatch[];
let now: number;

beforeEach(() => {
  spool = join(mkdtempSync(join(tmpdir(), 'tallymux-gone-')), 'spool');
  mkdirSync(spool);
  bells = watchDirectories(() => {});
  batches = [];
  now = Date.now();
});
afterEach(() => {
  watching.dispose();
  bells.dispose();
  rmSync(join(spool, '..'), { recursive: true, force: true });
});

const HOOK = '{"session_id":"held","hook_event_name":"PermissionRequest","tool_name":"Bash"}\n';
const put = (name: string, text = '') => writeFileSync(join(spool, name), text);
const open = () => {
  watching = openSpool({ directory: spool, bells, wall: () => now, tick: 3_600_000 }).watch(
    (batch) => batches.push(batch),
    () => {},
  );
};
const told = () => batches.flatMap(({ gone }) => gone);
const faults = () => batches.flatMap((batch) => batch.faults);

it('comes behind the launcher’s hook, once, and its file goes when that was taken', async () => {
  put('77.7.gone');
  put('77.7', `event PermissionRequest\nask 77.7\nuptime 3\n\n${HOOK}`);
  open();
  await watching.drain();
  await watching.drain();
  expect(batches.map(({ arrivals, gone }) => [arrivals.map(({ conversation }) => conversation), gone])).toEqual([
    [['held'], ['77.7']],
  ]);
  expect([faults(), readdirSync(spool).sort()]).toEqual([[], ['77.7', '77.7.gone']]);
  batches[0]?.taken();
  expect(readdirSync(spool)).toEqual([]);
});

it('rings when it comes later, also twice under one name', async () => {
  open();
  put('77.7.2.gone');
  await until('it is told', () => told().length === 1);
  batches[0]?.taken();
  put('77.7.2.gone');
  await until('it is told again', () => told().length === 2);
  expect(told()).toEqual(['77.7.2', '77.7.2']);
});

it.each(['..%2f7.gone', '4194305.gone', 'x.7.gone', '4194305.7.gone.gone'])('%s names no launcher', async (name) => {
  put(name);
  open();
  await watching.drain();
  now += 11_000;
  await watching.drain();
  expect(told()).toEqual([]);
  expect(faults()).toHaveLength(1);
});
