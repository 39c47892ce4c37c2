import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeVersionOf } from './versions.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallymux-versions-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Writes the package.json beside an executable; the path of the executable. */
function install(contents: string, changed = 1000): string {
  mkdirSync(join(directory, 'package'), { recursive: true });
  writeFileSync(join(directory, 'package', 'package.json'), contents);
  utimesSync(join(directory, 'package', 'package.json'), changed, changed);
  return join(directory, 'package', 'claude');
}
const packaged = (name: string, version: string) => JSON.stringify({ name, version });

test('the installer names its executables by version', () => {
  const versionOf = makeVersionOf();
  expect(versionOf('/home/dev/.local/share/claude/versions/2.1.332')).toBe('2.1.332');
  expect(versionOf('/home/dev/.local/share/claude/versions/2.1.332 (deleted)')).toBe('2.1.332');
  expect(versionOf('/home/dev/versions/claude')).toBeNull();
});

test('an npm package tells the version beside the executable, and tells it again after an update', () => {
  const versionOf = makeVersionOf();
  const path = install(packaged('@anthropic-ai/claude-code-linux-x64', '2.1.332'));
  expect(versionOf(path)).toBe('2.1.332');
  install(packaged('@anthropic-ai/claude-code-linux-x64', '2.1.333'), 2000);
  expect(versionOf(path)).toBe('2.1.333');
  // Its old executable still runs, and what lies there now says nothing about it.
  expect(versionOf(`${path} (deleted)`)).toBeNull();
});

test('a package of another name, a broken one and none tell nothing', () => {
  const versionOf = makeVersionOf();
  expect(versionOf(install(packaged('some-tool', '1.0.0'), 1))).toBeNull();
  expect(versionOf(install('{ "name"', 2))).toBeNull();
  expect(versionOf(install(packaged('@anthropic-ai/claude-code', '<b>'), 3))).toBeNull();
  expect(versionOf('/nowhere/claude')).toBeNull();
});
