// The daemon looks at settings in its own loop, at files that other users may have put there: it must never wait.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { remembering } from './glance.ts';
import { ourGroup } from './our-hooks.ts';
import { silenceOfSession } from './silence-of-session.ts';

let place: string;
let home: string;
let claude: string;
let project: string;
let file: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tallymux-silence-'));
  home = join(place, '.tallymux');
  claude = join(place, '.claude');
  project = join(place, 'project');
  file = join(project, '.claude', 'settings.json');
  mkdirSync(claude);
  mkdirSync(join(project, '.claude'), { recursive: true });
  writeFileSync(join(claude, 'settings.json'), JSON.stringify({ hooks: { Stop: [ourGroup(home, 'Stop')] } }));
  utimesSync(join(claude, 'settings.json'), 1_700_000_000, 1_700_000_000);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const SILENT = '{"disableAllHooks": true}';
const says = () => `No hooks: ${file} sets disableAllHooks. The state comes from the other sources.`;

it('a pipe in a project is not read', async () => {
  execFileSync('mkfifo', [file]);
  // Writes as soon as anybody reads, so that one who does is found out and not held.
  const writer = spawn('/bin/sh', ['-c', 'echo "$1" >"$2"', 'sh', SILENT, file], { stdio: 'ignore' });
  const over = once(writer, 'exit');
  try {
    expect(silenceOfSession(home, 'linux')(claude, project)).toBeNull();
  } finally {
    writer.kill();
    await over;
  }
});

it('neither is a device, nor a file larger than settings ever are', () => {
  writeFileSync(file, SILENT + ' '.repeat(2 ** 20));
  symlinkSync('/dev/zero', join(project, '.claude', 'settings.local.json'));
  expect(silenceOfSession(home, 'linux')(claude, project)).toBeNull();
});

it('where no hook of ours is set up, no other file is looked at', () => {
  writeFileSync(join(claude, 'settings.json'), '{}');
  writeFileSync(file, SILENT);
  expect(silenceOfSession(home, 'linux')(claude, project)).toBeNull();
});

it('settings that are being written are not waited for', () => {
  writeFileSync(file, SILENT);
  const took = Array.from({ length: 5 }, () => {
    writeFileSync(join(claude, 'settings.json'), JSON.stringify({ hooks: { Stop: [ourGroup(home, 'Stop')] } }));
    const before = performance.now();
    expect(silenceOfSession(home, 'linux')(claude, project)).toBe(says());
    return performance.now() - before;
  });
  expect(Math.min(...took)).toBeLessThan(60);
});

it('every change is seen, whatever its times tell', () => {
  const silence = silenceOfSession(home, 'linux');
  for (const [content, reason] of [
    [SILENT, says()],
    ['{"disableAllHooks": null}', null],
    [SILENT, says()],
  ] as const) {
    writeFileSync(file, content);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    expect(silence(claude, project)).toBe(reason);
  }
  rmSync(file);
  expect(silence(claude, project)).toBeNull();
});

it('a file that rests is looked at once, whoever asks', () => {
  const looks: string[] = [];
  const remembered = remembering((path) => looks.push(path));
  for (let i = 0; i < 3; i += 1) {
    remembered(process.execPath);
    remembered(join(place, 'nothing'));
  }
  expect(looks).toEqual([process.execPath, join(place, 'nothing')]);
});
