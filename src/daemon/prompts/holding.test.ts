// How long questions are hidden that Claude shows nobody while their hooks are held, and what becomes of their launchers.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HookQuestion } from '../../core/hook-question.ts';
import { startChangeLog } from '../change-log.ts';
import { keepSessions } from '../keeping.ts';
import { firstSight, type Living } from '../living.ts';
import type { Store } from '../ports.ts';
import { holdSessions, type Sessions } from '../sessions.ts';
import { keepWarnings } from '../warnings.ts';
import type { Asked, AskedByHook } from './asked.ts';
import { type PromptBook, promptBook } from './book.ts';
import { type Holding, holdPrompts } from './holding.ts';

const clock = { steady: () => performance.now(), wall: () => Date.now() };
const STORE = { savePrompt: () => {}, removePrompt: () => {}, saveSession: () => {} } as unknown as Store;

let sessions: Sessions;
let book: PromptBook;
let holding: Holding;
let living: Living;
let looking: boolean;
let pane: boolean;
/** Launchers that wait. */
let waiting: Set<string>;
/** What clients were told: a prompt, and how it can be answered. */
let told: string[];
/** Launchers that were held. */
let held: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [looking, pane, waiting, told, held] = [true, false, new Set(), [], []];
  const changes = startChangeLog(clock, 'here');
  changes.subscribe((change) => {
    if (change.kind === 'prompt-changed') told.push(`${change.prompt.id} ${change.prompt.answerableBy.join()}`);
  });
  const keeping = { ...keepSessions(STORE, keepWarnings(changes, [])), write: () => {} };
  sessions = holdSessions({ clock, host: 'here', changes, keeping });
  book = promptBook({
    ...{ changes, store: STORE, keeping, clock, hasPane: () => pane, living: sessions.byId },
    context: { decisions: { options: () => [] } },
    closed: (asked) => holding.closed(asked),
    log: (text) => expect.fail(text),
  });
  holding = holdPrompts({
    held: {
      answer: async () => 'nobody',
      async release(name) {
        waiting.delete(name);
      },
      async hold(name) {
        if (!waiting.has(name)) return null;
        held.push(name);
        return () => void waiting.delete(name);
      },
      names: () => [...waiting],
      writerLives: (name) => waiting.has(name),
      remove: () => {},
    },
    ...{ book, sessions, clock, looking: () => looking, hasPane: () => pane },
    log: (text) => expect.fail(text),
  });
  const process = { pid: 4711, startTicks: '1' };
  const origin = { key: 'aaa', process, pid: 4711, ancestors: [], tty: null, tmux: null, claudeDirectory: '/c' };
  const now = { steady: clock.steady(), wall: clock.wall() };
  const whole = { ...origin, startedAt: null, version: null, namedConversation: null };
  living = firstSight('aaa', whole, 'terminal', '/', now, false);
  sessions.add(living);
});
afterEach(() => {
  holding.dispose();
  sessions.dispose();
  vi.useRealTimers();
});

const asks = (name: string, of: HookQuestion['asks'], hidden = true, ago = 0): Asked => {
  const question: HookQuestion = {
    ...{ asks: of, tool: 'Bash', input: {}, suggestions: null, mode: null, agentType: 'x', held: name },
    foregroundAgents: false,
  };
  const at = clock.steady() - ago;
  const hook: AskedByHook = {
    ...{ key: name, at, visibleAt: at, conversation: 'c', agent: 'x', question, action: null, toolId: null },
    ...{ held: name, hidden },
  };
  waiting.add(name);
  return book.open(living, of === 'form' ? 'form' : 'permission', hook);
};
const opened = (...words: Parameters<typeof asks>): Asked => {
  const asked = asks(...words);
  holding.opened(living, asked);
  book.tell(living);
  return asked;
};
const hidden = (asked: Asked) => [asked.hook?.hidden, waiting.size > 0, living.picture.holding];
const HIDDEN = [true, true, 1];
const SHOWN = [false, false, 0];

it('a form is let go before Claude ends its hook after 60 s, an agent’s question after a minute', async () => {
  const form = opened('1.1', 'form');
  await vi.advanceTimersByTimeAsync(49_900);
  expect(hidden(form)).toEqual(HIDDEN);
  await vi.advanceTimersByTimeAsync(200);
  expect(hidden(form)).toEqual(SHOWN);
  expect(told.at(-1)).toBe('aaa.1 ');
  const agents = opened('2.1', 'permission');
  await vi.advanceTimersByTimeAsync(59_900);
  expect(hidden(agents)).toEqual(HIDDEN);
  await vi.advanceTimersByTimeAsync(200);
  expect(hidden(agents)).toEqual(SHOWN);
});

it('counts from when the hook ran, not from when it was read', async () => {
  const late = opened('1.1', 'form', true, 45_000);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(hidden(late)).toEqual(SHOWN);
  expect(hidden(opened('2.1', 'form', true, 50_001))).toEqual(SHOWN);
  expect(held).toEqual(['1.1']);
});

it('is let go within a second when the last who looked is gone, and not while a page is loaded again', async () => {
  const asked = opened('1.1', 'permission');
  looking = false;
  await vi.advanceTimersByTimeAsync(500);
  looking = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hidden(asked)).toEqual(HIDDEN);
  looking = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hidden(asked)).toEqual(SHOWN);
  expect(vi.getTimerCount()).toBe(0);
});

it('is let go when its session turns out to have a pane', async () => {
  const asked = opened('1.1', 'form');
  await vi.advanceTimersByTimeAsync(5_000);
  pane = true;
  await vi.advanceTimersByTimeAsync(500);
  expect(hidden(asked)).toEqual(SHOWN);
});

it('whose launcher is killed is shown from then on, and not over', async () => {
  const asked = opened('1.1', 'form');
  const shown = opened('2.1', 'permission', false);
  await vi.advanceTimersByTimeAsync(100);
  waiting.delete('1.1');
  expect(holding.surface(living, asked)).toBe(true);
  expect([asked.hook?.hidden, asked.hook?.held, asked.hook?.visibleAt]).toEqual([false, null, clock.steady()]);
  expect(book.all()).toEqual([asked, shown]);
  expect([holding.surface(living, asked), holding.surface(living, shown)]).toEqual([false, false]);
  expect(waiting.has('2.1')).toBe(true);
});

it('kept over a restart is hidden no longer, and its launcher is let go; one that is shown waits on', () => {
  const [form, shown, lost] = [asks('1.1', 'form'), asks('2.1', 'permission', false), asks('3.1', 'permission')];
  waiting.delete('3.1');
  for (const asked of [form, shown, lost]) holding.recover(living, asked);
  expect([form, shown, lost].map(({ hook }) => [hook?.hidden, hook?.held])).toEqual([
    [false, null],
    [false, '2.1'],
    [false, null],
  ]);
  expect([[...waiting], living.picture.holding]).toEqual([['2.1'], 0]);
});

it('whose launcher is gone before it is heard of is not hidden', () => {
  const asked = asks('1.1', 'form');
  waiting.delete('1.1');
  holding.opened(living, asked);
  expect([asked.hook?.held, ...hidden(asked)]).toEqual([null, ...SHOWN]);
});

it('clients hear of a launcher that ended without a word', async () => {
  const asked = opened('1.1', 'form');
  opened('2.1', 'permission', false);
  expect(told.slice(-2)).toContain('aaa.2 hook');
  waiting.clear();
  told = [];
  holding.sweep();
  // What it left may still be on its way.
  expect([told, asked.hook?.held]).toEqual([[], '1.1']);
  holding.sweep();
  expect(told.toSorted()).toEqual(['aaa.1 ', 'aaa.2 ']);
  expect(hidden(asked)).toEqual(SHOWN);
});

it('the end of the daemon lets every launcher go of which Claude shows nothing, and those it never heard of', async () => {
  opened('1.1', 'form');
  opened('2.1', 'permission', false);
  waiting.add('3.1');
  holding.dispose();
  await vi.advanceTimersByTimeAsync(0);
  expect([...waiting]).toEqual(['2.1']);
});
