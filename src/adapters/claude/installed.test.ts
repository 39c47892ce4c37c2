// Whether Claude Code is on this machine, looked for in real directories.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../test/lab/until.ts';
import { claudeInPath, lookForClaude } from './installed.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tallymux-installed-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const program = (path: string, mode = 0o755) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), '#!/bin/sh\n');
  chmodSync(join(home, path), mode);
};
const nowhere = () => ({ directories: [join(home, '.claude')], path: join(home, 'bin'), home, shell: null });

it('finds a claude in PATH, and in the folders of the usual installers', () => {
  expect(claudeInPath(join(home, 'bin'), home)).toBe(false);
  program('.local/bin/claude');
  expect(claudeInPath('', home)).toBe(true);
  rmSync(join(home, '.local'), { recursive: true });
  program('bin/claude');
  expect(claudeInPath(`/nowhere:${join(home, 'bin')}`, home)).toBe(true);
});

it('a Claude directory is enough, and is noticed when it comes', () => {
  const look = lookForClaude(nowhere());
  expect(look()).toBe(false);
  mkdirSync(join(home, '.claude'));
  expect(look()).toBe(true);
});

it('what was found once stays found', () => {
  mkdirSync(join(home, '.claude'));
  const look = lookForClaude(nowhere());
  rmSync(join(home, '.claude'), { recursive: true });
  expect(look()).toBe(true);
});

it('asks the login shell for its PATH', async () => {
  program('shell');
  writeFileSync(join(home, 'shell'), '#!/bin/sh\n[ "$1" = -lc ] && echo /somewhere/claude\n');
  const look = lookForClaude({ ...nowhere(), shell: join(home, 'shell') });
  expect(look()).toBe(false);
  await until('the shell has answered', look);
});

it('believes no shell that fails, and needs none', async () => {
  program('shell');
  writeFileSync(join(home, 'shell'), `#!/bin/sh\necho /somewhere/claude\ntouch ${join(home, 'asked')}\nexit 1\n`);
  const look = lookForClaude({ ...nowhere(), shell: join(home, 'shell') });
  await until('the shell was asked', () => existsSync(join(home, 'asked')));
  expect(look()).toBe(false);
  expect(lookForClaude({ ...nowhere(), shell: join(home, 'none') })()).toBe(false);
});
