import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOOK_EVENTS } from './hook-events.ts';
import { installLauncher, launcherFaults } from './launcher.ts';
import { LAUNCHER } from './launcher-script.ts';

let place: string;
let home: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tallymux-launcher-'));
  home = join(place, 'tally');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const mode = (path: string) => lstatSync(path).mode & 0o777;

it('makes the script, a link for each event, the spool and the place to wait, for nobody but the user', () => {
  const before = process.umask(0o177);
  try {
    installLauncher(home);
  } finally {
    process.umask(before);
  }
  expect(readFileSync(join(home, 'hook'), 'utf8')).toBe(LAUNCHER);
  const made = ['', 'hook', 'spool', 'ask', 'hooks'];
  expect(made.map((name) => mode(join(home, name)))).toEqual(Array(5).fill(0o700));
  const links = [...HOOK_EVENTS.map(({ name }) => name), 'PermissionRequestHeld', 'ElicitationHeld'];
  expect(readdirSync(join(home, 'hooks')).sort()).toEqual(links.sort());
  for (const name of links) expect(readlinkSync(join(home, 'hooks', name))).toBe('../hook');
  expect(readdirSync(home).sort()).toEqual(['ask', 'hook', 'hooks', 'spool']);
});

it('done twice it touches nothing', () => {
  expect(installLauncher(home)).not.toEqual([]);
  const times = () =>
    ['hook', 'hooks', 'spool', 'ask', 'hooks/Stop'].map((path) => lstatSync(join(home, path)).ctimeMs);
  const before = times();
  expect(installLauncher(home)).toEqual([]);
  expect(times()).toEqual(before);
});

it.each<readonly [string, string, (path: string) => void]>([
  ['a script of another version', 'hook', (path) => writeFileSync(path, '#!/bin/sh\nexit 3\n')],
  ['a script that cannot be run', 'hook', (path) => chmodSync(path, 0o600)],
  ['a script open to others', 'hook', (path) => chmodSync(path, 0o755)],
  ['no script', 'hook', (path) => rmSync(path)],
  ['a directory in place of the script', 'hook', (path) => replaceBy(path, () => mkdirSync(path))],
  ['a link in place of the script', 'hook', (path) => replaceBy(path, () => symlinkSync('/bin/false', path))],
  ['a link that leads elsewhere', 'hooks/Stop', (path) => replaceBy(path, () => symlinkSync('/bin/false', path))],
  ['a file in place of a link', 'hooks/Stop', (path) => replaceBy(path, () => writeFileSync(path, 'mine'))],
  ['no link', 'hooks/Stop', (path) => rmSync(path)],
  ['no spool', 'spool', (path) => rmSync(path, { recursive: true })],
  ['a spool open to others', 'spool', (path) => chmodSync(path, 0o755)],
  ['a file in place of the spool', 'spool', (path) => replaceBy(path, () => writeFileSync(path, 'mine'))],
  ['a dangling link in place of the spool', 'spool', (path) => replaceBy(path, () => symlinkSync('nowhere', path))],
  ['a file in place of the links', 'hooks', (path) => replaceBy(path, () => writeFileSync(path, 'mine'))],
])('H15: finds and repairs %s', (_what, path, damage) => {
  installLauncher(home);
  damage(join(home, path));
  expect(launcherFaults(home).map((fault) => fault.path)).toContain(path);
  expect(installLauncher(home)).toContain(path);
  expect(launcherFaults(home)).toEqual([]);
  expect(statSync(join(home, 'hooks', 'Stop')).mode & 0o777).toBe(0o700);
});

it('moves aside what stood in the way, and never through a link', () => {
  installLauncher(home);
  const outside = join(place, 'outside');
  writeFileSync(outside, 'precious');
  replaceBy(join(home, 'hook'), () => symlinkSync(outside, join(home, 'hook')));
  replaceBy(join(home, 'spool'), () => writeFileSync(join(home, 'spool'), 'mine'));
  installLauncher(home);
  expect(readFileSync(outside, 'utf8')).toBe('precious');
  const aside = readdirSync(home).find((name) => name.startsWith('spool.aside-')) ?? '';
  expect(readFileSync(join(home, aside), 'utf8')).toBe('mine');
});

it.each<readonly [string, string, (path: string) => void, (aside: string) => unknown, unknown]>([
  ['a file', 'hook', (path) => writeFileSync(path, 'mine'), (aside) => readFileSync(aside, 'utf8'), 'mine'],
  ['a file', 'hooks/Stop', (path) => writeFileSync(path, 'mine'), (aside) => readFileSync(aside, 'utf8'), 'mine'],
  ['a link', 'hook', (path) => symlinkSync('/opt/mine', path), (aside) => readlinkSync(aside), '/opt/mine'],
  ['a link', 'hooks/Stop', (path) => symlinkSync('/opt/mine', path), (aside) => readlinkSync(aside), '/opt/mine'],
])('moves aside %s of somebody else at %s, and once', (_what, path, make, read, content) => {
  installLauncher(home);
  replaceBy(join(home, path), () => make(join(home, path)));
  installLauncher(home);
  installLauncher(home);
  const asides = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.startsWith(`${path}.aside-`));
  expect(asides().map((name) => read(join(home, name)))).toEqual([content]);
  expect(launcherFaults(home)).toEqual([]);
});

it('a launcher of another version, or one that was interrupted at work, leaves nothing aside', () => {
  installLauncher(home);
  for (const text of [LAUNCHER.replace('umask', 'exit 0; umask'), LAUNCHER.slice(0, 300), '']) {
    writeFileSync(join(home, 'hook'), text);
    installLauncher(home);
  }
  expect(readdirSync(home).sort()).toEqual(['ask', 'hook', 'hooks', 'spool']);
});

it('takes a spool on another disk as it is', () => {
  installLauncher(home);
  const other = join(place, 'other');
  mkdirSync(other, { mode: 0o700 });
  replaceBy(join(home, 'spool'), () => symlinkSync(other, join(home, 'spool')));
  expect(installLauncher(home)).toEqual([]);
});

function replaceBy(path: string, make: () => void): void {
  rmSync(path, { recursive: true });
  make();
}
