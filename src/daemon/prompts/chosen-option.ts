// What an answer must be before anything is sent: an option as it is offered now, and words that are no keys. Pure.

import type { PromptAnswer, PromptOption } from '../../core/prompt.ts';
import { Refused } from '../doors.ts';
import type { Asked } from './asked.ts';

/**
 * The option that an answer names, as it is offered now.
 * @throws Refused where it is not, or where what goes with it does not fit.
 */
export function chosenOption(asked: Pick<Asked, 'view' | 'hook'>, answer: PromptAnswer): PromptOption {
  const { view } = asked;
  const { option, text, answers, input, changedAt } = answer;
  // Another question may offer the very same options.
  if (view?.kind === 'question' && changedAt !== undefined && changedAt !== view.changedAt)
    throw new Refused('changed', 'It asks something else now. Nothing was sent: look again.');
  const offered =
    view?.options.find(
      ({ n, label, meaning }) => n === option.n && label === option.label && meaning === option.meaning,
    ) ?? sameMeaning(asked, answer);
  if (offered === null) {
    if (view !== null && view.options.length === 0 && view.trouble !== null) throw new Refused('refused', view.trouble);
    throw new Refused('changed', 'It offers other options now. Nothing was sent: look again.');
  }
  if (offered.text === 'must' && text === null && answers === null)
    throw new Refused('bad-request', `"${offered.label}" needs a text.`);
  if (offered.text === 'no' && text !== null)
    throw new Refused('bad-request', `"${offered.label}" takes no text. Nothing was sent.`);
  if (input !== null && view?.editable !== true)
    throw new Refused('refused', 'What it asks cannot be changed here. Nothing was sent.');
  if (input !== null && offered.meaning !== 'allow')
    throw new Refused('bad-request', 'What you changed can only be allowed once. Nothing was sent.');
  return offered;
}

/**
 * The card has words of its own until the terminal's are read, and a plain yes or no is the same in both. What is asked
 * cannot have changed meanwhile where a hook told it.
 */
function sameMeaning({ view, hook }: Pick<Asked, 'view' | 'hook'>, answer: PromptAnswer): PromptOption | null {
  const { meaning } = answer.option;
  const plain = (meaning === 'allow' || meaning === 'deny') && answer.answers === null && answer.content === null;
  if (!plain || hook === null || view === null) return null;
  const [one, ...more] = view.options.filter((option) => option.meaning === meaning);
  return one === undefined || more.length > 0 ? null : one;
}

/** A control character in what is typed would be a key: Enter, Esc, Ctrl-C. */
export function refuseControls({ text, answers, content }: PromptAnswer): void {
  const said = [
    text,
    ...(answers ?? []).flatMap((one) => [...one.chosen, one.text]),
    ...Object.values(content ?? {}).flatMap((value) => (typeof value === 'object' ? [...value] : [value])),
  ];
  if (said.some((one) => typeof one === 'string' && CONTROL.test(one)))
    throw new Refused('bad-request', 'An answer cannot hold control characters. Nothing was sent.');
}

/** All but the line end. */
const CONTROL = /[^\P{Cc}\n]/u;
