import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HomePaths, homePaths } from '../home/paths.ts';
import { pair } from './commands/access.ts';
import { EXIT } from './failure.ts';
import { removeOldOpenPage, removeOpenPage, writeOpenPage } from './open-page.ts';

const URL = 'http://127.0.0.1:8022/#pair=abc';
const MINUTE = 60_000;
let paths: HomePaths;
beforeEach(() => {
  paths = homePaths({ TALLYMUX_HOME: mkdtempSync(join(tmpdir(), 'tmx-')) });
});
afterEach(() => rmSync(paths.directory, { recursive: true }));
const left = () => readdirSync(paths.directory);

test('the page leads to the panel and is readable for its user only', () => {
  const page = writeOpenPage(paths, URL);
  expect(readFileSync(page, 'utf8')).toContain(`url=${URL}"`);
  expect(statSync(page).mode & 0o777).toBe(0o600);
});

test('the page stays while its code lives, and goes afterwards', () => {
  writeOpenPage(paths, URL);
  removeOldOpenPage(paths, Date.now() + 4 * MINUTE);
  expect(left()).toEqual(['open.html']);
  removeOldOpenPage(paths, Date.now() + 6 * MINUTE);
  expect(left()).toEqual([]);
});

test('the page goes after the clock was set back, too', () => {
  writeOpenPage(paths, URL);
  removeOldOpenPage(paths, Date.now() - 60 * MINUTE);
  expect(left()).toEqual([]);
});

test('where no browser came up the page goes at once, and nothing to remove is no error', () => {
  writeOpenPage(paths, URL);
  removeOpenPage(paths);
  removeOpenPage(paths);
  removeOldOpenPage(paths, Date.now());
  expect(left()).toEqual([]);
});

test('the next command that makes a link takes an expired page away, even where no daemon runs', async () => {
  utimesSync(writeOpenPage(paths, URL), 0, 0);
  await expect(pair({ environment: {}, paths, mayStart: false }, {})).rejects.toMatchObject({
    exitCode: EXIT.noDaemon,
  });
  expect(left()).toEqual([]);
});
