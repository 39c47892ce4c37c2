// What is left of a dialog in a pane that is too small for it: of a command that is one long line perhaps a few words. Pure.
// That does not tell one question from every other; it may do so only where a single one is open that it could be, and
// never where a sub-agent may be the one that asks: whose it is stands in the title, above the screen.

import type { Dialog } from './dialog.ts';
import type { HookQuestion } from './hook-question.ts';
import { dense, textOnRows } from './shown-text.ts';

/** Fewer characters than this tell nothing, blanks not counted. */
const LEAST = 8;

/** Whether `dialog`, whose title is above the screen, may be the end of `question`: what is seen is the end of its command. */
export function mayBeEndOf(dialog: Dialog, question: HookQuestion): boolean {
  const { asks, tool, agentType, input } = question;
  const { kind, title, cutLines, agent, framed, body } = dialog;
  if (asks !== 'permission' || tool !== 'Bash' || kind !== 'permission') return false;
  if (title !== '' || cutLines === 0 || agent !== null || agentType !== null) return false;
  // What stands above the lines around a command is seen: so is its beginning, and it is another one.
  if (body.filter((row) => row.trim() !== '').length > framed.length) return false;
  const { command } = input;
  if (typeof command !== 'string' || dense(framed.join('')).length < LEAST) return false;
  return textOnRows(framed, command, LEAST) !== null;
}
