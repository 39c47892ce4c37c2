// Prompts of every kind and in every state, as the daemon tells them, for tests that look at cards.

import type { Prompt, PromptOption } from '../../src/core/prompt.ts';
import { optionLike, promptLike } from '../prompt-like.ts';

/** Minutes before the moment that the lab's clock stands at. */
export const ago = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) - minutes * 60_000).toISOString();

const YES = optionLike(1, 'Yes', { meaning: 'allow', text: 'may' });
const no = (n: number): PromptOption => optionLike(n, 'No', { meaning: 'deny', text: 'may', highlighted: false });

/** Claude's own options of a Bash dialog. */
export const BASH_OPTIONS: readonly PromptOption[] = [
  YES,
  optionLike(2, 'Yes, and don’t ask again for dropdb, createdb and rm commands in ~/code/portal', {
    meaning: 'allow-always',
    highlighted: false,
  }),
  optionLike(3, 'Yes, and switch to auto mode · auto mode handles these prompts for you', {
    meaning: 'allow-mode',
    highlighted: false,
  }),
  no(4),
];

/** A command of six lines with two that destroy. */
export const RISKY_COMMAND = [
  'set -euo pipefail',
  'export PGDATABASE=portal_test',
  'dropdb --if-exists "$PGDATABASE" && createdb "$PGDATABASE"',
  'rm -rf var/testdb var/cache/sessions',
  'npm run db:migrate -- --env test',
  'npm test -- --runInBand auth/ 2>&1 | tail -n 60',
].join('\n');

const EDIT = {
  file_path: '/home/a/code/portal/src/auth/session-store.ts',
  old_string:
    "export async function load(id: string) {\n  const raw = cookies.get('sid')\n  return raw ? decode(raw) : null\n}",
  new_string:
    "export async function load(id: string) {\n  const row = await db.oneOrNone(\n    'select data from sessions where id = $1',\n    [id],\n  )\n  return row?.data ?? legacyCookie(id)\n}",
};

const QUESTIONS = [
  {
    question: 'Which format should the packages have?',
    header: 'Format',
    multiSelect: false,
    options: [
      { label: 'Tarball', description: 'Smallest, needs a script' },
      { label: 'deb and rpm', description: 'What distributions expect' },
    ],
  },
  {
    question: 'Which platforms should the installer support?',
    header: 'Platforms',
    multiSelect: true,
    options: [
      { label: 'Linux', description: 'x64 and arm64, static build' },
      { label: 'macOS', description: 'Universal binary, signed' },
      { label: 'Windows', description: 'Adds about 40 minutes to every release' },
      { label: 'FreeBSD', description: 'Nobody has asked for it yet' },
    ],
  },
  {
    question: 'When is the next release?',
    header: 'Release',
    multiSelect: false,
    options: [
      { label: 'This week', description: '' },
      { label: 'Next month', description: 'With the new site' },
    ],
  },
];

const PLAN = [
  '# Add full-text search to the handbook',
  '',
  '1. Build an index at publish time from `content/**/*.md`; one JSON file per language.',
  '2. Load it on first focus of the search field, not with the page.',
  '3. Rank titles over headings over text; fold accents, keep code words whole.',
  '4. Keys: `/` opens, arrows move, Enter goes.',
  '',
  '**Left alone:** the old tag pages. They stay until traffic says otherwise.',
  '',
  '**Check:** 40 saved queries, each with the page it must find first. See [the list](https://example.com/queries).',
].join('\n');

const SCHEMA = {
  type: 'object',
  required: ['region', 'replicas'],
  properties: {
    region: { type: 'string', title: 'Region', enum: ['eu', 'us'], enumNames: ['Europe', 'United States'] },
    replicas: { type: 'integer', title: 'Replicas', description: 'Between 1 and 9' },
    note: { type: 'string', title: 'Note for the log' },
    dry: { type: 'boolean', title: 'Only show what would happen' },
    parts: { type: 'array', title: 'Parts', items: { type: 'string', enum: ['api', 'web', 'worker'] } },
  },
};

const cardOption = (n: number, label: string, meaning: PromptOption['meaning'], text: PromptOption['text'] = 'no') =>
  optionLike(n, label, { meaning, text, highlighted: false });

/** Each scene's prompt, by name. Its session is its name. */
export const SCENES = {
  command: scene('command', {
    input: { command: RISKY_COMMAND, description: 'Reset the test database, then run the auth suite' },
    options: BASH_OPTIONS,
    position: { n: 1, of: 2 },
    openedAt: ago(12),
  }),
  short: scene('short', {
    input: { command: 'npm test -- retry/', description: 'Run the retry specs' },
    openedAt: ago(6),
  }),
  edit: scene('edit', {
    title: 'Edit file',
    tool: 'Edit',
    input: EDIT,
    place: {
      line: 40,
      head: '',
      tail: '',
      before: ['', '/** Rows first; the old cookie where there is none. */'],
      after: ['', 'export async function drop(id: string) {', "  cookies.delete('sid')"],
    },
    editable: false,
    options: [
      YES,
      optionLike(2, 'Yes, and switch to accept edits', {
        meaning: 'allow-mode',
        highlighted: false,
        detail: 'auto-approve file edits and common file commands, for this session',
      }),
      no(3),
    ],
  }),
  write: scene('write', {
    title: 'Create file',
    tool: 'Write',
    input: {
      file_path: '/home/a/code/portal/src/auth/legacy-cookie.ts',
      content: `${Array.from({ length: 40 }, (_one, at) => `export const cookie${at} = 'legacy-${at}';`).join('\n')}\n`,
    },
    editable: false,
    agent: 'general-purpose',
  }),
  fetch: scene('fetch', {
    title: 'Fetch',
    tool: 'WebFetch',
    input: { url: 'https://registry.example/manifest.json?channel=stable', prompt: 'Which version is the newest?' },
    editable: false,
    agent: 'general-purpose',
    position: { n: 2, of: 3 },
  }),
  mcp: scene('mcp', {
    title: 'Tool use',
    tool: 'mcp__lab__deploy',
    input: { target: 'staging', replicas: 3, flags: ['--wait'] },
    editable: false,
    options: [cardOption(1, 'Allow once', 'allow'), cardOption(2, 'Deny', 'deny', 'may')],
    numbers: 'card',
    answerableBy: ['hook'],
  }),
  question: scene('question', {
    kind: 'question',
    title: 'Question',
    tool: 'AskUserQuestion',
    input: { questions: QUESTIONS.slice(0, 1) },
    editable: false,
    options: [
      optionLike(1, 'Tarball', { meaning: 'choose' }),
      cardOption(2, 'deb and rpm', 'choose'),
      cardOption(3, 'Type something.', 'write', 'must'),
      cardOption(4, 'Chat about this', 'chat'),
    ],
  }),
  questions: scene('questions', {
    kind: 'question',
    title: 'Question',
    tool: 'AskUserQuestion',
    input: { questions: QUESTIONS },
    editable: false,
    openedAt: ago(4),
    options: [
      optionLike(1, 'Tarball', { meaning: 'choose' }),
      cardOption(2, 'deb and rpm', 'choose'),
      cardOption(3, 'Type something.', 'write', 'must'),
      cardOption(4, 'Chat about this', 'chat'),
    ],
  }),
  plan: scene('plan', {
    kind: 'plan',
    title: 'Ready to code?',
    tool: 'ExitPlanMode',
    input: { plan: PLAN },
    editable: false,
    options: [
      cardOption(1, 'Yes, and use auto mode', 'allow-mode'),
      optionLike(2, 'Yes, manually approve edits', { meaning: 'allow', highlighted: true }),
      cardOption(3, 'Tell Claude what to change', 'deny', 'must'),
    ],
  }),
  form: scene('form', {
    kind: 'form',
    title: 'lab asks',
    tool: 'lab',
    input: { message: 'Where should this be deployed?', requested_schema: SCHEMA },
    editable: false,
    numbers: 'card',
    options: [
      cardOption(1, 'Accept', 'accept'),
      cardOption(2, 'Decline', 'decline'),
      cardOption(3, 'Cancel', 'cancel'),
    ],
  }),
  oddForm: scene('oddForm', {
    kind: 'form',
    title: 'lab asks',
    tool: 'lab',
    input: { message: 'Where should this be deployed?', requested_schema: { properties: { a: { type: 'object' } } } },
    options: [cardOption(1, 'Accept', 'accept'), cardOption(2, 'Decline', 'decline')],
  }),
  dialog: scene('dialog', {
    kind: 'dialog',
    title: 'Accessing workspace:',
    tool: null,
    input: null,
    editable: false,
    screen: ['/home/a/code/portal', '', 'Is this a project you created or one you trust?'],
    options: [cardOption(1, 'No, exit', 'other'), cardOption(2, 'Yes, I trust this folder', 'other')],
    numbers: 'card',
    answerableBy: ['pane'],
  }),
  cut: scene('cut', {
    input: null,
    editable: false,
    screen: ['│ make all', '│ make check'],
    unseenLines: 52,
    answerableBy: ['pane'],
  }),
  unreadable: scene('unreadable', {
    title: 'Could not read this prompt',
    tool: null,
    input: null,
    editable: false,
    screen: null,
    options: [],
    answerableBy: [],
    reading: { tries: 3, nextAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 2)).toISOString() },
  }),
  gaveUp: scene('gaveUp', {
    title: 'Could not read this prompt',
    tool: null,
    input: null,
    editable: false,
    screen: ['  ╭──────╮', '  │ odd  │', '  ╰──────╯'],
    options: [],
    answerableBy: [],
    reading: { tries: 5, nextAt: null },
  }),
  terminalOnly: scene('terminalOnly', {
    title: 'Permission prompt',
    tool: null,
    input: null,
    editable: false,
    options: [],
    answerableBy: [],
    trouble: 'This session has no hooks and is not in tmux, so nothing can be sent to it. Answer it at its terminal.',
  }),
  third: scene('third', {
    position: { n: 3, of: 3 },
    trouble: 'Third in line: its terminal shows another prompt first.',
  }),
  notConfirmed: scene('notConfirmed', { standing: 'not-confirmed' }),
  sendingElsewhere: scene('sendingElsewhere', { standing: 'sending' }),
  maybe: scene('maybe', { maybeAnswered: true }),
} as const;

function scene(session: string, more: Partial<Prompt>): Prompt {
  return promptLike({ id: `${session}.1`, session, openedAt: ago(1), changedAt: ago(1), ...more });
}
