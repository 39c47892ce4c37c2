// What is left of a dialog in a pane that is too small for it: of a command that is one long line perhaps a few words. Pure.
// That does not tell one question from every other; it may do so only where a single one is open that it could be, and
// never where a sub-agent may be the one that asks: whose it is stands in the title, above the screen.

import type { Dialog } from './dialog.ts';
import type { HookQuestion } from './hook-question.ts';
import { dense, textOnRows } from './shown-text.ts';

/** Fewer characters than this tell nothing, blanks not counted. */
const LEAST = 8;

/**
 * Whether `dialog`, whose title is above the screen, may be the end of `question`: what is seen is the end of its command.
 * @param before the dialog that it showed until now: where that was such a one too, less of it may be seen now, or none,
 * for a list takes more rows when the highlight moves.
 */
export function mayBeEndOf(dialog: Dialog, question: HookQuestion, before: Dialog | null = null): boolean {
  const { asks, tool, agentType, input } = question;
  const { kind, title, cutLines, agent, framed, body } = dialog;
  const goesOn = before !== null && before.title === '';
  // Without a No and without the key that adds words to it, what is seen of a list tells no permission.
  if (asks !== 'permission' || tool !== 'Bash' || !(kind === 'permission' || (goesOn && kind === 'dialog')))
    return false;
  if (title !== '' || cutLines === 0 || agent !== null || agentType !== null) return false;
  const least = goesOn ? 0 : LEAST;
  const { command } = input;
  if (typeof command !== 'string' || dense(framed.join('')).length < least) return false;
  const seen = textOnRows(framed, command, least);
  // Where what stands above the lines around a command is seen, so is its beginning.
  const begins = body.filter((row) => row.trim() !== '').length > framed.length;
  return begins ? seen === 'whole' : seen !== null;
}
