import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homePaths } from '../../home/paths.ts';
import { askFindings } from './ask.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tmx-'));
});
afterEach(() => rmSync(place, { recursive: true }));

test('hooks that wait are counted, and what those left that are gone', () => {
  const paths = homePaths({ TALLYMUX_HOME: place });
  expect(askFindings(paths)).toEqual([]);
  mkdirSync(paths.ask);
  expect(askFindings(paths)).toEqual([]);
  const ended = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
  for (const pid of [process.pid, ended]) execFileSync('mkfifo', [join(paths.ask, `${pid}.${process.pid}`)]);
  writeFileSync(join(paths.ask, 'not-ours'), '');
  expect(askFindings(paths)).toEqual([
    { level: 'note', text: '1 hook waits for an answer' },
    expect.objectContaining({ level: 'amber', text: expect.stringContaining('1 hook that waited is gone') }),
  ]);
});
