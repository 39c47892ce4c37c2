// Reads what a pane of Claude Code shows at its live end: a dialog, the composer, or neither. Pure, and it never throws:
// what stands on a screen is hostile. It reads from below upwards and by structure; words only give names to what was
// found.

import type { ScreenReading } from '../../../core/dialog.ts';
import type { PaneScreen } from '../../../core/pane.ts';
import { findComposer } from './composer.ts';
import { formDialog, listDialog, noticeDialog } from './dialog-parts.ts';
import { findDigitList, hasDigit } from './digit-list.ts';
import { readForm } from './form.ts';
import { findMarkerList } from './marker-list.ts';
import { readNotice } from './notice.ts';
import { isBodyRule, isFrameRule, isNameRule } from './rules.ts';
import { type StyledRow, styledRows } from './styled-text.ts';
import { hadRoom, joined } from './wrapping.ts';

const NOTHING: ScreenReading = { kind: 'nothing' };

/** Rows that may stand under a list: its footer. */
const FOOTER_ROWS = 8;

/** Reads a screen. */
export function readScreen(screen: PaneScreen): ScreenReading {
  const all = styledRows(screen.lines);
  const { columns } = screen;
  const composer = findComposer(all, columns);
  if (composer !== null) return composer.live ? { kind: 'composer', draft: composer.draft } : NOTHING;
  // The session's name may stand below a dialog.
  const end = all.findLastIndex(({ text }) => text !== '' && !isNameRule(text));
  if (end < 0) return NOTHING;
  const rows = all.slice(0, end + 1);
  const place = { rows, columns, cursor: screen.cursor };

  const rule = rows.findLastIndex(({ text }) => isFrameRule(text, columns));
  const endsThere = (last: number) => end - last <= FOOTER_ROWS && !isLeftOver(rows.slice(last + 1), columns);
  const inner = findDigitList(rows, rule + 1, end, columns);
  if (inner !== null && (inner.rows[0]?.digit === 1 || rule < 0)) {
    return endsThere(inner.last) ? listDialog(place, beginOf(rows, rule, inner.first, columns), inner) : NOTHING;
  }
  if (rule >= 0 && rows.slice(rule + 1).some(hasDigit)) {
    // A question has such a line within its list. Where the one above it is gone too, the dialog begins above the screen.
    const upper = rows.findLastIndex(({ text }, at) => at < rule && isFrameRule(text, columns));
    const list = findDigitList(rows, upper + 1, end, columns);
    if (list !== null && endsThere(list.last)) return listDialog(place, upper, list);
    if (list !== null && isLeftOver(rows.slice(list.last + 1), columns)) return NOTHING;
    return unreadable(rows, rule, 'Its list is not complete on the screen');
  }
  const form = rule < 0 ? null : readForm(rows, rule + 1, end);
  if (form !== null) return endsThere(form.last) ? formDialog(place, rule, form) : NOTHING;
  const list = findMarkerList(rows, rule + 1, end, columns);
  const isAsked = list !== null && list.last < end && !hasBox(rows, rule);
  if (isAsked && endsThere(list.last)) return listDialog(place, rule, list);
  if (rule < 0 || isLeftOver(rows.slice(rule + 1), columns)) return NOTHING;
  // A marker without a list that can be read is something else.
  const marked = rows.slice(rule + 1).some(({ text }) => /^\s{0,6}❯/.test(text));
  const notice = marked ? null : readNotice(rows, rule + 1, end, columns);
  if (notice !== null && paragraphs(rows, rule) > 1) return noticeDialog(place, rule, notice);
  // One paragraph under a line is the footer of a view, not a dialog.
  return paragraphs(rows, rule) > 1 ? unreadable(rows, rule, 'Claude shows something unknown') : NOTHING;
}

/** Under a plan, which ends with a dashed line, a line across the pane stands before the question: it begins above. */
function beginOf(rows: readonly StyledRow[], rule: number, list: number, columns: number): number {
  const above = rows.slice(0, Math.max(rule, 0)).findLast(({ text }) => text !== '');
  const alone = paragraphs(rows.slice(0, list), rule) === 1;
  if (above === undefined || !alone || !isBodyRule(above.text)) return rule;
  return rows.findLastIndex(({ text }, at) => at < rule && isFrameRule(text, columns));
}

/**
 * Whether a shell writes there, in the first column and after Claude's end: what still stands above takes no keys. Of
 * Claude's own, only a question's line of keys begins there.
 */
function isLeftOver(below: readonly StyledRow[], columns: number): boolean {
  const begins = ({ text }: StyledRow) => /^\S/.test(text) && !isNameRule(text);
  const first = below.findIndex(begins);
  if (first < 0) return false;
  // It may be wrapped, and only there.
  const goesOn = (row: StyledRow, at: number) => begins(row) && !hadRoom(below[at - 1]?.text ?? '', row.text, columns);
  const after = below.findIndex((row, at) => at > first && !goesOn(row, at));
  const end = after < 0 ? below.length : after;
  const parts = joined(
    below.slice(first, end).map(({ text }) => text),
    columns,
  ).split(' · ');
  const areKeys = parts.length > 1 && parts.every((part) => / to \S/.test(part) || part.endsWith('…'));
  return !areKeys || below.slice(end).some(begins);
}

/** Boxes drawn around things: a view with panes and fields, no list of answers. */
function hasBox(rows: readonly StyledRow[], rule: number): boolean {
  return rows.slice(rule + 1).some(({ text }) => /[╭╮╰╯]/.test(text));
}

function paragraphs(rows: readonly StyledRow[], rule: number): number {
  let count = 0;
  for (let row = rule + 1; row < rows.length; row += 1) {
    if (rows[row]?.text !== '' && (row === rule + 1 || rows[row - 1]?.text === '')) count += 1;
  }
  return count;
}

function unreadable(rows: readonly StyledRow[], rule: number, reason: string): ScreenReading {
  return { kind: 'unreadable', reason, lines: rows.slice(rule + 1).map(({ text }) => text) };
}
