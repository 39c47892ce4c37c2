// What Claude Code 2.1.332 shows when a tool needs permission, tool by tool. Pure. The words are Claude's own, copied from
// its screen; nothing here decides what an answer does.

import { BLANK, type Block, rule, text } from './blocks.ts';
import type { List, Row } from './list-face.ts';

/** What is asked. */
export interface PermissionAsk {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  /** Kind of the sub-agent that asks; `null`: the main conversation. */
  readonly agent: string | null;
  /** Agents work in the background. */
  readonly agentsWork: boolean;
  /** What the second option remembers; `null`: there is none. */
  readonly always: string | null;
  /** What the server says of its tool. */
  readonly about: string | null;
  /** Claude's fallback when it cannot check: No first, no digits. */
  readonly unchecked: boolean;
}

const AMEND_YES = { stem: 'Yes, ', hint: 'and tell Claude what to do next', effect: 'yes-with-text' } as const;
const AMEND_NO = { stem: 'No, ', hint: 'and tell Claude what to do differently', effect: 'no-with-text' } as const;
const YES: Row = { label: 'Yes', effect: 'yes', amend: AMEND_YES };
const NO: Row = { label: 'No', effect: 'no', amend: AMEND_NO };
const AUTO: Row = {
  label: 'Yes, and switch to auto mode · auto mode handles these prompts for you',
  effect: 'auto-mode',
};
const ACCEPT: Row = {
  label:
    'Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session (shift+tab)',
  effect: 'accept-edits',
};
const DASHES = rule('╌');

/** The dialog for a permission. */
export function permissionList(ask: PermissionAsk): List {
  const { title, head, body, between, question, rows, shortcut } = lookOf(ask);
  const tail = ask.agent === null ? '' : `· from the ${ask.agent} agent`;
  const stop = ask.agentsWork ? ' · ctrl+x ctrl+k twice to stop background agents' : '';
  const foot = (words: string): readonly Block[] => [{ kind: 'cut' }, footer(words)];
  const note = ask.unchecked
    ? [text("Auto mode can't check actions in this session, so this one needs your approval")]
    : [];
  const spaced = [...between, ...note];
  return {
    above: [
      rule('─', 0, 'accent'),
      { kind: 'title', title, tail },
      ...head,
      DASHES,
      ...body,
      DASHES,
      ...spaced,
      ...(spaced.length > 0 ? [BLANK] : []),
      ...(question === '' ? [] : [text(question)]),
    ],
    rows: ask.unchecked ? [NO, YES] : rows,
    below: foot(`Esc to cancel · Tab to amend${stop}`),
    belowField: foot('Esc to cancel'),
    indent: 1,
    digits: !ask.unchecked,
    ...(shortcut === undefined ? {} : { shortcut }),
  };
}

interface PermissionLook {
  readonly title: string;
  readonly head: readonly Block[];
  readonly body: readonly Block[];
  readonly between: readonly Block[];
  readonly question: string;
  readonly rows: readonly Row[];
  readonly shortcut?: number;
}

function lookOf(ask: PermissionAsk): PermissionLook {
  const word = (key: string) => (typeof ask.input[key] === 'string' ? (ask.input[key] as string) : '');
  const always: readonly Row[] = ask.always === null ? [] : [{ label: `Yes, and ${ask.always}`, effect: 'always' }];
  if (ask.tool === 'Bash') {
    const tip = 'Tip: auto mode handles these prompts for you — choose "switch to auto mode" below';
    const heredoc = /<<-?\w/.test(word('command'));
    return {
      title: 'Bash command',
      head: [
        ...(ask.unchecked ? [] : [text(tip, 1, 'strong')]),
        text(word('description') || 'Run a command', 1, 'dim'),
      ],
      body: commandBlocks(word('command')),
      between: heredoc ? [text('Heredoc with unquoted delimiter undergoes shell expansion')] : [],
      question: 'Do you want to proceed?',
      rows: [YES, ...always, AUTO, NO],
    };
  }
  if (ask.tool === 'Edit' || ask.tool === 'Write') {
    const path = word('file_path');
    const own = path.startsWith(`${ask.cwd}/`) ? path.slice(ask.cwd.length + 1) : path;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const edit = ask.tool === 'Edit';
    return {
      title: edit ? 'Edit file' : 'Create file',
      head: [text(own, 1, 'dim')],
      body: edit ? editBlocks(word('old_string'), word('new_string')) : writeBlocks(word('content')),
      between: [],
      question: edit ? `Do you want to make this edit to ${name}?` : `Do you want to create ${name}?`,
      rows: [YES, ACCEPT, NO],
      shortcut: 1,
    };
  }
  if (ask.tool === 'WebFetch') {
    return {
      title: 'Fetch',
      head: [text(word('url'), 1, 'dim')],
      body: [text(`Claude wants to fetch content from ${hostOf(word('url'))}`)],
      between: [],
      question: 'Do you want to allow Claude to fetch this content?',
      rows: [YES, ...always, { ...NO, label: 'No, and tell Claude what to do differently (esc)' }],
    };
  }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(ask.tool) ?? [];
  const called = server === undefined ? ask.tool : `${server} — ${capital(tool ?? '')} Tool`;
  return {
    title: 'Tool use',
    head: [text(server === undefined ? called : `${called}: (MCP)`)],
    body: Object.entries(ask.input).map(([key, value]) => text(`${key}: ${JSON.stringify(value)}`)),
    between: ask.about === null ? [] : [text(`About the ${called}:`), ...barred(ask.about)],
    question: 'Do you want to proceed?',
    rows: [YES, ...always, NO],
  };
}

/** A command of one line as it is, a longer one behind bars. */
function commandBlocks(command: string): readonly Block[] {
  return command.includes('\n') || command.length > 200 ? barred(command) : [text(command)];
}

function barred(words: string): readonly Block[] {
  return words
    .split('\n')
    .map((line) => ({ kind: 'text', text: line, first: ' │ ', rest: ' │ ', right: 1, look: 'plain' }));
}

function editBlocks(before: string, after: string): readonly Block[] {
  const line = (sign: string) => (words: string, at: number) => text(`${at + 1} ${sign}${words}`);
  return [...before.split('\n').map(line('-')), ...after.split('\n').map(line('+'))];
}

function writeBlocks(content: string): readonly Block[] {
  return content
    .replace(/\n$/, '')
    .split('\n')
    .map((words, at) => text(`${at + 1} ${words}`, 2));
}

/** The line below a dialog: cut, never wrapped. */
function footer(words: string): Block {
  return { kind: 'text', text: words, first: ' ', rest: ' ', right: 1, look: 'dim', whole: true };
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/]*)/.exec(url)?.[1] ?? url;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
