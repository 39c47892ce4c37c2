// The spool on a real directory: nothing lost, nothing told twice, nothing read that is not ours.

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/lab/until.ts';
import { type DirectoryWatch, watchDirectories } from './directory-watch.ts';
import { openSpool, type SpoolBatch, type SpoolOptions, type SpoolWatching } from './spool.ts';

let home: string;
let spool: string;
let bells: DirectoryWatch;
let watching: SpoolWatching | null;
let batches: SpoolBatch[];
let troubles: (string | null)[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tallymux-spool-'));
  spool = join(home, 'spool');
  bells = watchDirectories(() => {});
  watching = null;
  batches = [];
  troubles = [];
});
afterEach(() => {
  watching?.dispose();
  bells.dispose();
  chmodSync(home, 0o700);
  rmSync(home, { recursive: true, force: true });
});

/** Watches with a tick so long that only bells ring. */
function open(options: Partial<SpoolOptions> = {}, take = true): void {
  const source = openSpool({ directory: spool, bells, wall: Date.now, tick: 3_600_000, ...options });
  watching = source.watch(
    (batch) => {
      batches.push(batch);
      if (take) batch.taken();
    },
    (reason) => troubles.push(reason),
  );
}
const text = (name: string, uptime: number) =>
  `event Stop\npid 7\nppid 7\nuptime ${uptime}\n\n{"session_id":"${name}","hook_event_name":"Stop"}\n`;
const put = (name: string, uptime = 1) => {
  mkdirSync(spool, { recursive: true });
  writeFileSync(join(spool, name), text(name, uptime));
};
const arrived = () => batches.flatMap(({ arrivals }) => arrivals.map(({ conversation }) => conversation));
const faults = () => batches.flatMap((batch) => batch.faults.map(({ fault }) => fault));
const left = () => readdirSync(spool).sort();
const has = (count: number) => until(`${count} hooks`, () => arrived().length >= count);

it('what is there at the start comes in the order of the machine’s uptime', async () => {
  put('late', 30);
  put('early', 10);
  put('middle', 20);
  open();
  await watching?.drain();
  expect(arrived()).toEqual(['early', 'middle', 'late']);
  expect(left()).toEqual([]);
});

it('a file that comes later rings, and is gone once it was taken', async () => {
  open();
  put('a');
  await has(1);
  expect(left()).toEqual([]);
});

it('a file stays until it is taken, and is not told again meanwhile', async () => {
  put('a');
  open({}, false);
  await watching?.drain();
  await watching?.drain();
  expect(arrived()).toEqual(['a']);
  expect(left()).toEqual(['a']);
  batches[0]?.taken();
  expect(left()).toEqual([]);
});

it('who starts again before it was taken is told again under the same key', async () => {
  put('a');
  open({}, false);
  await watching?.drain();
  watching?.dispose();
  open({}, false);
  await watching?.drain();
  const [first, second] = batches.map(({ arrivals }) => arrivals[0]?.key);
  expect(second).toBe(first);
});

it('a name that is used again is another hook', async () => {
  open();
  put('a');
  await has(1);
  put('a');
  await has(2);
  const [first, second] = batches.flatMap(({ arrivals }) => arrivals.map(({ key }) => key));
  expect(second).not.toBe(first);
});

it('H11: a file that is written in pieces is told when it is whole, once', async () => {
  open();
  const payload = JSON.stringify({
    session_id: 'slow',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'x'.repeat(65_536),
  });
  const whole = `event UserPromptSubmit\n\n${payload}\n`;
  for (let at = 0; at < whole.length; at += 4_096) {
    appendFileSync(join(spool, 'slow'), whole.slice(at, at + 4_096));
    await watching?.drain();
    if (at + 4_096 < whole.length) expect(arrived()).toEqual([]);
  }
  await has(1);
  await watching?.drain();
  expect(arrived()).toEqual(['slow']);
});

it('a payload that ends without a line end, as those of 2.0.77 do, is whole', async () => {
  mkdirSync(spool);
  writeFileSync(join(spool, 'old'), text('old', 1).trimEnd());
  open();
  await watching?.drain();
  expect(batches.flatMap(({ arrivals }) => arrivals).map(({ conversation }) => conversation)).toEqual(['old']);
  expect(readdirSync(spool)).toEqual([]);
});

it('a file that nobody finishes for ten seconds is one fault and is put away', async () => {
  let now = Date.now();
  open({ wall: () => now });
  writeFileSync(join(spool, 'torn'), 'event Stop\n\n{"session_id":');
  writeFileSync(join(spool, 'not-json'), 'event Stop\n\nHello\n');
  await watching?.drain();
  now += 9_000;
  await watching?.drain();
  expect([faults(), left()]).toEqual([[], ['not-json', 'torn']]);
  now += 2_000;
  await watching?.drain();
  expect(faults()).toEqual(Array(2).fill('a hook that was never written to its end'));
  expect(left()).toEqual([]);
});

describe('a file that has been unfinished for long when it is first seen', () => {
  const DEAD = 2 ** 22 + 1;
  let now = 0;
  const later = async (ms: number) => {
    now += ms;
    await watching?.drain();
  };
  const torn = (writer: number, age: number) => {
    mkdirSync(spool);
    now = Date.now();
    writeFileSync(join(spool, `${writer}.7`), 'event Stop\n');
    utimesSync(join(spool, `${writer}.7`), (now - age) / 1_000, (now - age) / 1_000);
    open({ wall: () => now });
  };
  it('has ten seconds from then: the machine may have slept', async () => {
    torn(DEAD, 3_600_000);
    await later(0);
    await later(9_000);
    expect([faults(), left()]).toEqual([[], [`${DEAD}.7`]]);
    await later(2_000);
    expect([faults().length, left()]).toEqual([1, []]);
  });
  it('has as long as its writer lives: Claude may be stopped', async () => {
    torn(process.pid, 3_600_000);
    await later(0);
    await later(20_000);
    await later(20_000);
    expect(faults()).toEqual([]);
    appendFileSync(join(spool, `${process.pid}.7`), '\n{"session_id":"went-on","hook_event_name":"Stop"}\n');
    await later(0);
    expect([arrived(), left()]).toEqual([['went-on'], []]);
  });
  it('has not for ever: a number is given to others', async () => {
    torn(process.pid, 3 * 86_400_000);
    await later(0);
    await later(20_000);
    expect([faults().length, left()]).toEqual([1, []]);
  });
});

it('H10: a file over 20 MB is a fault with ids only', async () => {
  put('huge');
  truncateSync(join(spool, 'huge'), 25 * 2 ** 20);
  open();
  await watching?.drain();
  expect(faults()).toEqual(['a hook (Stop of conversation huge) of 25 MB; 20 are read']);
  expect(left()).toEqual([]);
});

describe('what is no file of ours is told once, never read and never removed', () => {
  const secret = () => {
    writeFileSync(join(home, 'secret'), text('secret', 1));
    mkdirSync(spool);
  };
  it.each<[string, () => void]>([
    ['a link', () => symlinkSync(join(home, 'secret'), join(spool, 'x'))],
    ['a link to nothing', () => symlinkSync('/nowhere', join(spool, 'x'))],
    ['a directory', () => mkdirSync(join(spool, 'x'))],
    ['a pipe', () => execFileSync('mkfifo', [join(spool, 'x')])],
  ])('%s', async (_what, make) => {
    secret();
    make();
    open();
    await watching?.drain();
    await watching?.drain();
    expect([arrived(), faults()]).toEqual([[], ['something in spool/ that is no file; left alone']]);
    expect(left()).toEqual(['x']);
  });
  it('another user’s file', async () => {
    put('x');
    open({ uid: (process.getuid?.() ?? 0) + 1 });
    await watching?.drain();
    await watching?.drain();
    expect([arrived(), faults()]).toEqual([[], ['a file in spool/ that is not yours; left alone']]);
    expect(left()).toEqual(['x']);
  });
});

it('a directory that is missing is made, and made again when it goes', async () => {
  open({ tick: 50 });
  put('a');
  await has(1);
  rmSync(spool, { recursive: true });
  await until('it is there again', () => existsSync(spool));
  put('b');
  await has(2);
  expect(troubles).toEqual([]);
});

it('without its home it waits, says so once, and goes on when the home is there', async () => {
  renameSync(home, `${home}-away`);
  open({ tick: 50 });
  await watching?.drain();
  await watching?.drain();
  expect(troubles).toEqual(['ENOENT']);
  renameSync(`${home}-away`, home);
  await until('the trouble is over', () => troubles.at(-1) === null);
  put('a');
  await has(1);
});

it('something else in the directory’s place is one warning, and it goes on when it is gone', async () => {
  writeFileSync(spool, '');
  open({ tick: 50 });
  await watching?.drain();
  await watching?.drain();
  expect(troubles).toEqual(['ENOTDIR']);
  rmSync(spool);
  put('a');
  await has(1);
  expect(troubles.at(-1)).toBeNull();
});

it.each([2_000, 20_000])(
  '%i files come in order, and others have their turn between bounded batches',
  async (count) => {
    mkdirSync(spool);
    for (let at = 0; at < count; at++) put(`f${at}`, (at * 7_919) % count);
    let turns = 0;
    const turn = () => {
      turns += 1;
      pulse = setImmediate(turn);
    };
    let pulse = setImmediate(turn);
    const turnsAt: number[] = [];
    const source = openSpool({ directory: spool, bells, wall: Date.now, tick: 3_600_000 });
    watching = source.watch(
      (batch) => {
        turnsAt.push(turns);
        batches.push(batch);
        batch.taken();
      },
      () => {},
    );
    await watching.drain();
    clearImmediate(pulse);
    const uptimes = batches.flatMap(({ arrivals }) => arrivals.map(({ uptime }) => uptime ?? -1));
    expect(uptimes).toEqual(Array.from({ length: count }, (_, at) => at * 1_000));
    expect(Math.max(...batches.map(({ arrivals }) => arrivals.length))).toBeLessThanOrEqual(500);
    expect(new Set(turnsAt).size).toBe(batches.length);
    expect(left()).toEqual([]);
  },
  60_000,
);
