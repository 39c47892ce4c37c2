// What a person asked for with `tallymux answer`, and the sentences with which it is refused. Pure.

import type { Prompt } from '../../core/prompt.ts';
import { EXIT, Failure } from '../failure.ts';
import { safeText } from '../text/safe-text.ts';
import { optionList } from './choose-option.ts';

/** The words of the command, without the session. */
export interface Wish {
  /** A number or a label. */
  readonly option?: string | undefined;
  readonly yes?: boolean | undefined;
  /** `true`: no, and nothing more; a text: no, and tell Claude. */
  readonly no?: string | true | undefined;
  readonly text?: string | undefined;
  /** One for each question. */
  readonly answer?: readonly string[] | undefined;
  /** `name=value`. */
  readonly field?: readonly string[] | undefined;
  readonly decline?: boolean | undefined;
}

/** In how many ways it says what to answer. */
export function waysIn({ option, yes, no, decline, answer = [], field = [] }: Wish): number {
  const said = [option !== undefined, yes === true, no !== undefined, decline === true];
  return [...said, answer.length > 0, field.length > 0].filter(Boolean).length;
}

/** Why it makes no sense for any prompt: it contradicts itself; `null`: it does not. */
export function contradiction(wish: Wish): string | null {
  if (waysIn(wish) > 1) return 'Say one thing: an option, --yes, --no, --answer, --field or --decline.';
  const isTwice = typeof wish.no === 'string' && wish.text !== undefined;
  return isTwice ? 'Give the words once: with --no or with --text.' : null;
}

/** What was asked for makes no sense for this prompt. */
export function misused(prompt: Prompt, why: string): Failure {
  return new Failure(EXIT.usage, `${safeText(prompt.id)}: ${why}${offered(prompt)}`);
}

/** What was asked for cannot be done here. */
export function refused(prompt: Prompt, why: string): Failure {
  const { id, session, options, trouble } = prompt;
  if (options.length > 0) return new Failure(EXIT.refused, `${safeText(id)}: ${why}${offered(prompt)}`);
  const known = trouble === null ? 'None of its options is known here.' : safeText(trouble);
  return new Failure(
    EXIT.refused,
    `${safeText(id)} cannot be answered here. ${known} \`tallymux attach ${safeText(session)}\` goes there, or says where it is.`,
  );
}

function offered({ options }: Prompt): string {
  return options.length === 0 ? '' : ` Its options: ${optionList(options)}.`;
}
