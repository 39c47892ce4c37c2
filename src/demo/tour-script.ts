// The demo's story: six people's-work sessions that together show every state at once, over and over, and ask what a
// person may answer: a permission, a question, a plan. Data, and what follows from an answer.

import type { Outcome } from './screen/face.ts';
import type { Step } from './steps.ts';

/** Waits for an answer to the open dialog; what follows depends on it. */
export interface Fork {
  readonly do: 'fork';
  /** Milliseconds after which the person at the terminal answers. */
  readonly ms: number;
  readonly otherwise: Step;
  readonly follows: (outcome: Outcome) => readonly Step[];
}

/** One session of the tour. */
export interface TourSession {
  /** Directory below the demo's home, and Claude's name for the session. */
  readonly directory: string;
  readonly name: string;
  readonly branch: string;
  /** Played in a loop; after an `exit` a `start` begins another session in the same place. */
  readonly steps: readonly (Step | Fork)[];
}

const seconds = (count: number): Step => ({ do: 'wait', ms: count * 1000 });
const bash = (command: string): Step => ({ do: 'tool', name: 'Bash', input: { command } });
const read = (file: string): Step => ({ do: 'tool', name: 'Read', input: { file_path: file } });
const edit = (file: string): Step => ({
  do: 'tool',
  name: 'Edit',
  input: { file_path: file, old_string: 'retries: 0', new_string: 'retries: 3' },
});
const done: Step = { do: 'tool-done', output: 'ok' };
const say = (text: string): Step => ({ do: 'say', text });
const finish = (text: string): Step => ({ do: 'finish', text });

/** What follows where Claude may go on, where it was told something, and where it was stopped. */
function follow(outcome: Outcome, allowed: readonly Step[]): readonly Step[] {
  const { effect, text } = outcome;
  if (effect === 'no' || effect === 'cancel') return [seconds(20)];
  if (effect === 'no-with-text' || effect === 'keep-planning' || effect === 'chat') {
    const told = text ? `You said: “${text}”. I will do that instead.` : 'Let us talk about it first.';
    return [say(told), seconds(8), finish(`Done as you said: “${text ?? 'let us talk'}”.`), seconds(12)];
  }
  return allowed;
}

/** Waits at a permission prompt for most of the round. */
const checkout: TourSession = {
  directory: 'code/shop',
  name: 'checkout-timeouts',
  branch: 'fix/checkout-timeouts',
  steps: [
    { do: 'prompt', text: 'Payments time out under load. Find out why and fix it.' },
    seconds(1),
    read('src/payments/client.ts'),
    seconds(1.5),
    done,
    { do: 'say', text: 'The client gives up on the first slow answer. I will let it retry.' },
    bash('npm test -- payments --run'),
    seconds(0.2),
    { do: 'ask-permission' },
    {
      do: 'fork',
      ms: 40_000,
      otherwise: { do: 'answer', yes: true },
      follows: (outcome) =>
        follow(outcome, [
          seconds(6),
          done,
          ...(outcome.effect === 'always' ? [say('From now on I will not ask for that.')] : []),
          finish('Payments now retry three times and give up after 8 seconds. All 41 tests pass.'),
          seconds(12),
        ]),
    },
  ],
};

const PLAN = [
  '# Sessions in Postgres',
  '',
  '1. Add migration 0042 with the table `sessions`',
  '2. Give the store the same interface over SQL',
  '3. Delete what expired once an hour',
].join('\n');

const AFTER_THE_PLAN: readonly Step[] = [
  say('The plan is approved; I begin with the store.'),
  edit('src/session/store.ts'),
  seconds(4),
  done,
  bash('npm run typecheck'),
  seconds(14),
  done,
  edit('migrations/0042_sessions.sql'),
  seconds(9),
  done,
  bash('npm test'),
  seconds(22),
  done,
  finish('Sessions live in Postgres now; migration 0042 creates the table.'),
  seconds(5),
];

/** Shows a plan, then is busy for long. */
const auth: TourSession = {
  directory: 'code/auth',
  name: 'sessions-in-postgres',
  branch: 'move-session-storage-to-postgres',
  steps: [
    { do: 'prompt', text: 'Move the session storage from memory to Postgres, with a migration.' },
    seconds(2),
    read('src/session/store.ts'),
    seconds(3),
    done,
    { do: 'tool', name: 'ExitPlanMode', input: { plan: PLAN, planFilePath: '~/.claude/plans/sessions.md' } },
    { do: 'ask-permission', dialog: 'plan' },
    {
      do: 'fork',
      ms: 20_000,
      otherwise: { do: 'settle', dialog: 'plan', outcome: { effect: 'approved', label: 'Yes', text: null } },
      follows: (outcome) => follow(outcome, AFTER_THE_PLAN),
    },
  ],
};

const READERS = 'Who should the guide be written for?';
const AUDIENCE: Step = {
  do: 'tool',
  name: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: READERS,
        header: 'Readers',
        multiSelect: false,
        options: [
          { label: 'Beginners', description: 'People who have never used a terminal' },
          { label: 'Developers', description: 'People who read man pages' },
          { label: 'Both', description: 'Two paths through one page' },
        ],
      },
    ],
  },
};
const beginners: Outcome = { effect: 'answered', label: 'Beginners', text: null, answers: { [READERS]: 'Beginners' } };

/** Asks whom it writes for, finishes early and waits to be looked at. */
const docs: TourSession = {
  directory: 'code/handbook',
  name: 'install-guide',
  branch: 'docs/install-guide',
  steps: [
    { do: 'prompt', text: 'Rewrite the install guide.' },
    seconds(1.5),
    AUDIENCE,
    { do: 'ask-permission', dialog: 'readers' },
    {
      do: 'fork',
      ms: 15_000,
      otherwise: { do: 'settle', dialog: 'readers', outcome: beginners },
      follows: (outcome) =>
        follow(outcome, [
          say(`For ${(outcome.answers?.[READERS] ?? 'beginners').toLowerCase()}, then.`),
          edit('docs/install.md'),
          seconds(3),
          done,
          finish('The install guide is half as long, and every command says what it does.'),
          seconds(45),
        ]),
    },
  ],
};

/** A turn that ends in an error. */
const bench: TourSession = {
  directory: 'code/bench',
  name: 'nightly-bench',
  branch: 'main',
  steps: [
    { do: 'prompt', text: 'Run the nightly benchmark and compare it with last week.' },
    seconds(1),
    bash('make bench'),
    seconds(2.5),
    done,
    seconds(1),
    {
      do: 'api-error',
      status: 429,
      error: 'rate_limit',
      text: 'API Error: Rate limit reached. Your limit resets at 14:30.',
    },
    seconds(45),
  ],
};

/** Stopped with Ctrl-Z in the middle of its work: nothing can be told until it goes on. */
const search: TourSession = {
  directory: 'code/search',
  name: 'search-index',
  branch: 'feature/full-text',
  steps: [
    { do: 'prompt', text: 'Add full-text search to the handbook.' },
    seconds(1),
    bash('npm run index'),
    seconds(2),
    { do: 'suspend' },
    seconds(38),
    { do: 'continue' },
    seconds(3),
    done,
    { do: 'finish', text: 'Search works on titles and headings; the index takes 2 seconds to build.' },
    seconds(8),
  ],
};

/** Ends, is started again at once, and then has nothing to do. */
const notes: TourSession = {
  directory: 'code/notes',
  name: 'release-notes',
  branch: 'main',
  steps: [
    { do: 'prompt', text: 'Collect what changed since 2.3.' },
    seconds(1),
    bash('git log --oneline v2.3..'),
    seconds(1),
    done,
    { do: 'finish', text: 'Fourteen changes since 2.3, three of them for users.' },
    seconds(1),
    { do: 'exit' },
    seconds(1),
    // The tour says where.
    { do: 'start', cwd: '' },
    seconds(150),
  ],
};

/** All sessions of the tour. */
export const TOUR: readonly TourSession[] = [checkout, auth, docs, bench, search, notes];
