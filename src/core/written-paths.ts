// Which files a shell command names to write to, and where a path leads. Pure: nothing is looked up on a disk, so what a
// variable holds is not known.

import type { Place } from './look-twice.ts';

/** A path that is written to, without quotes, and where it stands in the text. */
export interface WrittenPath {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

const WORD = `"[^"\\n]*"|'[^'\\n]*'|(?:[^\\s;|&<>()'"\`\\\\]|\\\\.)+`;
const REDIRECTS = new RegExp(`(?<![-=<>])>{1,2}[|]?\\s*(?<path>${WORD})`, 'dg');
const OPTIONS = new RegExp(`\\s(?:of=|-[oO]\\s+|--output(?:-document)?[= ]\\s*)(?<path>${WORD})`, 'dg');
const ALL = /(?<![\w.-])(?:touch|mkdir|rm|rmdir|mv|tee|truncate|shred|unlink|chmod|chown)\s(?<rest>[^\n;|&)]*)/dg;
const LAST = /(?<![\w.-])(?:cp|ln|install|rsync|scp|sed\s+-i\S*)\s(?<rest>[^\n;|&)]*)/dg;
const NO_FILES = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$/;

/** Every path that `command` names to write to. */
export function writtenPaths(command: string): readonly WrittenPath[] {
  const found: WrittenPath[] = [];
  for (const pattern of [REDIRECTS, OPTIONS]) {
    for (const match of command.matchAll(pattern)) add(found, match.groups?.path, match.indices?.groups?.path);
  }
  for (const [pattern, last] of [
    [ALL, false],
    [LAST, true],
  ] as const) {
    for (const match of command.matchAll(pattern)) {
      const begin = match.indices?.groups?.rest?.[0] ?? 0;
      const words = [...(match.groups?.rest ?? '').replace(/\d?>.*$/, '').matchAll(new RegExp(WORD, 'g'))];
      const operands = words.filter(([word]) => !word.startsWith('-'));
      for (const word of last ? operands.slice(-1) : operands) {
        add(found, word[0], [begin + word.index, begin + word.index + word[0].length]);
      }
    }
  }
  return found;
}

/** Where `path` leads, absolute and without dots; `null` where that is not known, or it is no file. */
export function resolvedPath(path: string, { directory, home }: Place): string | null {
  const fromHome = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(path);
  const full = fromHome
    ? `${home ?? '/~'}${path.slice(fromHome[0].length)}`
    : path.startsWith('/') || /^~\w/.test(path)
      ? path
      : `${directory}/${path}`;
  if (NO_FILES.test(full) || /^[$`]/.test(path.replace(/^\$\{?HOME\}?/, ''))) return null;
  const parts: string[] = [];
  for (const part of full.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function add(found: WrittenPath[], word: string | undefined, at: readonly [number, number] | undefined): void {
  if (word === undefined || at === undefined) return;
  const path = /^["']/.test(word) ? word.slice(1, -1) : word.replace(/\\(.)/g, '$1');
  if (path !== '') found.push({ path, from: at[0], to: at[1] });
}
