// Sessions as lines of a table: mark, id, name, state, time, action. Pure. Every line fits the given width; the time is
// never cut, then the name has the first claim, then the action.

import { attentionOrder, markOf, needsAttention, URGENCY } from '../core/attention.ts';
import type { Prompt } from '../core/prompt.ts';
import type { Session } from '../core/session.ts';
import { cutEnd, cutMiddle, displayWidth, pad } from './text/display-width.ts';
import { coloured, shapeOf, wordOf } from './text/marks.ts';
import { actionOf, nameOf } from './text/session-words.ts';
import { age } from './text/times.ts';

/** How a table is drawn. */
export interface TableStyle {
  /** Columns of the terminal; infinite where nothing is to be cut. */
  readonly columns: number;
  readonly colour: boolean;
  /** Epoch milliseconds, for the times. */
  readonly now: number;
}

/** Sessions of their own and scripts, each with what waits for the person first. */
export function inOrder(sessions: readonly Session[]): { sessions: Session[]; scripts: Session[] } {
  const sorted = [...attentionOrder(sessions), ...sessions.filter((one) => !needsAttention(one)).sort(byUrgency)];
  return {
    sessions: sorted.filter((one) => one.kind !== 'script'),
    scripts: sorted.filter((one) => one.kind === 'script'),
  };
}

/** One line for each session, in the order given; what waits is told by its oldest prompt, where that is known. */
export function tableLines(sessions: readonly Session[], style: TableStyle, prompts: readonly Prompt[] = []): string[] {
  const rows = sessions.map((session) => ({
    session,
    name: nameOf(session),
    word: wordOf(session),
    time: age(session.waitingSince ?? session.since, style.now),
    action: actionOf(
      session,
      prompts.filter((prompt) => prompt.session === session.id),
    ),
  }));
  const widest = (pick: (row: (typeof rows)[number]) => string, most: number): number =>
    Math.min(most, Math.max(0, ...rows.map((row) => displayWidth(pick(row)))));
  const id = widest((row) => row.session.id, 8);
  const time = widest((row) => row.time, 8);
  const left = style.columns - (2 + id + 2 + 2 + 2 + time);
  const word = widest((row) => row.word, Math.max(9, Math.floor(left / 3)));
  const name = widest((row) => row.name, Math.max(4, Math.min(40, Math.max(left - word - 24, 24), left - word)));
  const rest = left - word - name - 2;
  return rows.map(({ session, ...row }) => {
    const paint = (text: string): string => coloured(session, text, style.colour);
    const cells = [
      `${paint(shapeOf(session))} ${pad(session.id, id)}`,
      pad(cutMiddle(row.name, name), name),
      paint(pad(cutEnd(row.word, word), word)),
      row.time.padStart(time),
    ];
    if (rest >= 6 && row.action !== '') cells.push(cutEnd(row.action, rest));
    return cells.join('  ');
  });
}

/** What does not wait: busy, unknown, idle, ended; in each, the newest first. */
function byUrgency(a: Session, b: Session): number {
  const urgency = URGENCY.indexOf(markOf(a)) - URGENCY.indexOf(markOf(b));
  if (urgency !== 0) return urgency;
  const age = Date.parse(b.since) - Date.parse(a.since);
  return age === 0 || Number.isNaN(age) ? (a.id < b.id ? -1 : 1) : age;
}
