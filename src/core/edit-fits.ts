// Whether the rows of a file dialog are of just this change. Pure. They show numbers, signs and lines around it, and in a
// short pane only the end of it; every row of the change must be of it, and where nothing is cut all of it must be seen.

import { dense } from './shown-text.ts';

/** What a call changes. `before: null`: not told, the file is written anew. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** Whether a path, as a dialog names it, is the file. */
export function namesFile(shown: string, path: string): boolean {
  const tail = dense(shown)
    .replace(/^(?:~|\.|\.\.)\//, '')
    .replace(/^(?:\.\.\/)+/, '');
  const whole = dense(path);
  return tail !== '' && (whole === tail || whole.endsWith(`/${tail.replace(/^\//, '')}`));
}

/** Whether the rows between the dashed lines show the change. @param cut only the last rows are seen. */
export function showsChange(rows: readonly string[], change: FileChange, cut: boolean): boolean {
  return isContent(rows, change, cut) || isDifference(rows, change, cut);
}

/** All lines of a new file, with numbers or without. */
function isContent(rows: readonly string[], { before, after }: FileChange, cut: boolean): boolean {
  if (before !== null && before !== '') return false;
  const wanted = dense(after);
  const plain = [rows, rows.map((row) => row.replace(/^\s*\d+ /, ''))].map((each) => dense(each.join('')));
  return plain.some((seen) => seen === wanted || (cut && seen !== '' && wanted.endsWith(seen)));
}

interface Line {
  /** As it is numbered in the file. */
  readonly number: number;
  readonly sign: string;
  /** What it says; where a wrapped row may repeat the sign, also without those. */
  readonly says: string;
  readonly bare: string;
}

function isDifference(rows: readonly string[], change: FileChange, cut: boolean): boolean {
  const shown = linesOf(rows);
  if (!shown.some(({ sign }) => sign !== ' ')) return false;
  const { before, after } = change;
  if (before === null || cut || hasGaps(shown)) return isOf(shown, change, cut);
  const [old, now] = [dense(before), dense(after)];
  return (['says', 'bare'] as const).some((reading) => {
    const side = (sign: string) => shown.map((line) => (line.sign === sign ? '' : line[reading])).join('');
    const [from, to] = [side('+'), side('-')];
    if (old !== '' && from.replaceAll(old, () => now) === to) return true;
    for (let at = from.indexOf(old); at >= 0 && at <= to.length; at = from.indexOf(old, at + 1)) {
      if (from.slice(0, at) + now + from.slice(at + old.length) === to) return true;
      if (at === from.length) return false;
    }
    return false;
  });
}

/** Row by row, where not all of it can be seen: every row is of the change, and without a cut no row of it is missing. */
function isOf(shown: readonly Line[], { before, after }: FileChange, cut: boolean): boolean {
  const [old, now] = [before === null ? null : linesIn(before), linesIn(after)];
  const [added, taken] = ['+', '-'].map((sign) => shown.filter((line) => line.sign === sign && line.says !== ''));
  const whole = before === null;
  const areOf = (seen: readonly Line[] = [], lines: readonly string[]) =>
    seen.every((row) => lines.some((line, at) => isLine(row, line, at === 0, at === lines.length - 1, whole)));
  const areSeen = (lines: readonly string[], others: readonly string[], seen: readonly Line[] = []) =>
    lines.every(
      (line, at) =>
        others.includes(line) || seen.some((row) => isLine(row, line, at === 0, at === lines.length - 1, whole)),
    );
  if (now.length > 0 && !areOf(added, now)) return false;
  // Of a file that is written anew nobody told what was there.
  if (old === null) return now.length > 0;
  return areOf(taken, old) && (cut || (areSeen(now, old, added) && areSeen(old, now, taken)));
}

/** What is changed may begin and end within a line. */
function isLine({ says, bare }: Line, line: string, first: boolean, last: boolean, whole: boolean): boolean {
  return [says, bare].some((row) => {
    if (whole || !(first || last)) return row === line;
    return first && last ? row.includes(line) : first ? row.endsWith(line) : row.startsWith(line);
  });
}

/** Lines with something in them, without blanks. */
function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map(dense)
    .filter((line) => line !== '');
}

/** Whether unchanged lines are left out between its parts. */
function hasGaps(lines: readonly Line[]): boolean {
  let highest = lines[0]?.number ?? 0;
  return lines.some(({ number }) => {
    const gap = number > highest + 1;
    highest = Math.max(highest, number);
    return gap;
  });
}

function linesOf(rows: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  for (const row of rows) {
    const [whole, number, sign = ' ', text = ''] = /^\s*(\d+)(?: ?([-+ ])(.*))?$/.exec(row) ?? [];
    const before = lines.at(-1);
    if (whole !== undefined) lines.push({ number: Number(number), sign, says: dense(text), bare: dense(text) });
    else if (before !== undefined && !/^\s*(?:\.{3}|…|⋯)\s*$/.test(row)) {
      const rest = row.trimStart();
      const bare = dense(rest.startsWith(before.sign) ? rest.slice(1) : rest);
      lines[lines.length - 1] = { ...before, says: before.says + dense(row), bare: before.bare + bare };
    }
  }
  return lines;
}
