// How soon a dialog of the real Claude Code is a card, how soon a tool starts once it was answered, by hook and by pane;
// and what 200 open prompts cost. Claude reaches nothing but the scripted model on loopback.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { rolldown } from 'rolldown';
import { cache } from '../../scripts/bring.mjs';
import { percentile } from './figures.mjs';
import { residentMB } from './footprint.mjs';
import { spoolFile } from './hook-files.mjs';
import { setUp } from './hooks.mjs';
import { makePlace, startDaemon, startStandIns } from './private-daemon.mjs';
import { openViewer } from './viewer.mjs';

const CLAUDE = join(cache, 'claude', '2.1.332', 'claude');
const PROMPTS = 25;
/** How old a prompt is when it is answered, in milliseconds. */
const AGE_MS = 1000;
const OPEN = 200;
const LISTS = 50;

/** @returns {Promise<import('./figures.mjs').Row[]>} */
export async function measurePrompts(root) {
  if (!existsSync(CLAUDE)) throw new Error(`${CLAUDE} is missing: run \`node scripts/bring.mjs\``);
  return [...(await realPrompts(root)), ...(await manyPrompts(root))];
}

async function realPrompts(root) {
  const place = makePlace();
  const model = spawn(process.execPath, [join(root, 'test', 'lab', 'fake-model.mjs')], {
    env: { PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tmux = (...words) => execFileSync('tmux', ['-S', join(place.root, 'tmux'), '-f', '/dev/null', ...words]);
  let daemon = null;
  try {
    const line = await new Promise((resolve) => createInterface({ input: model.stdout }).once('line', resolve));
    const projects = ['hook', 'pane'].map((name) => join(place.root, name));
    for (const project of projects) mkdirSync(project);
    const { makeLabHome } = await labHome(root, place);
    const home = makeLabHome(place.home, projects, Number(line.split(' ')[1]));
    setUp(root, place, `${dirname(CLAUDE)}:${process.env.PATH}`);
    const asked = tellWhenAsked(place);
    tmux('new-session', '-d', '-s', 'keeper', 'exec cat');
    daemon = await startDaemon(root, place);
    const rows = [];
    for (const [at, way] of ['hook', 'pane'].entries())
      rows.push(...(await answered(daemon, tmux, home.environment, projects[at], way, asked)));
    return rows;
  } finally {
    await daemon?.stop();
    tmux('kill-server');
    model.kill('SIGKILL');
    place.remove();
  }
}

/** Another hook of the person's that writes down when a permission is asked for. @returns the file, a line each. */
function tellWhenAsked(place) {
  const file = join(place.root, 'asked');
  const settings = join(place.claude, 'settings.json');
  const { hooks, ...rest } = JSON.parse(readFileSync(settings, 'utf8'));
  const clock = { type: 'command', command: `date +%s%N >> ${file}` };
  hooks.PermissionRequest.push({ hooks: [clock] });
  writeFileSync(settings, JSON.stringify({ ...rest, hooks }));
  return file;
}

/** One Claude asks again and again; each time it is answered when it is a second old. */
async function answered(daemon, tmux, environment, project, way, asked) {
  let opened = () => {};
  const viewer = await openViewer(daemon, (change) => {
    if (change.kind === 'prompt-changed') opened(change.prompt);
  });
  // What is silenced has no hooks, and what is not told of its pane has no pane.
  const silenced = way === 'pane' ? `--settings '{"disableAllHooks":true}'` : '';
  const pairs = Object.entries(environment).map(([name, value]) => `'${name}=${value}'`);
  const told = way === 'pane' ? '"TMUX=$TMUX" "TMUX_PANE=$TMUX_PANE"' : '';
  const words = `exec env -i ${pairs.join(' ')} ${told} ${CLAUDE} --permission-mode default ${silenced}`;
  tmux('new-session', '-d', '-s', way, '-x', '120', '-y', '40', '-c', project, words);
  try {
    await until('its composer', () => /^❯/m.test(`${tmux('capture-pane', '-p', '-t', `=${way}:`)}`));
    await pause(1500);
    const script = Array.from({ length: PROMPTS }, (_, at) => `bash: date +%s%N > at${at}`);
    const cards = [];
    const starts = [];
    const askedBefore = lines(asked).length;
    for (let at = 0; at < PROMPTS; at++) {
      const file = join(project, `at${at}`);
      const card = new Promise((resolve) => {
        opened = (prompt) => {
          const here = way === 'hook' ? prompt.input?.command : prompt.screen?.join('\n');
          if (prompt.options.length > 0 && here?.includes(`at${at}`)) resolve({ prompt, when: Date.now() });
        };
      });
      // The composer hides what is pasted: a line for each.
      tmux('send-keys', '-t', `=${way}:`, '-l', '--', script[at]);
      await pause(300);
      tmux('send-keys', '-t', `=${way}:`, 'Enter');
      const { prompt, when } = await within(card, `card ${at}`);
      await pause(AGE_MS);
      // The other hook may write it down after the card has come.
      if (way === 'hook') cards.push(when - Number(lines(asked)[askedBefore + at]) / 1e6);
      const { n, label, meaning } = prompt.options.find((option) => option.meaning === 'allow');
      const sent = Date.now();
      const answer = { prompt: prompt.id, option: { n, label, meaning }, text: null, input: null, answers: null };
      await daemon.ask('answer', { ...answer, content: null });
      await until('what was allowed', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
      starts.push(Number(readFileSync(file, 'utf8')) / 1e6 - sent);
      await pause(700);
    }
    const load = `${PROMPTS} of the real Claude, load ${loadavg()[0].toFixed(1)}`;
    const rows = [
      row(`answered by ${way} → tool starts, p50`, percentile(starts, 0.5), null, load),
      row(`answered by ${way} → tool starts, p99`, percentile(starts, 0.99), 250, load),
    ];
    if (way === 'pane') return rows;
    return [
      row('PermissionRequest starts → card at a client, p50', percentile(cards, 0.5), null, load),
      row('PermissionRequest starts → card at a client, p99', percentile(cards, 0.99), 250, load),
      ...rows,
    ];
  } finally {
    viewer.close();
    tmux('kill-session', '-t', `=${way}:`);
  }
}

async function manyPrompts(root) {
  const place = makePlace();
  const standIns = await startStandIns(root, place, OPEN);
  try {
    const daemon = await startDaemon(root, place);
    try {
      await until('all are listed', async () => (await daemon.ask('list')).sessions.length === OPEN);
      const before = residentMB(daemon.pid);
      const spool = join(place.state, 'spool');
      const began = performance.now();
      for (const [at, { name, pid }] of standIns.sessions.entries()) {
        await standIns.perform(name, { do: 'prompt', text: 'Go on' });
        const entry = JSON.parse(readFileSync(join(place.claude, 'sessions', `${pid}.json`), 'utf8'));
        const payload = {
          session_id: entry.sessionId,
          transcript_path: join(place.claude, 'projects', 'x', `${entry.sessionId}.jsonl`),
          cwd: entry.cwd,
          permission_mode: 'default',
          hook_event_name: 'PermissionRequest',
          tool_name: 'Bash',
          tool_input: { command: `npm run task-${at}`, description: 'Run a task' },
        };
        const level = { ...entry, status: 'waiting', waitingFor: 'permission prompt', statusUpdatedAt: Date.now() };
        writeFileSync(join(place.claude, 'sessions', `${pid}.json`), JSON.stringify(level));
        writeFileSync(join(spool, `${at}.${pid}`), spoolFile('PermissionRequest', pid, `${JSON.stringify(payload)}\n`));
      }
      await until('all prompts are open', async () => (await daemon.ask('prompts')).prompts.length === OPEN);
      const took = performance.now() - began;
      const times = [];
      for (let at = 0; at < LISTS; at++) {
        const asked = performance.now();
        await daemon.ask('prompts');
        times.push(performance.now() - asked);
      }
      const more = (residentMB(daemon.pid) - before) / OPEN;
      return [
        row(`${OPEN} prompts asked one after another, until all are open`, took, null, 'the stand-ins’ own time in it'),
        row(`a list of ${OPEN} open prompts, p50`, percentile(times, 0.5), null, 'over the socket'),
        row(`a list of ${OPEN} open prompts, p99`, percentile(times, 0.99), null, 'over the socket'),
        { what: 'memory for each open prompt', value: more, unit: 'MB', target: null, note: 'resident' },
      ];
    } finally {
      await daemon.stop();
    }
  } finally {
    await standIns.stop();
    place.remove();
  }
}

/** The home of the lab, out of its TypeScript. */
async function labHome(root, place) {
  const bundle = await rolldown({ input: join(root, 'test', 'lab', 'lab-home.ts'), platform: 'node' });
  const file = join(place.root, 'lab-home.mjs');
  await bundle.write({ file });
  await bundle.close();
  return import(file);
}

function lines(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
}

async function until(what, holds) {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    if (await holds()) return;
    await pause(5);
  }
  throw new Error(`${what}: not within 30 s`);
}

function within(promise, what) {
  return Promise.race([
    promise,
    pause(30_000).then(() => {
      throw new Error(`${what}: not within 30 s`);
    }),
  ]);
}

function row(what, value, target, note) {
  return { what, value, unit: 'ms', target, note };
}
