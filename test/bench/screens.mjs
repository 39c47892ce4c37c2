// How long reading one screen takes: every recorded screen of Claude Code, each many times, in a process that is warm.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { median, percentile } from './figures.mjs';

/** Most milliseconds that one screen may take. */
const TARGET_MS = 2;
const ROUNDS = 20;

/** @param {string} root @returns {Promise<import('./figures.mjs').Row[]>} */
export async function measureScreens(root) {
  const directory = mkdtempSync(join(tmpdir(), 'tallymux-bench-'));
  try {
    const file = join(directory, 'read-screen.mjs');
    const bundle = await rolldown({
      input: join(root, 'src', 'adapters', 'claude', 'dialogs', 'read-screen.ts'),
      platform: 'node',
    });
    await bundle.write({ file, format: 'esm' });
    const { readScreen } = await import(pathToFileURL(file).href);
    const screens = recordedScreens(join(root, 'test', 'fixtures', 'screens'));
    const times = screens.map(() => []);
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const [at, screen] of screens.entries()) {
        const start = performance.now();
        readScreen(screen);
        if (round >= 0) times[at].push(performance.now() - start);
      }
    }
    // One number a screen, so that a machine that is busy with other things does not count.
    const each = times.map(median);
    const note = `${screens.length} recorded screens, the median of ${ROUNDS} of each`;
    return [
      { what: 'read a screen, p50', value: median(each), unit: 'ms', target: null, note },
      { what: 'read a screen, p99', value: percentile(each, 0.99), unit: 'ms', target: TARGET_MS, note },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function recordedScreens(directory) {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.ansi'))
    .map((name) => {
      const [, columns, rows = '40'] = /\.(\d+)(?:x(\d+))?\.ansi$/.exec(name);
      return {
        lines: readFileSync(join(directory, name), 'utf8').split('\n'),
        columns: Number(columns),
        rows: Number(rows),
        cursor: { row: 0, column: 0 },
        inMode: false,
        process: 1,
        command: 'claude',
      };
    });
}
