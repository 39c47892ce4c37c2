// Answers in words: for receipts, for the audit, and for whoever comes too late. Pure.

import { subjectOf } from '../../core/ask.ts';
import type { Outcome, Prompt, PromptAnswer, PromptOption, Receipt } from '../../core/prompt.ts';
import { receiptInWords } from '../../core/receipt-words.ts';
import { type Caller, Refused } from '../doors.ts';
import type { Living } from '../living.ts';

/** The most of one answer that is written down, in characters. */
const MOST_WRITTEN = 100_000;

/**
 * The refusal of an answer to what is not open.
 * @param living the session that the id names, where it is known.
 * @param isSent whether it was sent all the same, and came too late.
 * @param now epoch milliseconds.
 */
export function overAlready(
  receipt: Receipt | undefined,
  id: string,
  living: Living | undefined,
  now: number,
  isSent = false,
): Refused {
  if (receipt !== undefined) {
    const end = isSent ? 'What was sent came too late.' : 'Nothing was sent.';
    return new Refused('answered', `${id} is already over: ${receiptInWords(receipt, now)}. ${end}`);
  }
  const number = Number(/\.(\d+)$/.exec(id)?.[1] ?? 0);
  // Ids are never used again: one that was given and is not open is over.
  return living !== undefined && number >= 1 && number <= living.promptCount
    ? new Refused('answered', `Prompt ${id} is not open any more. \`tallymux prompts\` shows those that are.`)
    : new Refused('not-found', `There is no prompt ${id}. \`tallymux prompts\` shows those there are.`);
}

/** The session whose prompt has this id. */
export function sessionIn(id: string): string {
  return id.replace(/\.\d+$/, '');
}

/** What an option makes of a prompt. */
export function outcomeOf({ meaning }: PromptOption): Outcome {
  switch (meaning) {
    case 'allow':
    case 'allow-always':
    case 'allow-mode':
      return 'allowed';
    case 'deny':
    case 'decline':
    case 'cancel':
      return 'denied';
    default:
      return 'answered';
  }
}

/**
 * Whether all of an answer by hook is told by what Claude writes of it, which is allow or deny. A rule, another mode, a
 * changed input, an answer to a question, the values of a form or a reason is not.
 */
export function isPlain({ option: { meaning }, text, input, answers, content }: PromptAnswer): boolean {
  if (meaning === 'deny' || meaning === 'cancel') return text === null;
  return meaning === 'allow' && input === null && answers === null && content === null;
}

/** The chosen words, what was written with them, and what was asked for in place of what Claude asked. */
export function wordsOf({ option, text, answers, input }: PromptAnswer, asked: Prompt | null): string {
  const chosen = answers === null ? option.label : answersInWords(answers);
  const said = input === null ? chosen : `${chosen}, ${changedInWords(input, asked)}`;
  return text === null ? said : `${said}: ${text}`;
}

/** All that was sent beside the option: texts, answers, a form's values, a changed input; `null`: nothing. */
export function sentBeside({ text, answers, content, input }: PromptAnswer): string | null {
  const parts = [
    ...(text === null ? [] : [text]),
    ...(answers === null ? [] : [answersInWords(answers)]),
    ...(content === null ? [] : [JSON.stringify(content)]),
    ...(input === null ? [] : [JSON.stringify(input)]),
  ];
  return parts.length === 0 ? null : parts.join('\n').slice(0, MOST_WRITTEN);
}

/** Where a session can be answered by hand. */
export function placeOf({ id, kind, origin }: Living): string {
  if (origin.tmux !== null) return `in its terminal: \`tallymux attach ${id}\``;
  if (kind === 'editor') return 'in its editor';
  return origin.tty === null ? 'in its terminal' : `in its terminal, ${origin.tty}`;
}

/** Who answers. */
export function nameOf(caller: Caller): string {
  return caller.door === 'socket' ? 'the command line' : caller.device.name;
}

function changedInWords(input: NonNullable<PromptAnswer['input']>, asked: Prompt | null): string {
  if (asked === null) return 'changed';
  const now = subjectOf({ ...asked, input });
  return now === subjectOf(asked) ? 'changed' : `changed to: ${now}`;
}

function answersInWords(answers: NonNullable<PromptAnswer['answers']>): string {
  return answers.map(({ chosen, text }) => [...chosen, ...(text === null ? [] : [text])].join(', ')).join(' · ');
}
