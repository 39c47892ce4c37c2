// What in a request deserves a second look before somebody says yes: known parts that destroy, overwrite or open
// something. Pure. It only ever warns: finding nothing says nothing, and nothing may ever be called safe because of it.

import type { Ask } from './ask.ts';
import { COMMAND_PATTERNS, CREDENTIALS, HIDDEN, RUNS_BY_ITSELF } from './look-twice-patterns.ts';
import { resolvedPath, writtenPaths } from './written-paths.ts';

/** What a part does, as a name that each language has words for. */
export type Danger =
  | 'deletes'
  | 'drops'
  | 'empties'
  | 'discards'
  | 'force-push'
  | 'remote-delete'
  | 'rewrites'
  | 'runs-unseen'
  | 'outside'
  | 'runs-by-itself'
  | 'opens'
  | 'permissions'
  | 'disk'
  | 'root'
  | 'credentials'
  | 'stops'
  | 'remote'
  | 'publishes'
  | 'hidden';

/** A stretch of one line: lines from 1, columns in UTF-16 units from 0, `to` behind its last. */
export interface Stretch {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** One thing to look at twice. */
export interface Concern {
  readonly danger: Danger;
  /** What it is done to, as it is written; empty where that is not one thing. */
  readonly of: string;
  /** Where it stands in the command; empty where what is asked is no command. */
  readonly parts: readonly Stretch[];
}

/** Where a session works. */
export interface Place {
  /** Absolute path of the directory it may write to without a word. */
  readonly directory: string;
  /** The person's home directory; `null` where it is not known: every path below `~` is then another place. */
  readonly home: string | null;
}

/** Everything known to deserve a second look in what is asked, in order of its place. */
export function lookTwice(ask: Ask, place: Place): readonly Concern[] {
  switch (ask.kind) {
    case 'command':
      return inCommand(ask.command, place);
    case 'edit':
    case 'write':
      return [...inPath(ask.path, place), ...hiddenIn(ask.kind === 'write' ? ask.content : ask.before + ask.after)];
    case 'fetch':
      return /^\w+:\/\/[^/\s]*@/.test(ask.url) ? [{ danger: 'credentials', of: ask.url, parts: [] }] : [];
    case 'plan':
      return hiddenIn(ask.plan);
    case 'tool':
      return hiddenIn(ask.input);
    default:
      return [];
  }
}

function inCommand(command: string, place: Place): readonly Concern[] {
  // A line that goes on is one line to the shell; as many blanks keep every position.
  const text = command.replace(/\\\n/g, '  ');
  const at = stretches(command);
  const found = COMMAND_PATTERNS.flatMap(({ danger, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({
      danger,
      of: operands(match.groups?.of ?? ''),
      parts: at(match.index, match.index + match[0].trimEnd().length),
    })),
  );
  for (const { path, from, to } of writtenPaths(text)) {
    for (const { danger } of inPath(path, place)) found.push({ danger, of: path, parts: at(from, to) });
  }
  const sorted = found.sort((a, b) => order(a) - order(b));
  const seen = new Set<string>();
  const once = sorted.filter((one) => {
    const key = `${one.danger} ${one.parts[0]?.line} ${one.of}`;
    return seen.has(key) ? false : seen.add(key);
  });
  return [...once, ...hiddenIn(command)];
}

function inPath(path: string, place: Place): readonly Concern[] {
  const full = resolvedPath(path, place);
  if (full === null) return [];
  const found: Concern[] = [];
  const inside = place.directory === '/' ? full : full === place.directory || full.startsWith(`${place.directory}/`);
  if (!inside) found.push({ danger: 'outside', of: path, parts: [] });
  if (RUNS_BY_ITSELF.test(full)) found.push({ danger: 'runs-by-itself', of: path, parts: [] });
  if (CREDENTIALS.test(full)) found.push({ danger: 'credentials', of: path, parts: [] });
  return found;
}

function hiddenIn(text: string): readonly Concern[] {
  return HIDDEN.test(text.replaceAll('\r\n', '\n')) ? [{ danger: 'hidden', of: '', parts: [] }] : [];
}

/** What a command is done to: its words without options. */
function operands(rest: string): string {
  const words = rest.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return words.filter((word) => !word.startsWith('-')).join(' ');
}

/** Cuts stretches of a whole text into stretches of its lines. */
function stretches(text: string): (from: number, to: number) => readonly Stretch[] {
  const lines = text.split('\n');
  return (from, to) => {
    const parts: Stretch[] = [];
    let begin = 0;
    for (const [index, line] of lines.entries()) {
      const [first, last] = [Math.max(from, begin) - begin, Math.min(to, begin + line.length) - begin];
      if (first < last) parts.push({ line: index + 1, from: first, to: last });
      begin += line.length + 1;
    }
    return parts;
  };
}

function order({ parts }: Concern): number {
  const [first] = parts;
  return first === undefined ? 0 : first.line * 1_000_000 + first.from;
}
