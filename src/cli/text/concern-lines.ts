// What in a prompt deserves a second look, in plain words. Pure; safe to print. It only warns: where it says nothing, nothing
// is called safe.

import { askOf } from '../../core/ask.ts';
import { lookTwice } from '../../core/look-twice.ts';
import { promptsEn as say } from '../../core/messages/prompts-en.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { safeText } from './safe-text.ts';

/** One line for each: `Line 3 deletes with everything below: ~/data`. @param session tells what is outside of it. */
export function concernLines(prompt: Prompt, session: Session | undefined): string[] {
  const claude = session?.claudeDirectory ?? '';
  const home = claude.endsWith('/.claude') ? claude.slice(0, -'/.claude'.length) : null;
  const ask = askOf(prompt);
  const single = ask.kind !== 'command' || !ask.command.trimEnd().includes('\n');
  return lookTwice(ask, { directory: session?.cwd ?? '/', home }).map(({ danger, of, parts: [first] }) => {
    const text = say.dangers[danger];
    const words = first === undefined || single ? say.sentence(text) : say.atLine(first.line, text);
    return safeText(of === '' ? words : `${words}: ${of}`);
  });
}
