// A prompt as it is drawn: what it asks and its options without anything that no screen shows, beside the prompt as it
// came, which answers are made of. Pure.

import { type Ask, askOf, subjectOf } from '../../core/ask.ts';
import type { EditPlace } from '../../core/edit-place.ts';
import { type Concern, lookTwice } from '../../core/look-twice.ts';
import type { Prompt, PromptOption } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { clean, cleanAllLines, cleanText } from '../text/clean.ts';

/** What is drawn of a prompt. */
export interface ShownPrompt {
  /** As it came. Only for answers: never draw anything of it. */
  readonly raw: Prompt;
  readonly ask: Ask;
  /** What it asks as it came, in the same shape as `ask`. Only for answers. */
  readonly rawAsk: Ask;
  /** Where an edit stands in its file. */
  readonly place: EditPlace | null;
  readonly title: string;
  /** One line that names what is asked. */
  readonly subject: string;
  /** In the order of `raw.options`. */
  readonly options: readonly PromptOption[];
  readonly agent: string | null;
  readonly trouble: string | null;
}

const shown = new WeakMap<Prompt, ShownPrompt>();

/** What is drawn of `prompt`; the same object for the same prompt. */
export function shownPrompt(prompt: Prompt): ShownPrompt {
  const known = shown.get(prompt);
  if (known !== undefined) return known;
  const rawAsk = askOf(prompt);
  const made = {
    raw: prompt,
    ask: cleanAllLines(rawAsk),
    rawAsk,
    place: cleanAllLines(prompt.place),
    title: cleanText(prompt.title),
    subject: cleanText(subjectOf(prompt)),
    options: clean(prompt.options),
    agent: clean(prompt.agent),
    trouble: clean(prompt.trouble),
  };
  shown.set(prompt, made);
  return made;
}

/** What deserves a second look in what is drawn; `command` replaces the command where the person changed it. */
export function concernsOf(
  prompt: ShownPrompt,
  session: Session | undefined,
  command: string | null,
): readonly Concern[] {
  const claudes = session?.claudeDirectory ?? '';
  const home = claudes.endsWith('/.claude') ? claudes.slice(0, -'/.claude'.length) : null;
  const place = { directory: session?.cwd ?? '/', home };
  if (command !== null && prompt.ask.kind === 'command') return lookTwice({ ...prompt.ask, command }, place);
  // What was taken out for drawing is found in the text as it came.
  const hidden = lookTwice(prompt.rawAsk, place).filter(({ danger }) => danger === 'hidden');
  return [...lookTwice(prompt.ask, place), ...hidden];
}

/** Whether Claude's whole question is before the person's eyes, so that yes may be said. */
export function isComplete({ raw }: ShownPrompt): boolean {
  return raw.unseenLines === 0 || raw.input !== null;
}

/** Why a prompt takes no answer here now; `null` where it takes one. */
export function cannotAnswer(prompt: ShownPrompt): 'reading' | 'unseen' | 'terminal' | null {
  const { raw, ask } = prompt;
  if (raw.reading !== null) return 'reading';
  if (raw.trouble !== null || raw.answerableBy.length === 0 || raw.options.length === 0) return 'terminal';
  if (ask.kind === 'form' && ask.fields === null) return 'terminal';
  return isComplete(prompt) ? null : 'unseen';
}
