// What stands above the options of a dialog: title or tabs, what is asked, the question. Pure.

import type { Dialog } from '../../../core/dialog.ts';
import type { Telling } from './fingerprint.ts';
import { isBodyRule, isInnerRule } from './rules.ts';
import { readSteps } from './steps.ts';
import { indentOf, type StyledRow } from './styled-text.ts';
import { readTitle } from './title.ts';
import { joined } from './wrapping.ts';

/** The upper part of a dialog. */
export interface Head extends Pick<Dialog, 'title' | 'agent' | 'position' | 'body' | 'question' | 'steps'> {
  /** Tabs or a box stand where others have a title. */
  readonly isQuestion: boolean;
  /** Rows between the dashed lines. */
  readonly framed: readonly string[];
  /** All that stands between the outermost of them, to be compared. */
  readonly asked: readonly string[];
  /** At least so many lines are cut off. */
  readonly cut: number;
  readonly telling: Omit<Telling, 'labels'>;
}

/** The bar in front of what has several lines. */
const BAR = /^(\s{0,4})│ ?/;

/** An arrow at the right end of a row: there is more below. */
const MORE_BELOW = /\s+↓$/;

/** "↑ 52 more lines": a number after an arrow, whatever the words. */
const MORE_ABOVE = /^\s*↑ (\d+) \S/;

/** How many lines a row says are cut off above; 0 where it says nothing of that. */
export function linesCut(row: string): number {
  return Number(MORE_ABOVE.exec(row)?.[1] ?? 0);
}

/** Reads from the line at `rule` (-1: above the screen) to the options, whose first row is `end`. */
export function readHead(rows: readonly StyledRow[], rule: number, end: number, columns: number): Head {
  const blank = (row: number) => {
    const text = rows[row]?.text ?? '';
    return text === '' || isInnerRule(text);
  };
  let at = rule + 1;
  while (at < end && blank(at)) at += 1;
  const header = at < end ? readSteps(rows[at] ?? { text: '', styles: [] }) : null;
  const titled =
    header !== null || rule < 0 || at >= end
      ? { title: header?.title ?? '', agent: null, position: null, next: header === null ? at : at + 1 }
      : readTitle(rows.slice(0, end), at, columns);

  const { first, last } = questionRows(rows, titled.next, end, columns, header !== null);
  const asked = rows.slice(first, last).flatMap(({ text }) => (linesCut(text) > 0 ? [] : [text]));
  const inside = rows.slice(titled.next, first).map(({ text }) => text);
  const framed = framedRows(inside);
  return {
    title: titled.title,
    agent: titled.agent,
    position: titled.position,
    steps: header?.steps ?? [],
    isQuestion: header !== null,
    question: joined(asked, columns),
    body: bodyOf(inside),
    framed,
    asked: askedRows(inside, rule < 0),
    // What can be scrolled down does not say by how much.
    cut: rows
      .slice(titled.next, end)
      .reduce((sum, { text }) => sum + linesCut(text), inside.some((row) => MORE_BELOW.test(row)) ? 1 : 0),
    telling: {
      framed: framed.map((row) => row.replace(MORE_BELOW, '')),
      // Of the answers to be sent, the first question tells more than the words above it.
      opening: header !== null && asked.length === 0 ? inside.filter((row) => row !== '').slice(1) : openingOf(inside),
      question: asked,
      title: at < end ? [rows[at]?.text ?? ''] : [],
    },
  };
}

/** The paragraph right above the options, or, with a blank between, one that ends in a question mark. */
function questionRows(
  rows: readonly StyledRow[],
  from: number,
  end: number,
  columns: number,
  always: boolean,
): { first: number; last: number } {
  const textAt = (row: number) => rows[row]?.text ?? '';
  const none = { first: end, last: end };
  let last = end;
  while (last > from && textAt(last - 1) === '') last -= 1;
  let first = last;
  const stops = (text: string) => text === '' || isInnerRule(text) || linesCut(text) > 0;
  while (first > from && !stops(textAt(first - 1))) first -= 1;
  if (first === last) return none;
  const line = joined(
    rows.slice(first, last).map(({ text }) => text),
    columns,
  );
  if (last === end || line.endsWith('?') || (always && first === from + 1)) return { first, last };
  return none;
}

/** Rows between the dashed lines. One of them may be cut off: the lower one where there is more below. */
function framedRows(inside: readonly string[]): string[] {
  const rules = inside.flatMap((row, at) => (isBodyRule(row) ? [at] : []));
  const [first, second] = rules;
  if (first === undefined) return [];
  const isUpper = second !== undefined || first === 0 || inside.some((row) => MORE_BELOW.test(row));
  const rows = isUpper ? inside.slice(first + 1, second) : inside.slice(0, first);
  return rows.filter((row) => row !== '' && !isInnerRule(row));
}

/** What is asked may draw dashed lines itself: all between the outermost ones. @param cut the upper one may be above. */
function askedRows(inside: readonly string[], cut: boolean): string[] {
  const [first, last] = [inside.findIndex(isBodyRule), inside.findLastIndex(isBodyRule)];
  if (first < 0) return [];
  const more = inside.some((row) => MORE_BELOW.test(row));
  const rows =
    first < last ? inside.slice(first + 1, last) : cut && !more ? inside.slice(0, first) : inside.slice(first + 1);
  return rows.filter((row) => row !== '').map((row) => row.replace(MORE_BELOW, '').replace(BAR, '$1'));
}

function openingOf(inside: readonly string[]): string[] {
  const rows = inside.filter((row) => !isInnerRule(row));
  const start = rows.findIndex((row) => row !== '');
  if (start < 0) return [];
  const length = rows.slice(start).indexOf('');
  return rows.slice(start, length < 0 ? undefined : start + length);
}

/** Lines without frames and without what all of them stand in by. */
function bodyOf(inside: readonly string[]): string[] {
  const rows = inside
    .map((row) => row.replace(MORE_BELOW, ''))
    .filter((row) => !isInnerRule(row) && linesCut(row) === 0)
    .map((row) => row.replace(BAR, '$1'));
  while (rows[0] === '') rows.shift();
  while (rows.at(-1) === '') rows.pop();
  const indent = Math.min(...rows.filter((row) => row !== '').map(indentOf));
  return rows.map((row) => row.slice(Number.isFinite(indent) ? indent : 0));
}
