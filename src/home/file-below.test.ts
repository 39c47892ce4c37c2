import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFileBelow } from './file-below.ts';

let place: string;
let project: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tallymux-below-'));
  project = join(place, 'project');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'src', 'a.ts'), 'inside\n');
  writeFileSync(join(place, 'secret'), 'outside\n');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

it('reads a file of the directory, also where the directory is named by a link', async () => {
  symlinkSync(project, join(place, 'link'));
  expect(await readFileBelow(project, join(project, 'src', 'a.ts'))).toBe('inside\n');
  expect(await readFileBelow(join(place, 'link'), join(project, 'src', 'a.ts'))).toBe('inside\n');
});

it('never leaves the directory', async () => {
  symlinkSync(join(place, 'secret'), join(project, 'looks-inside'));
  mkdirSync(join(place, 'project-2'));
  writeFileSync(join(place, 'project-2', 'a.ts'), 'beside\n');
  for (const path of [
    join(place, 'secret'),
    `${project}/../secret`,
    join(project, 'looks-inside'),
    join(place, 'project-2', 'a.ts'),
    'src/a.ts',
  ])
    expect(await readFileBelow(project, path)).toBeNull();
});

it('reads no directory, no fifo, nothing that is not there, nothing huge and nothing that says it is empty', async () => {
  execFileSync('mkfifo', [join(project, 'fifo')]);
  writeFileSync(join(project, 'large'), Buffer.alloc(500_000, 'x'));
  writeFileSync(join(project, 'huge'), Buffer.alloc(500_001, 'x'));
  expect(await readFileBelow(project, join(project, 'large'))).toHaveLength(500_000);
  for (const name of ['src', 'fifo', 'huge', 'none'])
    expect(await readFileBelow(project, join(project, name))).toBeNull();
  // What it holds is made while it is read, of any length.
  expect(await readFileBelow('/', `/proc/${process.pid}/maps`)).toBeNull();
});

it.runIf(process.platform === 'linux')(
  'reads no file outside while a directory and a link to another one change places',
  async () => {
    mkdirSync(join(place, 'other'));
    writeFileSync(join(place, 'other', 'a.ts'), 'outside\n');
    symlinkSync(join(place, 'other'), join(project, 'link'));
    const [directory, link] = [join(project, 'src'), join(project, 'link')];
    const swapping = spawn(process.execPath, ['-e', SWAPS, directory, link], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await new Promise((resolve) => swapping.stdout.once('data', resolve));
      const read = new Set<string | null>();
      for (let times = 0; times < 4_000; times += 1) read.add(await readFileBelow(project, join(directory, 'a.ts')));
      expect([...read]).toContain('inside\n');
      expect([...read]).not.toContain('outside\n');
    } finally {
      const ended = new Promise((resolve) => swapping.once('exit', resolve));
      swapping.kill('SIGKILL');
      await ended;
    }
  },
);

/** Two places change what they hold, again and again. */
const SWAPS = `
  const { renameSync } = require('node:fs');
  const [one, other] = process.argv.slice(1);
  process.stdout.write('begun');
  for (;;) {
    renameSync(one, one + '.aside');
    renameSync(other, one);
    renameSync(one, other);
    renameSync(one + '.aside', one);
  }
`;
