// Plays races: a stand-in in a pane asks, things go wrong, and two clients answer through a daemon that sees and presses
// for real. Several stand-ins race side by side in one tmux server, each one race after the other. It judges by
// `race-judge` and decides nothing itself.

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prompt, PromptOption } from '../../src/core/prompt.ts';
import { type LabDaemon, startDaemon } from './daemon.ts';
import { killProcessesOf } from './lab-processes.ts';
import { startTmux } from './lab-tmux.ts';
import { type LoneTmux, loneTmux } from './lone-tmux.ts';
import { type PaneStandIn, paneStandIns } from './pane-stand-ins.ts';
import { optionsOf, shownBy, wordsOf } from './race-card.ts';
import { type Attempt, judge, type RaceDialog, strayKeys, type Verdict } from './race-judge.ts';
import { agentTool, type ClientPlan, planOf, type RacePlan } from './race-plan.ts';
import { writeRaceSettings } from './race-settings.ts';
import { storyOf } from './race-story.ts';
import { makeTrouble, troubleFromStart } from './race-trouble.ts';
import { startStandIns } from './stand-ins.ts';
import { pause, until } from './until.ts';
import { type Watcher, watch } from './watcher.ts';

/** A race that was played. */
export interface Race {
  readonly plan: RacePlan;
  readonly verdicts: readonly Verdict[];
  /** What happened, for whoever has to find out why. */
  readonly story: string;
  /** How often each reply came. */
  readonly replies: readonly string[];
}

/** Where races are played. */
export interface RaceTrack {
  /** Plays these seeds, `lanes` at a time. */
  run(seeds: readonly number[], lanes: number): Promise<readonly Race[]>;
  readonly daemon: LabDaemon;
  close(): Promise<void>;
}

/** Clients wait so long for a card, in milliseconds. */
const CARD_WITHIN = 4_000;
/** A dialog that stands has a card, and one that is gone has none, within so long on the most crowded machine, in milliseconds. */
const RIGHT_WITHIN = 15_000;
/** A stand-in does what it is told, and an answer is replied to, so soon, in milliseconds. */
const STEP_WITHIN = 30_000;
const REPLY_WITHIN = 20_000;

/** Opens a track: a daemon, a tmux server and a driver of stand-ins, all private. */
export async function openTrack(): Promise<RaceTrack> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-races-')));
  const home = join(directory, 'home');
  const claude = join(home, '.claude');
  mkdirSync(claude, { recursive: true });
  const state = join(directory, 'tally');
  const tmux = await startTmux(directory);
  const standIns = startStandIns(home);
  const daemon = await startDaemon({ personHome: home, home: state, claudeDirectories: [claude] });
  const watcher = await watch(daemon);
  const settings = writeRaceSettings(directory, state);
  const servers: LoneTmux[] = [];
  let started = 0;
  const begin = async (plan: RacePlan): Promise<Racer> => {
    started += 1;
    const name = `r${started}`;
    const file = plan.hooked ? settings.hooked : settings.bare;
    // Sub-agents race with their hooks, as the main conversation does.
    const environment = { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' };
    const own = plan.trouble.kind === 'tmux-restarted' ? loneTmux(join(directory, `tmux-${name}`)) : null;
    if (own !== null) servers.push(own);
    const lab = paneStandIns({ directory, claude, tmux: own?.tmux ?? tmux, standIns });
    const pane = { columns: 100, rows: 30 };
    return { claude: await lab.start(name, { settings: file, environment, pane }), own };
  };
  return {
    daemon,
    async run(seeds, lanes) {
      const waiting = [...seeds];
      const races: Race[] = [];
      const lane = async () => {
        const racers = new Map<boolean, Racer>();
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          const plan = planOf(seed);
          const alone = plan.trouble.kind === 'tmux-restarted';
          const again = alone ? undefined : racers.get(plan.hooked);
          const racer = again ?? (await inTime(`the start of ${seed}`, begin(plan)));
          const { race, fresh } = await playRace(plan, racer, daemon, watcher);
          races.push(race);
          if (alone) continue;
          if (fresh) racers.set(plan.hooked, racer);
          else racers.delete(plan.hooked);
        }
        for (const { claude } of racers.values()) await claude.play({ do: 'exit' }).catch(() => undefined);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return races;
    },
    async close() {
      watcher.close();
      await daemon.kill();
      await standIns.stop();
      await tmux.close();
      for (const server of servers) await server.close();
      killProcessesOf(home);
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** Who takes part: a stand-in, and the tmux server that is its own where that will be restarted. */
interface Racer {
  readonly claude: PaneStandIn;
  readonly own: LoneTmux | null;
}

/** One race. `fresh`: the stand-in can take part in another. */
async function playRace(
  plan: RacePlan,
  { claude, own }: Racer,
  daemon: LabDaemon,
  watcher: Watcher,
): Promise<{ readonly race: Race; readonly fresh: boolean }> {
  const before = claude.log().length;
  const dialogs: RaceDialog[] = [{ dialog: plan.token, words: wordsOf(plan.tool) }];
  const attempts: Attempt[] = [];
  const faults: Verdict[] = [];
  const promptsHere = () =>
    watcher.snapshot().prompts.filter(({ session }) => session === sessionOf(watcher, claude.pid));
  try {
    await inTime('the dialog', prepare(plan, claude, dialogs));
    const seen = cardOf(plan, 0, promptsHere, watcher);
    const trouble = makeTrouble(plan, claude, dialogs, { seen, server: own });
    const clients = plan.clients.map((client) => answerAs(client, plan, promptsHere, watcher, daemon, attempts));
    await inTime('what goes wrong', trouble);
    await Promise.all(clients);
    const ends = own === null ? withoutCard(claude, before, dialogs, promptsHere, watcher) : left(promptsHere, watcher);
    faults.push(...(await ends));
  } catch (error) {
    faults.push(String(error));
  }
  const fresh = await inTime('the end', clear(plan, claude)).catch(() => false);
  const whole = claude.log();
  const [earlier, log] = [whole.slice(0, before), whole.slice(before)];
  const verdicts = [...faults, ...judge(log, attempts, dialogs, earlier), ...strayKeys(own?.typed() ?? '')];
  await own?.close();
  const story = [...verdicts, storyOf(plan, log, attempts)].join('\n');
  return { race: { plan, verdicts, story, replies: attempts.map(({ reply }) => reply) }, fresh };
}

/** Opens the first dialog, or several. */
async function prepare(plan: RacePlan, claude: PaneStandIn, dialogs: RaceDialog[]): Promise<void> {
  const { trouble } = plan;
  await claude.play(
    { do: 'trouble', dropKeys: 150, ignoreKeys: 0, redraw: 0, registryLag: 0, hookLag: 0 },
    { do: 'on-key', steps: [] },
    ...troubleFromStart(plan),
    { do: 'prompt', text: `race ${plan.seed}` },
  );
  const agents = trouble.kind === 'queue' ? trouble.agents : 0;
  for (let agent = 0; agent < agents; agent += 1) {
    const { name, input } = agentTool(plan, agent);
    await claude.play(
      { do: 'agent', description: `part ${agent}`, prompt: 'work' },
      { do: 'agent-tool', agent, name, input },
    );
  }
  for (let agent = 0; agent < agents; agent += 1) {
    const dialog = `${plan.token}-agent${agent}`;
    dialogs.push({ dialog, words: wordsOf(agentTool(plan, agent)) });
    await claude.play({ do: 'ask-permission', agent, dialog });
  }
  await claude.play(plan.tool, { do: 'ask-permission', dialog: plan.token, unchecked: plan.unchecked });
}

/** One client: waits for a card of this race, thinks, and answers what it looked at. */
async function answerAs(
  client: ClientPlan,
  plan: RacePlan,
  prompts: () => readonly Prompt[],
  watcher: Watcher,
  daemon: LabDaemon,
  attempts: Attempt[],
): Promise<void> {
  const prompt = await cardOf(plan, client.which, prompts, watcher);
  if (prompt === undefined) return;
  await pause(client.after);
  const all = optionsOf(prompt);
  const option = all[Math.floor(client.pick * all.length)] as PromptOption;
  const { n, label, meaning } = option;
  const askedAt = now();
  const body = {
    prompt: prompt.id,
    option: { n, label, meaning },
    text: null,
    input: null,
    answers: null,
    content: null,
  };
  const reply = await Promise.race([
    daemon.command('answer', body).then(
      ({ receipt }) => (receipt === null ? 'sent' : 'answered'),
      (error: Error) => problemOf(error),
    ),
    pause(REPLY_WITHIN).then(() => 'no reply'),
  ]);
  attempts.push({
    prompt: prompt.id,
    shown: shownBy(prompt),
    option: { n, label, meaning },
    askedAt,
    repliedAt: now(),
    reply,
  });
}

/** The card of a race that comes first, or another where there are several; none where its dialog goes before. */
function cardOf(
  plan: RacePlan,
  which: number,
  prompts: () => readonly Prompt[],
  watcher: Watcher,
): Promise<Prompt | undefined> {
  const card = () => {
    const own = prompts().filter((each) => shownBy(each).includes(plan.token) && optionsOf(each).length > 0);
    return own[Math.min(which, own.length - 1)];
  };
  return watcher.next(`a card of ${plan.token}`, card, CARD_WITHIN).catch(() => undefined);
}

/** The dialog on top that has no card although it stands. Of those behind it nobody knows without hooks. */
async function withoutCard(
  claude: PaneStandIn,
  before: number,
  dialogs: readonly RaceDialog[],
  prompts: () => readonly Prompt[],
  watcher: Watcher,
): Promise<readonly Verdict[]> {
  const top = () => {
    const log = claude.log().slice(before);
    if (log.some(({ event }) => event === 'pane-closed')) return null;
    const ended = log.flatMap((line) => (line.event === 'effect' || line.event === 'gone' ? [line.dialog] : []));
    const opened = log.flatMap((line) => (line.event === 'open' ? [line.dialog] : []));
    const first = opened.find((dialog) => !ended.includes(dialog));
    return dialogs.find(({ dialog }) => dialog === first) ?? null;
  };
  const has = ({ words }: RaceDialog) => prompts().some((each) => shownBy(each).includes(words));
  const found = () => [top()].every((stands) => stands === null || has(stands));
  return watcher.next('a card', found, RIGHT_WITHIN).then(
    () => [],
    async () => {
      if (found()) return [];
      const told = JSON.stringify([prompts(), await claude.shows(/(?:)/)]);
      return [`${top()?.dialog} stands open and has no card: ${told}`];
    },
  );
}

/** Cards that stay although nothing of what they were about is there any more. */
function left(prompts: () => readonly Prompt[], watcher: Watcher): Promise<readonly Verdict[]> {
  return watcher
    .next('no card', () => prompts().length === 0, RIGHT_WITHIN)
    .then(
      () => [],
      () => [`cards stay: ${JSON.stringify(prompts())}`],
    );
}

/** Ends what is left of a race. */
async function clear(plan: RacePlan, claude: PaneStandIn): Promise<boolean> {
  if (['queue', 'pane-closed', 'tmux-restarted'].includes(plan.trouble.kind)) {
    await claude.play({ do: 'exit' }).catch(() => undefined);
    return false;
  }
  if (claude.registry()?.status !== 'idle') await claude.play({ do: 'interrupt' });
  await until('it is idle', () => claude.registry()?.status === 'idle');
  return true;
}

function sessionOf(watcher: Watcher, pid: number): string | null {
  return watcher.snapshot().sessions.find((session) => session.pid === pid)?.id ?? null;
}

function problemOf({ message }: Error): string {
  if (message.includes('while keys were on their way')) return 'half done';
  const problem = /"problem":"([a-z-]+)"/.exec(message)?.[1];
  return problem === 'answered' ? 'over' : (problem ?? message);
}

/** Nothing that a race waits for may hold the others up. */
async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  const late = pause(STEP_WITHIN).then(() => Promise.reject(new Error(`${what} did not come`)));
  return Promise.race([work, late]);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
