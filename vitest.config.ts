// How the tests run: three projects, from quick to slow. `npm test` runs them one after another.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** Files that failed in company are played again one after another. */
const alone = process.env.TALLYMUX_TEST_ALONE === '1';
const workers = (most: number) => (alone ? 1 : most);

/** Said by `npm test`, so that files that are played again meet the same cases. */
const seed = process.env.TALLYMUX_TEST_SEED ?? String(Date.now() % 2 ** 31);

export default defineConfig({
  define: { __TALLYMUX_VERSION__: JSON.stringify(version) },
  test: {
    // Most of a run would be the same modules loaded anew for each file.
    isolate: false,
    setupFiles: ['test/fast-check-seed.ts'],
    env: { TALLYMUX_TEST_SEED: seed },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/lab/**/*.test.ts'],
          // Properties try hundreds of cases; how long that takes says nothing.
          testTimeout: 30_000,
          // A few files wait more than they compute.
          maxWorkers: workers(4),
          // Programs of the machine (shells, tmux) may be late; a retry is told in the report.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          maxWorkers: workers(3),
          retry: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The real Claude spends most of a test waiting.
          maxWorkers: workers(3),
          // Under load Claude itself is late, or writes in another order: what fails is played again.
          retry: 2,
          fileParallelism: true,
        },
      },
    ],
  },
});
