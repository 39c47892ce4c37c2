// What our hooks add to the real Claude Code, in pairs of runs with and without them: a turn of many tools, and print
// mode; there also what hooks add that end at once, which is Claude's own cost of having any. A daemon lives beside it,
// as it does in a person's day. It reaches nothing but the scripted model on loopback.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
      const prints = await inTurn(PRINTS, homes, ['plain', 'hooked', 'idle'], ['-p', 'say: Ready.']);
      const tools = await inTurn(
        TURNS,
        homes,
        ['plain', 'hooked'],
        ['-p', `tools: ${TOOLS}`, '--allowedTools', 'Bash(echo:*)'],
      );
      return [
        row('added to claude -p by our hooks', prints, 40, `${PRINTS} pairs`),
        row('… by as many empty scripts in their place', prints, null, `${PRINTS} pairs`, 'idle'),
        row(`added to a turn of ${TOOLS} tools by our hooks`, tools, null, `${TURNS} pairs`),
        {
          ...row('… for each tool', tools, null, ''),
          value: added(tools, 'hooked') / TOOLS,
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

/** Homes that differ in nothing but their hooks: ours, none, and ours with a script in their place that does nothing. */
async function makeHomes(root, place, port) {
  const { makeLabHome } = await labHome(root, place);
  const project = join(place.root, 'project');
  mkdirSync(project);
  const places = { hooked: place.home, plain: join(place.root, 'plain'), idle: join(place.root, 'idle') };
  const environments = {};
  for (const [name, home] of Object.entries(places))
    environments[name] = makeLabHome(home, [project], port).environment;
  // The event names that this version knows are those that it is set up for.
  setUp(root, place, `${dirname(CLAUDE)}:${process.env.PATH}`);
  const nothing = join(place.root, 'nothing');
  writeFileSync(nothing, '#!/bin/sh\n', { mode: 0o700 });
  const settings = JSON.parse(readFileSync(settingsOf(places.hooked), 'utf8'));
  for (const hook of Object.values(settings.hooks).flatMap((groups) => groups.flatMap(({ hooks }) => hooks)))
    hook.command = nothing;
  writeFileSync(settingsOf(places.idle), JSON.stringify(settings));
  return { project, environments };
}

function settingsOf(home) {
  return join(home, '.claude', 'settings.json');
}

/** The home of the lab, out of its TypeScript. */
async function labHome(root, place) {
  const bundle = await rolldown({ input: join(root, 'test', 'lab', 'lab-home.ts'), platform: 'node' });
  const file = join(place.root, 'lab-home.mjs');
  await bundle.write({ file });
  await bundle.close();
  return import(file);
}

/** Runs the same in each of the homes, in turn, another one first each time. @returns milliseconds of each, by home. */
async function inTurn(count, { project, environments }, names, words) {
  // The first start of a home does more than any other.
  for (const name of names) await run(project, environments[name], words);
  const times = [];
  for (let at = 0; at < count; at++) {
    const round = {};
    const order = at % 2 === 0 ? names : names.toReversed();
    for (const name of order) round[name] = await run(project, environments[name], words);
    times.push(round);
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

/** The median of what this home took more than the one without hooks, in milliseconds. */
function added(times, name) {
  return median(times.map((round) => round[name] - round.plain));
}

function row(what, times, target, note, name = 'hooked') {
  const plain = Math.round(median(times.map((round) => round.plain)));
  const load = loadavg()[0].toFixed(1);
  return { what, value: added(times, name), unit: 'ms', target, note: `${note}, ${plain} ms without, load ${load}` };
}
