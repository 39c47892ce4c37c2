// What a prompt asks in the one line that a list has for it. Pure.

import type { Prompt } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { concernsOf, shownPrompt } from '../store/shown-prompt.ts';
import { asking, type Doing } from '../text/describe.ts';

/** What is asked: of a long command the first line that asks for a second look; `null` where nothing has words for it. */
export function askedLine(prompt: Prompt, session: Session | undefined): Doing | null {
  const shown = shownPrompt(prompt);
  const { ask } = shown;
  const line = ask.kind === 'command' ? concernsOf(shown, session, null)[0]?.parts[0]?.line : undefined;
  const text = ask.kind === 'command' && line !== undefined ? ask.command.split('\n')[line - 1]?.trim() : undefined;
  if (text && line !== 1) return { text: `${text} …`, code: true };
  return asking(prompt, session);
}
