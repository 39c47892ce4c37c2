// The live list as lines of a terminal: exactly as many as it has rows, none wider than its columns. Pure.

import { tableLines } from '../session-table.ts';
import { cutEnd, displayWidth, pad } from '../text/display-width.ts';
import { answerable, promptLines } from '../text/prompt-lines.ts';
import { safeText } from '../text/safe-text.ts';
import { shownPrompt } from './face.ts';
import { type Panel, promptPanel } from './prompt-panel.ts';
import { type Moment, rowsOf, summary, type View } from './view.ts';

/** The terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Lines that are not for sessions: the head and the foot. */
const FRAME = 2;

/** Sessions that stay in sight above a prompt, where there are so many: a third of the screen, at most this. */
const MOST_KEPT = 5;

/** What stands between head and foot. */
interface Body {
  readonly lines: readonly string[];
  readonly moment: Omit<Moment, 'now'>;
}

/** What a key's meaning depends on. @param now epoch milliseconds. */
export function momentOf(view: View, size: Size, now: number): Moment {
  return { ...bodyOf(view, size, false, now).moment, now };
}

/** Draws the screen. @param now epoch milliseconds. */
export function screenLines(view: View, size: Size, colour: boolean, now: number): string[] {
  const lines = [head(view, size, colour), ...bodyOf(view, size, colour, now).lines];
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
  const hints = hintsOf(view);
  return hints.find((hint) => displayWidth(hint) <= size.columns) ?? cutEnd(hints.at(-1) ?? '', size.columns);
}

/** What the keys do, the longest first. */
function hintsOf(view: View): readonly string[] {
  const prompt = shownPrompt(view);
  const numbers = prompt !== undefined && answerable(prompt) ? prompt.options.map(({ n }) => n) : [];
  const digits = numbers.length === 0 ? '' : `${numbers[0]}–${numbers.at(-1)} answer  `;
  const another = prompt !== undefined && prompt.position.of > 1 ? 'Tab next  ' : '';
  switch (view.mode.kind) {
    case 'details':
      return ['j/k scroll  Enter back'];
    case 'prompt':
      return [`${digits}${another}j/k scroll  Enter back`, `${digits}j/k  ⏎ back`];
    default: {
      const asked = prompt === undefined ? '' : `${digits}p all  ${another}`;
      return [
        `${asked}j/k move  Enter attach  e explain  l label  s seen  m mute  q quit`,
        `${asked}j/k  ⏎ attach  e explain  l s m  q quit`,
        `${asked}j/k  ⏎ attach  e l s m  q`,
        `${digits}p  ⏎ attach  e l s m  q`,
      ];
    }
  }
}

function bodyOf(view: View, size: Size, colour: boolean, now: number): Body {
  const rows = Math.max(1, size.rows - FRAME);
  const { mode } = view;
  if (mode.kind === 'details') {
    return { lines: scrolled(mode.lines, mode.top, rows, size), moment: { page: rows, lines: 0, whole: false } };
  }
  const prompt = shownPrompt(view);
  const session = view.snapshot?.sessions.find(({ id }) => id === prompt?.session);
  if (mode.kind === 'prompt' && prompt !== undefined) {
    const lines = promptLines(prompt, session, { columns: size.columns, colour, now });
    // Whoever sees its end has scrolled through it.
    const moment = { page: rows, lines: lines.length, whole: mode.top + rows >= lines.length };
    return { lines: scrolled(lines, mode.top, rows, size), moment };
  }
  const kept = Math.min(rowsOf(view).length, Math.max(1, Math.min(MOST_KEPT, Math.floor(rows / 3))));
  const below = (most: number): Panel | null =>
    prompt === undefined ? null : promptPanel(prompt, session, { columns: size.columns, rows: most }, colour, now);
  // Where all of it fits beside the chosen row alone, that is worth more than other rows.
  const [some, most] = [below(rows - kept), below(rows - 1)];
  const panel = some?.whole !== true && most?.whole === true ? most : some;
  const page = rows - (panel?.lines.length ?? 0);
  const list = listBody(view, page, size, colour, now);
  while (list.length < page) list.push('');
  return {
    lines: [...list.slice(0, page), ...(panel?.lines ?? [])],
    moment: { page, lines: 0, whole: panel?.whole ?? false },
  };
}

function scrolled(lines: readonly string[], top: number, rows: number, size: Size): string[] {
  return lines.slice(top, top + rows).map((line) => (line.includes('\u001b') ? line : cutEnd(line, size.columns)));
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
  const prompts = view.snapshot.prompts;
  const lines = tableLines(rows, { columns: size.columns - 2, colour, now }, prompts).slice(top, top + page);
  return lines.map((line, index) => (top + index === at ? `${style('›', '1', colour)} ${line}` : `  ${line}`));
}

function style(text: string, sgr: string, colour: boolean): string {
  return colour ? `\u001b[${sgr}m${text}\u001b[0m` : text;
}
