import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownClaudeDirectory, readConfig } from './config.ts';
import { parseJsonc } from './jsonc.ts';
import { homePaths } from './paths.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tmx-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function read(file: string | null, environment: Record<string, string> = {}) {
  const paths = homePaths({ TALLYMUX_HOME: root });
  if (file !== null) writeFileSync(paths.config, file);
  return readConfig(paths, environment);
}

test('without a file and without variables, every value is a default', () => {
  const { warnings, ...settings } = read(null);
  expect(warnings).toEqual([]);
  expect(new Set(Object.values(settings).map((one) => one.from))).toEqual(new Set(['default']));
  expect([settings.port.value, settings.hookPort.value, settings.bind.value]).toEqual([8022, 3119, '127.0.0.1']);
  expect(settings.claudeDirectories.value).toBeNull();
});

test('the file overrides defaults and the environment overrides the file', () => {
  const config = read('{ "port": 9000, /* mine */ "log": "debug", } // end', { TALLYMUX_PORT: '0' });
  expect(config.port).toEqual({ value: 0, from: 'environment' });
  expect(config.log).toEqual({ value: 'debug', from: 'file' });
  expect(config.hookPort.from).toBe('default');
});

test('TALLYMUX_CLAUDE_DIRS is a list between colons', () => {
  const { claudeDirectories } = read(null, { TALLYMUX_CLAUDE_DIRS: '/a/.claude:/b/:' });
  expect(claudeDirectories).toEqual({ value: ['/a/.claude', '/b'], from: 'environment' });
});

test('an empty variable counts as unset', () => {
  expect(read('{"port": 9000}', { TALLYMUX_PORT: '' }).port).toEqual({ value: 9000, from: 'file' });
});

test('a setting that does not exist is a warning that names it, and the rest is read', () => {
  const config = read('{"prot": 1, "port": 9000, "__proto__": {"bind": "0.0.0.0"}}');
  expect(config.port.value).toBe(9000);
  expect(config.bind.value).toBe('127.0.0.1');
  expect(config.warnings).toHaveLength(2);
  expect(config.warnings[0]).toMatch(/no setting "prot"; it is ignored/);
});

test.each([
  ['{"port": 65536}', {}, /"port" in .* is 65536: it must be a port/],
  ['{"port": "8022"}', {}, /must be a port/],
  ['{"port": 1.5}', {}, /must be a port/],
  [null, { TALLYMUX_PORT: '80x' }, /TALLYMUX_PORT is "80x": it must be a port/],
  [null, { TALLYMUX_PORT: '-1' }, /TALLYMUX_PORT/],
  [null, { TALLYMUX_HOOK_PORT: '99999' }, /TALLYMUX_HOOK_PORT is 99999/],
  [null, { TALLYMUX_CLAUDE_DIRS: 'here' }, /absolute paths/],
  [null, { TALLYMUX_LOG: 'loud' }, /TALLYMUX_LOG is "loud": it must be one of silent/],
  ['{"bind": ""}', {}, /"bind".*an IP address/],
  ['{"bind": "nonsense"}', {}, /"bind" in .* is "nonsense": it must be an IP address/],
  ['{"hookBind": "my.host"}', {}, /"hookBind".*an IP address/],
  ['{"allowPlainHttp": 1}', {}, /true or false/],
  ['{"publicUrl": ["https://a.example/path"]}', {}, /"publicUrl".*without a path/],
  ['[]', {}, /must hold one object/],
])('%s with %o is refused in words', (file, environment, text) => {
  expect(() => read(file, environment)).toThrow(text);
});

test.each([
  ['{\n  "port": 1\n  "log": "info"\n}', 3, 3, '"," or "}" is missing here'],
  ['{\n  "port": 80 22\n}', 2, 14, '"," or "}" is missing here'],
  ['{"a": nope}', 1, 7, 'a value is missing here'],
  ['{"a": "b', 1, 7, 'this string has no end'],
  ['{"a": "b\n"}', 1, 7, 'this string has no end'],
  ['{ /* a', 1, 3, 'this comment has no end'],
  ['{"a": 1', 1, 8, '"}" is missing at the end'],
  ['{a: 1}', 1, 2, 'a name in double quotes'],
  ['{} {}', 1, 4, 'nothing may follow'],
  ['{"a": 01}', 1, 7, 'a value is missing here'],
])('the mistake in %j is told by line %i and column %i', (file, line, column, what) => {
  expect(() => read(file)).toThrow(`line ${line}, column ${column}: ${what}`);
});

test('a settings file that cannot be read is told', () => {
  mkdirSync(join(root, 'config.jsonc'));
  expect(() => read(null)).toThrow(/config\.jsonc cannot be read .*EISDIR/);
});

test('what JSON knows is read as JSON reads it', () => {
  const value = { a: [1, -2.5e3, true, false, null, 'é"\\/\b\n\u0001☃'], 'b c': { d: [] }, '//': '/* no comment */' };
  expect(parseJsonc(JSON.stringify(value, null, 2))).toEqual(value);
});

test('a hostile depth is refused before it can exhaust the stack', () => {
  expect(() => parseJsonc('['.repeat(100_000))).toThrow('nested too deep');
});

test('the own Claude directory follows CLAUDE_CONFIG_DIR, then HOME', () => {
  expect(ownClaudeDirectory({ HOME: '/h', CLAUDE_CONFIG_DIR: '/c' })).toBe('/c');
  expect(ownClaudeDirectory({ HOME: '/h' })).toBe('/h/.claude');
  expect(ownClaudeDirectory({})).toBeNull();
});
