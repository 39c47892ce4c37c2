import { execFileSync } from 'node:child_process';
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

it('reads no directory, no fifo, nothing that is not there and nothing huge', async () => {
  execFileSync('mkfifo', [join(project, 'fifo')]);
  writeFileSync(join(project, 'huge'), Buffer.alloc(2_000_001, 'x'));
  for (const name of ['src', 'fifo', 'huge', 'none'])
    expect(await readFileBelow(project, join(project, name))).toBeNull();
});
