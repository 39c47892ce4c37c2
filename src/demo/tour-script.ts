// The demo's story: six people's-work sessions that together show every state at once, over and over. Data only.

import type { Step } from './steps.ts';

/** One session of the tour. */
export interface TourSession {
  /** Directory below the demo's home, and Claude's name for the session. */
  readonly directory: string;
  readonly name: string;
  readonly branch: string;
  /** Played in a loop; after an `exit` a `start` begins another session in the same place. */
  readonly steps: readonly Step[];
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
    seconds(40),
    { do: 'answer', yes: true },
    seconds(6),
    done,
    { do: 'finish', text: 'Payments now retry three times and give up after 8 seconds. All 41 tests pass.' },
    seconds(12),
  ],
};

/** Busy nearly all the time. */
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
    { do: 'finish', text: 'Sessions live in Postgres now; migration 0042 creates the table.' },
    seconds(5),
  ],
};

/** Finished early and waits to be looked at. */
const docs: TourSession = {
  directory: 'code/handbook',
  name: 'install-guide',
  branch: 'docs/install-guide',
  steps: [
    { do: 'prompt', text: 'Rewrite the install guide for people who have never used a terminal.' },
    seconds(1.5),
    edit('docs/install.md'),
    seconds(2),
    done,
    { do: 'finish', text: 'The install guide is half as long, and every command says what it does.' },
    seconds(50),
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
