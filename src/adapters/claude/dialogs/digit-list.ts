// A list whose rows begin with digits: `❯ 1. Yes`. Found from below upwards, by digits and columns alone, so that no
// words are needed and nothing that stands above the list, or wraps inside a row, can be taken for a row of it. Pure.

import { isFrameRule, isInnerRule } from './rules.ts';
import { indentOf, type StyledRow } from './styled-text.ts';

/** Where a row of a list stands. */
export interface ListRow {
  /** `null`: a row without a digit below the ticked ones (`Submit`). */
  readonly digit: number | null;
  readonly row: number;
  /** Column of the digit. */
  readonly column: number;
  /** Where its words begin. */
  readonly from: number;
  readonly marked: boolean;
  /** Rows that follow it and belong to it. */
  readonly more: readonly number[];
  /** A line across the pane stands above it. */
  readonly apart: boolean;
}

/** A list, top to bottom. */
export interface List {
  readonly rows: readonly ListRow[];
  /** First and last screen row of it. */
  readonly first: number;
  readonly last: number;
  /** Rows of it are not on the screen. */
  readonly cut: boolean;
}

interface Candidate {
  readonly digit: number;
  readonly row: number;
  readonly column: number;
  readonly from: number;
  readonly marked: boolean;
  readonly arrow: boolean;
}

const ROW = /^(\s{0,6})(?:(❯)\s+|([↑↓])\s+)?(\d{1,2})\.\s?(?=\S)/;

/** Whether a row could belong to such a list. */
export function hasDigit(row: StyledRow): boolean {
  return ROW.test(row.text);
}

/** The list that ends lowest between two screen rows, both included; `null` where there is none. */
export function findDigitList(rows: readonly StyledRow[], from: number, to: number, columns: number): List | null {
  const candidates: Candidate[] = [];
  for (let row = from; row <= to; row += 1) {
    const match = ROW.exec(rows[row]?.text ?? '');
    if (match === null) continue;
    const [whole, space = '', mark, arrow, digit = ''] = match;
    const column = mark || arrow ? whole.search(/\d/) : space.length;
    candidates.push({
      ...{ digit: Number(digit), row, column, from: whole.length },
      ...{ marked: mark !== undefined, arrow: arrow !== undefined },
    });
  }
  for (let lowest = candidates.length - 1; lowest >= 0; lowest -= 1) {
    const chain = chainUp(candidates, lowest);
    const top = chain[0];
    const complete = top?.digit === 1 && chain.length > 1 && chain.every(({ digit }, at) => digit === at + 1);
    // A list that takes keys has one marker, also what is left of it in a short pane.
    if (markers(rows, top?.row ?? 0, to) !== 1) continue;
    const cut = !complete || chain.some(({ arrow }) => arrow);
    if (complete || chain.some(({ marked }) => marked)) return listOf(rows, chain, to, columns, cut);
  }
  return null;
}

function markers(rows: readonly StyledRow[], from: number, to: number): number {
  return rows.slice(from, to + 1).filter(({ text }) => /^\s{0,6}❯\s/.test(text)).length;
}

/** Rows with falling digits in the same column, upwards to 1. */
function chainUp(candidates: readonly Candidate[], lowest: number): Candidate[] {
  const start = candidates[lowest];
  if (start === undefined) return [];
  const chain = [start];
  for (let at = lowest - 1; at >= 0; at -= 1) {
    const [next] = chain;
    const candidate = candidates[at];
    if (next === undefined || candidate === undefined || next.digit === 1) break;
    if (Math.abs(candidate.column - next.column) <= 1 && candidate.digit < next.digit) chain.unshift(candidate);
    else if (candidate.column <= next.column + 1) break;
  }
  return chain;
}

function listOf(
  rows: readonly StyledRow[],
  chain: readonly Candidate[],
  to: number,
  columns: number,
  cut: boolean,
): List {
  const found: ListRow[] = [];
  let last = 0;
  for (const [at, { digit, row, column, from, marked }] of chain.entries()) {
    const next = chain[at + 1]?.row;
    const more = next === undefined ? tail(rows, row, column, to, columns) : between(rows, row, next, columns);
    const before = chain[at - 1]?.row ?? row;
    const apart = rows.slice(before, row).some(({ text }) => isFrameRule(text, columns));
    found.push({ digit, row, column, from, marked, more, apart });
    last = more.at(-1) ?? row;
  }
  return { rows: found, first: chain[0]?.row ?? 0, last, cut };
}

function between(rows: readonly StyledRow[], row: number, next: number, columns: number): number[] {
  const more: number[] = [];
  for (let at = row + 1; at < next; at += 1) {
    const text = rows[at]?.text ?? '';
    if (text !== '' && !isFrameRule(text, columns) && !isInnerRule(text)) more.push(at);
  }
  return more;
}

/** What belongs to the last row: rows that stand in as far as its words. A narrow old Claude leaves a blank between. */
function tail(rows: readonly StyledRow[], row: number, column: number, to: number, columns: number): number[] {
  const more: number[] = [];
  for (let at = row + 1; at <= to; at += 1) {
    const text = rows[at]?.text ?? '';
    const before = rows[at - 1]?.text ?? '';
    if (text === '') {
      const after = rows[at + 1]?.text ?? '';
      if (before.length >= columns - 2 && indentOf(after) === column + 3) continue;
      break;
    }
    if (!/^\s*❯\s{2,}\S/.test(text) && indentOf(text) < column + 2) break;
    more.push(at);
  }
  return more;
}
