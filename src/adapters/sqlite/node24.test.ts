// Runs the stores' tests on Node 24, where `node:sqlite` is the library that is used. `scripts/bring.mjs` fetches it.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const cache =
  process.env.TALLYMUX_TEST_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallymux-tests');
const node = join(cache, 'node24', 'bin', 'node');
const root = join(import.meta.dirname, '../../..');

test('the stores keep every promise on Node 24 too', async () => {
  if (!existsSync(node)) throw new Error(`${node} is missing: run \`node scripts/bring.mjs --full\``);
  const files = ['store.test.ts', 'store-file.test.ts', 'store-survives.test.ts'].map(
    (name) => `src/adapters/sqlite/${name}`,
  );
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter', 'json', ...files];
  const environment = { PATH: process.env.PATH ?? '', HOME: homedir(), NODE_NO_WARNINGS: '1' };
  const { stdout } = await promisify(execFile)(node, words, { cwd: root, env: environment, maxBuffer: 1 << 24 }).catch(
    (error: { stdout: string }) => error,
  );
  const report = JSON.parse(stdout) as {
    readonly numPassedTests: number;
    readonly testResults: readonly { readonly assertionResults: readonly { fullName: string; status: string }[] }[];
  };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)).toEqual([]);
  expect(tests.filter(({ fullName }) => fullName.includes('node:sqlite')).length).toBeGreaterThan(10);
}, 120_000);
