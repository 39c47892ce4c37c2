// The daemon's prompts by themselves: real sessions, real rules, real readings of real screens, around them an outside
// that a test moves by hand (panes, waiting launchers, registry). What Claude itself does has its own labs.

import { express, optionsOf } from '../../src/adapters/claude/decisions.ts';
import { readScreen } from '../../src/adapters/claude/dialogs/read-screen.ts';
import { openStore } from '../../src/adapters/sqlite/open-store.ts';
import type { Change } from '../../src/core/apply-change.ts';
import type { HookArrival } from '../../src/core/hook.ts';
import type { HookQuestion } from '../../src/core/hook-question.ts';
import type { GuardedKeys, PaneScreen } from '../../src/core/pane.ts';
import type { Prompt, PromptAnswer } from '../../src/core/prompt.ts';
import { startChangeLog } from '../../src/daemon/change-log.ts';
import type { Caller } from '../../src/daemon/doors.ts';
import { keepSessions } from '../../src/daemon/keeping.ts';
import { firstSight, type Living } from '../../src/daemon/living.ts';
import type { Clock, Store, ToolCall } from '../../src/daemon/ports.ts';
import type { Answered } from '../../src/daemon/prompts/answering.ts';
import { keepPrompts } from '../../src/daemon/prompts/prompts.ts';
import type { Prompts } from '../../src/daemon/prompts/prompts-shape.ts';
import { holdSessions, type Sessions } from '../../src/daemon/sessions.ts';
import { keepWarnings } from '../../src/daemon/warnings.ts';
import { registryRead } from '../scenario.ts';

/** Who answers in tests. */
export const HERE: Caller = { door: 'socket' };

/** What the registry says; `missing`: its file is gone. */
type Word = 'busy' | 'waiting' | 'idle' | 'missing';

/** The outside of the prompts of one daemon. */
export interface Desk {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly store: Store;
  readonly changes: Change[];
  /** What each pane shows; a pane that is not here is gone. */
  readonly panes: Map<string, PaneScreen>;
  /** Files that edits are looked up in, by path. */
  readonly files: Map<string, string>;
  /** Calls of tools in the transcripts, by their ids. */
  readonly calls: Map<string, ToolCall>;
  /** The ids of calls that were looked for there, each time. */
  readonly readings: (readonly string[])[];
  /** Keys that reached a pane, in order. */
  readonly pressed: GuardedKeys[];
  /** Called when keys would reach a pane, before tmux looks. */
  beforeKeys: () => void;
  /** tmux presses keys and does not say so. */
  silent: boolean;
  /** Called after keys reached a pane. */
  afterKeys: (keys: GuardedKeys) => void;
  /** Launchers that wait, by name; a decision is kept in `decided`. */
  readonly waiting: Set<string>;
  readonly decided: Map<string, string>;
  readonly released: string[];
  /** What went into the log. */
  readonly logged: string[];
  /** Called after a decision was handed over. */
  afterDecision: (name: string) => void;
  /** Its clock stands so many milliseconds later from here on; nothing that waits for a time notices. */
  pass(ms: number): void;
  /** A session in conversation `c`, at work. `pane`: the pane it runs in. */
  meet(id: string, pane?: string | null): Living;
  /** The registry of a session says this now, or is taken away. @param writtenAt since when, epoch milliseconds. */
  level(living: Living, word: Word, writtenAt?: number): void;
  /** A hook asks. */
  ask(living: Living, question: Partial<HookQuestion>, more?: Partial<HookArrival>): void;
  open(): readonly Prompt[];
  answer(prompt: Prompt, n: number, more?: Partial<PromptAnswer>): Promise<Answered>;
  dispose(): void;
}

/**
 * Sets a desk up.
 * @param looking whether any client follows.
 * @param store what an earlier desk kept.
 */
export function promptDesk(
  looking = true,
  store: Store = openStore({ path: '', backupDirectory: '', now: 0, driver: null }).store,
): Desk {
  const base = Date.now() - performance.now();
  let passed = 0;
  const clock = { steady: () => base + performance.now() + passed, wall: () => Date.now() + passed };
  const log = startChangeLog(clock, 'here');
  const changes: Change[] = [];
  log.subscribe((change) => changes.push(change));
  const keeping = keepSessions(store, keepWarnings(log, []));
  const sessions = holdSessions({ clock, host: 'here', changes: log, keeping });
  const levels = new Map<Living, Word>();
  let asked = 0;
  const tell = (living: Living, writtenAt = clock.wall()) => {
    const word = levels.get(living) ?? 'idle';
    if (word === 'missing') {
      sessions.tell(living, [{ source: 'registry', kind: 'missing', at: clock.steady(), startDialog: false }]);
      return sessions.settle(living);
    }
    const waitingFor = word === 'waiting' ? 'permission prompt' : null;
    const read = registryRead(clock.steady() / 1000, word, waitingFor, 'c');
    sessions.tell(living, [{ ...read, statusUpdatedAt: writtenAt } as typeof read]);
    sessions.settle(living);
  };

  const prompts = keepPrompts({
    panes: {
      open: () => ({
        async screen({ pane }) {
          return desk.panes.get(pane) ?? { trouble: 'gone', reason: 'it is not there', closed: true };
        },
        async press({ pane }, keys) {
          desk.beforeKeys();
          const screen = desk.panes.get(pane);
          if (screen === undefined) return { trouble: 'gone', reason: 'it is not there' };
          const lines = screen.lines.map((line) => line.replace(COLOURS, ''));
          const stands =
            keys.expect.every((wanted) => lines.some((line) => line.includes(wanted))) &&
            (keys.rows ?? []).every((wanted) => lines.some((line) => line.trim() === wanted.trim())) &&
            !keys.unless.some((unwanted) => lines.some((line) => line.includes(unwanted)));
          if (!stands) return 'changed';
          desk.pressed.push(keys);
          desk.afterKeys(keys);
          return desk.silent ? { trouble: 'unreachable', reason: 'tmux did not answer' } : 'sent';
        },
        dispose: () => {},
      }),
    },
    readScreen,
    readFile: async (_directory, path) => desk.files.get(path) ?? null,
    held: {
      async answer(name, decision) {
        if (!desk.waiting.delete(name)) return 'nobody';
        desk.decided.set(name, decision);
        desk.afterDecision(name);
        return 'written';
      },
      async release(name) {
        if (desk.waiting.delete(name)) desk.released.push(name);
      },
      hold: async () => () => {},
      names: () => [...desk.waiting],
      writerLives: (name) => desk.waiting.has(name),
      remove: () => {},
    },
    decisions: { options: optionsOf, express },
    store,
    sessions,
    changes: log,
    keeping,
    clock,
    looking: () => looking,
    readRegistry(_directory, pid) {
      const living = sessions.byPid('/c', pid);
      if (living !== undefined) tell(living);
    },
    readTranscript: () => {},
    readCalls(_living, ids) {
      desk.readings.push(ids);
      return new Map([...desk.calls].filter(([id]) => ids.includes(id)));
    },
    log: (text) => void desk.logged.push(text),
  });

  const desk: Desk = {
    prompts,
    sessions,
    clock,
    store,
    changes,
    panes: new Map(),
    calls: new Map(),
    readings: [],
    files: new Map(),
    pressed: [],
    beforeKeys: () => {},
    silent: false,
    afterKeys: () => {},
    waiting: new Set(),
    decided: new Map(),
    released: [],
    logged: [],
    afterDecision: () => {},
    pass(ms) {
      passed += ms;
    },
    meet(id, pane = null) {
      const tmux = pane === null ? null : { socket: '/tmp/s', pane, server: 7 };
      const living = firstSight(
        id,
        {
          ...{ key: id, process: { pid: 4711, startTicks: '1' }, pid: 4711, ancestors: [], tty: '/dev/pts/1', tmux },
          ...{ claudeDirectory: '/c', startedAt: null, version: '2.1.332', namedConversation: null },
        },
        'terminal',
        '/home/dev/shop',
        { steady: clock.steady(), wall: clock.wall() },
        false,
      );
      sessions.add(living);
      desk.level(living, 'busy');
      return living;
    },
    level(living, word, writtenAt) {
      levels.set(living, word);
      tell(living, writtenAt);
    },
    ask(living, question, more = {}) {
      asked += 1;
      const held = `${asked}.4711`;
      const whole: HookQuestion = {
        asks: 'permission',
        tool: 'Bash',
        input: { command: 'touch short.txt', description: 'Run a lab command' },
        suggestions: [],
        mode: 'default',
        agentType: null,
        held,
        foregroundAgents: false,
        ...question,
      };
      if (whole.held !== null) desk.waiting.add(whole.held);
      const at = clock.steady();
      const fact = { kind: 'permission-asked', tool: whole.tool, action: 'Bash · touch short.txt' } as const;
      const arrival: HookArrival = {
        ...{ key: `k${asked}`, event: 'PermissionRequest', conversation: 'c', turn: null, agent: null },
        ...{ transcriptPath: null, cwd: null, claimedPid: null, parentPid: null, uptime: null, fact, question: whole },
        ...more,
      };
      const { key, conversation, turn, agent } = arrival;
      sessions.tell(living, [{ source: 'hook', at, key, conversation, turn, agent, fact: arrival.fact }]);
      sessions.settle(living);
      prompts.asked(living, arrival, at);
    },
    open: () => prompts.views(),
    answer(prompt, n, more = {}) {
      const option = prompt.options.find((one) => one.n === n);
      if (option === undefined) throw new Error(`${prompt.id} has no option ${n}: ${JSON.stringify(prompt)}`);
      const { label, meaning } = option;
      const whole = { prompt: prompt.id, option: { n, label, meaning }, text: null, input: null, answers: null };
      return prompts.answer({ ...whole, content: null, ...more }, HERE);
    },
    dispose() {
      prompts.dispose();
      sessions.dispose();
    },
  };
  return desk;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const COLOURS = /\u001b\[[0-9;:]*m/g;
