import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HomeError } from './home-error.ts';
import { hookToken } from './hook-token.ts';

let home: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tmx-'));
  path = join(home, 'hook-token');
});
afterEach(() => rmSync(home, { recursive: true }));
const modeOf = () => statSync(path).mode & 0o777;

it('the token is made once, for this user alone, and stays', () => {
  const token = hookToken(path, randomBytes);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(readFileSync(path, 'utf8')).toBe(`${token}\n`);
  expect(modeOf()).toBe(0o600);
  expect(hookToken(path, randomBytes)).toBe(token);
});

it('one that others could read is closed to them', () => {
  const token = hookToken(path, randomBytes);
  chmodSync(path, 0o644);
  expect(hookToken(path, randomBytes)).toBe(token);
  expect(modeOf()).toBe(0o600);
});

it.each(['', '\n', 'short', `${'x'.repeat(40)} y`])('a file that holds no token (%j) is made anew', (content) => {
  writeFileSync(path, content);
  expect(hookToken(path, randomBytes)).toMatch(/^[\w-]{43}$/);
});

it('what is no file is left alone, and said', () => {
  mkdirSync(path);
  expect(() => hookToken(path, randomBytes)).toThrow(HomeError);
});
