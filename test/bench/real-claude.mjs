// What our hooks add to the real Claude Code, in pairs of runs with and without them: a turn of many tools, and print
// mode. A daemon lives beside it, as it does in a person's day. It reaches nothing but the scripted model on loopback.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { cache } from '../../scripts/bring.mjs';
import { median } from './figures.mjs';
import { setUp } from './hooks.mjs';
import { makePlace, startDaemon } from './private-daemon.mjs';

const CLAUDE = join(cache, 'claude', '2.1.332', 'claude');
const PRINTS = 20;
const TURNS = 5;
const TOOLS = 50;

/** @returns {Promise<import('./figures.mjs').Row[]>} */
export async function measureClaude(root) {
  if (!existsSync(CLAUDE)) throw new Error(`${CLAUDE} is missing: run \`node scripts/bring.mjs\``);
  const place = makePlace();
  const model = spawn(process.execPath, [join(root, 'test', 'lab', 'fake-model.mjs')], {
    env: { PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const line = await new Promise((resolve) => createInterface({ input: model.stdout }).once('line', resolve));
    const homes = await makeHomes(root, place, Number(line.split(' ')[1]));
    const daemon = await startDaemon(root, place);
    try {
      const prints = await pairs(PRINTS, homes, ['-p', 'say: Ready.']);
      const tools = await pairs(TURNS, homes, ['-p', `tools: ${TOOLS}`, '--allowedTools', 'Bash(echo:*)']);
      return [
        row('added to claude -p by our hooks', prints, 40, `${PRINTS} pairs`),
        row(`added to a turn of ${TOOLS} tools by our hooks`, tools, null, `${TURNS} pairs`),
        {
          ...row('… for each tool', tools, null, ''),
          value: median(tools.map(difference)) / TOOLS,
          note: 'no hook runs for a tool',
        },
      ];
    } finally {
      await daemon.stop();
    }
  } finally {
    model.kill('SIGKILL');
    place.remove();
  }
}

/** Two homes that differ in nothing but our hooks; the first one has them. */
async function makeHomes(root, place, port) {
  const { makeLabHome } = await labHome(root, place);
  const project = join(place.root, 'project');
  mkdirSync(project);
  const homes = [place.home, join(place.root, 'plain')].map((home) => makeLabHome(home, [project], port));
  // The event names that this version knows are those that it is set up for.
  setUp(root, place, `${dirname(CLAUDE)}:${process.env.PATH}`);
  return { project, environments: homes.map(({ environment }) => environment) };
}

/** The home of the lab, out of its TypeScript. */
async function labHome(root, place) {
  const bundle = await rolldown({ input: join(root, 'test', 'lab', 'lab-home.ts'), platform: 'node' });
  const file = join(place.root, 'lab-home.mjs');
  await bundle.write({ file });
  await bundle.close();
  return import(file);
}

/** Runs the same with and without hooks, in turn, the first one changing. @returns milliseconds of each. */
async function pairs(count, { project, environments }, words) {
  // The first start of a home does more than any other.
  for (const environment of environments) await run(project, environment, words);
  const times = [];
  for (let at = 0; at < count; at++) {
    const pair = [0, 0];
    for (const which of at % 2 === 0 ? [0, 1] : [1, 0]) pair[which] = await run(project, environments[which], words);
    times.push(pair);
  }
  return times;
}

async function run(cwd, env, words) {
  const began = performance.now();
  const child = spawn(CLAUDE, words, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'exit');
  if (code !== 0 || said !== '') throw new Error(`claude ${words[0]}: exit ${code} ${said}`);
  return performance.now() - began;
}

function difference([hooked, plain]) {
  return hooked - plain;
}

function row(what, times, target, note) {
  const plain = Math.round(median(times.map(([, each]) => each)));
  const load = loadavg()[0].toFixed(1);
  return {
    what,
    value: median(times.map(difference)),
    unit: 'ms',
    target,
    note: `${note}, ${plain} ms without, load ${load}`,
  };
}
