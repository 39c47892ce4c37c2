// The live list as lines of a terminal: exactly as many as it has rows, none wider than its columns. Pure.

import { tableLines } from '../session-table.ts';
import { cutEnd, displayWidth, pad } from '../text/display-width.ts';
import { safeText } from '../text/safe-text.ts';
import { rowsOf, summary, type View } from './view.ts';

/** The terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Lines that are not for sessions: the head and the foot. */
const FRAME = 2;

/** Rows left for sessions. */
export function pageOf(size: Size): number {
  return Math.max(1, size.rows - FRAME);
}

/** Draws the screen. @param now epoch milliseconds. */
export function screenLines(view: View, size: Size, colour: boolean, now: number): string[] {
  const page = pageOf(size);
  const body = view.mode.kind === 'details' ? detailBody(view, page, size) : listBody(view, page, size, colour, now);
  const lines = [head(view, size, colour), ...body.slice(0, page)];
  while (lines.length < size.rows - 1) lines.push('');
  return [...lines, style(pad(foot(view, size), size.columns), '2', colour)].slice(0, size.rows);
}

function head(view: View, size: Size, colour: boolean): string {
  const what = view.snapshot === null ? 'connecting' : summary(view.snapshot);
  if (view.away)
    return style(cutEnd('Daemon away, reconnecting. This may be out of date.', size.columns), '1;33', colour);
  const red = view.snapshot?.warnings.find((warning) => warning.severity === 'red');
  if (red !== undefined) return style(cutEnd(safeText(red.text), size.columns), '1;31', colour);
  return style(cutEnd(`Tallymux  ${what}`, size.columns), '1', colour);
}

function foot(view: View, size: Size): string {
  if (view.mode.kind === 'label') {
    const before = `Label of ${view.mode.id}: `;
    const draft = safeText(view.mode.draft);
    // The end of the text is where the person types.
    const room = Math.max(1, size.columns - displayWidth(before) - 1);
    let shown = draft;
    while (displayWidth(shown) > room) shown = [...shown].slice(1).join('');
    return cutEnd(`${before}${shown}▏`, size.columns);
  }
  if (view.message !== '') return cutEnd(safeText(view.message), size.columns);
  const long =
    view.mode.kind === 'details' ? 'j/k scroll  Enter back' : 'j/k move  Enter why  l label  s seen  m mute  q quit';
  const short = view.mode.kind === 'details' ? 'j/k  ⏎ back' : 'j/k  ⏎ why  l s m  q';
  return displayWidth(long) <= size.columns ? long : cutEnd(short, size.columns);
}

function listBody(view: View, page: number, size: Size, colour: boolean, now: number): string[] {
  const rows = rowsOf(view);
  if (view.snapshot === null) return [];
  if (rows.length === 0) {
    return ['', 'No Claude session is running.', 'Start `claude` in any terminal;', 'it appears here by itself.'].map(
      (line) => cutEnd(line, size.columns),
    );
  }
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === view.selected),
  );
  const top = Math.min(Math.max(0, at - Math.floor(page / 2)), Math.max(0, rows.length - page));
  const lines = tableLines(rows, { columns: size.columns - 2, colour, now }).slice(top, top + page);
  return lines.map((line, index) => (top + index === at ? `${style('›', '1', colour)} ${line}` : `  ${line}`));
}

function detailBody(view: View, page: number, size: Size): string[] {
  if (view.mode.kind !== 'details') return [];
  return view.mode.lines.slice(view.mode.top, view.mode.top + page).map((line) => cutEnd(line, size.columns));
}

function style(text: string, sgr: string, colour: boolean): string {
  return colour ? `\u001b[${sgr}m${text}\u001b[0m` : text;
}
