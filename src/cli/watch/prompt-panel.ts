// The prompt of the chosen session, below the live list: who asks, what, and the options with their digits. Pure. It must
// say when it does not hold all of it.

import type { Prompt } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { askLines } from '../text/ask-lines.ts';
import { cutEnd, displayWidth } from '../text/display-width.ts';
import { optionLines, remarks, titleOf, warningLines } from '../text/prompt-lines.ts';
import { safeText } from '../text/safe-text.ts';
import { age } from '../text/times.ts';
import { wrapped } from '../text/wrapped.ts';
import type { Size } from './screen.ts';

/** What is drawn. */
export interface Panel {
  readonly lines: readonly string[];
  /** All that is asked, and every option, is on it. */
  readonly whole: boolean;
}

/** The fewest lines in which a prompt says anything: its head, what it asks, one option. */
const FEWEST = 3;

/**
 * The prompt on at most so many rows, none wider than the columns; `null` where there is no room.
 * @param session whose it is, where that is known.
 * @param now epoch milliseconds.
 */
export function promptPanel(
  prompt: Prompt,
  session: Session | undefined,
  { columns, rows: most }: Size,
  colour: boolean,
  now: number,
): Panel | null {
  if (most < FEWEST) return null;
  const ask = askLines(prompt, columns, '  ');
  const notes = [
    ...warningLines(prompt, session, columns, colour),
    ...remarks(prompt).flatMap((text) => wrapped(text, columns, '  ', '')),
  ];
  const options = prompt.options.flatMap((option) => optionLines(option, columns));
  const rule = (more: string): string => ruleOf(prompt, more, columns, colour, now);
  const all = [...ask, ...notes, ...options];
  if (all.length < most) return { lines: [rule(''), ...all], whole: true };
  const short = prompt.options.map((option) => cutEnd(optionLines(option, Number.POSITIVE_INFINITY)[0] ?? '', columns));
  const room = most - 1;
  const asked = [...notes, ...ask].slice(0, Math.max(1, room - short.length));
  return { lines: [rule('p shows all'), ...asked, ...short].slice(0, most), whole: false };
}

function ruleOf(prompt: Prompt, more: string, columns: number, colour: boolean, now: number): string {
  const parts = [more, safeText(prompt.id), titleOf(prompt), age(prompt.openedAt, now)].filter((part) => part !== '');
  const text = cutEnd(`── ${parts.join(' · ')} `, columns);
  const line = text + '─'.repeat(Math.max(0, columns - displayWidth(text)));
  return colour ? `\u001b[33m${line}\u001b[0m` : line;
}
