// How long `tallymux list` takes, next to a Node that does nothing. In turn, so that both meet the same machine.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from './figures.mjs';
import { environment } from './private-daemon.mjs';

const ROUNDS = 15;

/** @returns {import('./figures.mjs').Row[]} */
export function measureList(root, place) {
  const run = (arguments_) => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, arguments_, {
      env: environment(place),
      encoding: 'utf8',
      timeout: 10_000,
    });
    if (status !== 0) throw new Error(`${arguments_.join(' ')}: exit ${status} ${stderr}`);
    return performance.now() - began;
  };
  const list = [];
  const bare = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(run(['-e', '0']));
    list.push(run([join(root, 'dist', 'cli.cjs'), 'list']));
  }
  const ratio = median(list) / median(bare);
  const note = `${Math.round(median(list))} ms over ${Math.round(median(bare))} ms, medians of ${ROUNDS}, in turn`;
  return [
    { what: 'tallymux list over node -e 0', value: ratio, unit: '×', target: 1.6, note },
    // Says how loaded the machine was.
    { what: 'node -e 0', value: median(bare), unit: 'ms', target: null, note: 'the yardstick of this run' },
  ];
}
