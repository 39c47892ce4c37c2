// Answers one prompt, once. Whoever comes second hears what the first one chose; what is not exactly what was looked at
// is refused; and nothing is called answered before its effect was seen. Every answer leaves a line in the audit.

import type { Outcome, Prompt, PromptAnswer, PromptOption, Receipt } from '../../core/prompt.ts';
import { type Caller, Refused } from '../doors.ts';
import type { Keeping } from '../keeping.ts';
import type { Living } from '../living.ts';
import type { Clock, HookDecisions, PromptStore, StoredAnswer } from '../ports.ts';
import type { Asked, Given } from './asked.ts';
import type { PromptBook } from './book.ts';
import type { Effect } from './effects.ts';

/** What became of an answer that was sent. `refused`: nothing was sent, and why. */
export type Sent =
  | { readonly sent: Effect }
  | { readonly refused: 'changed' | 'answered' | 'refused' | 'bad-request'; readonly text: string }
  /** This way cannot carry the answer; another may. */
  | { readonly inexpressible: true };

/** One way by which an answer reaches Claude. */
export type Way = (living: Living, asked: Asked, answer: PromptAnswer) => Promise<Sent>;

/** What answering needs. */
export interface AnsweringOptions {
  readonly book: PromptBook;
  readonly decisions: HookDecisions;
  readonly store: Pick<PromptStore, 'addAnswer'>;
  readonly keeping: Pick<Keeping, 'write'>;
  readonly clock: Clock;
  readonly living: (session: string) => Living | undefined;
  /** Looks again at everything that could tell that the prompt is over or another one now. */
  readonly lookAgain: (living: Living) => Promise<void>;
  /** Closes what was found to be over while an answer was on its way. */
  readonly judgeAgain: (living: Living) => void;
  readonly byHook: Way;
  readonly byPane: Way;
}

/** The reply of the command `answer`. */
export interface Answered {
  readonly receipt: Receipt | null;
  readonly text: string;
}

/** How long a second answer waits for the first to come to its end, in milliseconds. */
const PATIENCE = 10_000;

/** Makes the one function that answers prompts. */
export function answerPrompts(options: AnsweringOptions): (answer: PromptAnswer, caller: Caller) => Promise<Answered> {
  const { book, store, keeping, clock } = options;
  const answering = new Set<Asked>();

  const audit = (
    asked: Asked,
    answer: PromptAnswer,
    caller: Caller,
    channel: StoredAnswer['channel'],
    result: string,
  ) =>
    keeping.write(() =>
      store.addAnswer({
        at: clock.wall(),
        session: asked.session,
        prompt: asked.id,
        subject: asked.view?.title ?? '',
        meaning: answer.option.meaning,
        label: answer.option.label,
        text: answer.text,
        by: caller.door === 'socket' ? 'socket' : caller.device.id,
        channel,
        result,
      }),
    );

  return async (answer, caller) => {
    const asked = book.byId(answer.prompt);
    if (asked === undefined) throw overAlready(book.receipt(answer.prompt), answer.prompt);
    if (answering.has(asked)) throw await whatTheOtherDid(book, asked);
    const living = options.living(asked.session);
    if (living === undefined) throw new Refused('not-found', `Session ${asked.session} is gone.`);
    const option = chosen(asked.view, answer);

    answering.add(asked);
    let channel: StoredAnswer['channel'] = 'none';
    try {
      await options.lookAgain(living);
      if (book.byId(asked.id) === undefined) throw overAlready(book.receipt(asked.id), asked.id);
      chosen(asked.view, answer);
      setStanding(book, living, asked, 'sending');
      let sent: Sent = { inexpressible: true };
      if (asked.hook !== null && asked.hook.held !== null) {
        channel = 'hook';
        sent = await options.byHook(living, asked, answer);
      }
      if ('inexpressible' in sent && asked.dialog !== null) {
        channel = 'pane';
        sent = await options.byPane(living, asked, answer);
      }
      return conclude(living, asked, answer, option, caller, channel, sent);
    } catch (error) {
      if (error instanceof Refused) audit(asked, answer, caller, channel, error.problem);
      throw error;
    } finally {
      answering.delete(asked);
      if (isSending(asked) && book.byId(asked.id) !== undefined) {
        setStanding(book, living, asked, 'open');
        options.judgeAgain(living);
      }
    }
  };

  function conclude(
    living: Living,
    asked: Asked,
    answer: PromptAnswer,
    option: PromptOption,
    caller: Caller,
    channel: StoredAnswer['channel'],
    sent: Sent,
  ): Answered {
    if ('inexpressible' in sent) {
      const text = `That can only be done in its terminal: \`tallymux attach ${living.id}\`. Nothing was sent.`;
      throw new Refused('refused', text);
    }
    if ('refused' in sent) {
      throw new Refused(sent.refused, sent.text);
    }
    switch (sent.sent) {
      case 'seen': {
        const given: Given = { answer: wordsOf(answer), by: nameOf(caller) };
        book.close(asked, outcomeOf(option), given);
        audit(asked, answer, caller, channel, 'answered');
        const receipt = book.receipt(asked.id) ?? null;
        return { receipt, text: receipt === null ? 'Answered.' : receiptInWords(receipt) };
      }
      case 'elsewhere':
        book.close(asked, 'elsewhere', null);
        throw overAlready(book.receipt(asked.id), asked.id);
      case 'nothing':
        asked.given = channel === 'hook' ? { answer: wordsOf(answer), by: nameOf(caller) } : null;
        setStanding(book, living, asked, 'not-confirmed');
        audit(asked, answer, caller, channel, 'not-confirmed');
        return { receipt: null, text: 'Sent, not confirmed: its effect was not seen. Nothing more was sent.' };
    }
  }
}

/** The option that an answer names, as it is offered now. */
function chosen(view: Prompt | null, { option, text, answers, input, changedAt }: PromptAnswer): PromptOption {
  // Another question may offer the very same options.
  if (view?.kind === 'question' && changedAt !== undefined && changedAt !== view.changedAt)
    throw new Refused('changed', 'It asks something else now. Nothing was sent: look again.');
  const offered = view?.options.find(
    ({ n, label, meaning }) => n === option.n && label === option.label && meaning === option.meaning,
  );
  if (offered === undefined) {
    if (view !== null && view.options.length === 0 && view.trouble !== null) throw new Refused('refused', view.trouble);
    throw new Refused('changed', 'It offers other options now. Nothing was sent: look again.');
  }
  if (offered.text === 'must' && text === null && answers === null)
    throw new Refused('bad-request', `"${offered.label}" needs a text.`);
  if (offered.text === 'no' && text !== null)
    throw new Refused('bad-request', `"${offered.label}" takes no text. Nothing was sent.`);
  if (input !== null && view?.editable !== true)
    throw new Refused('refused', 'What it asks cannot be changed here. Nothing was sent.');
  return offered;
}

function isSending({ standing }: Asked): boolean {
  return standing === 'sending';
}

function setStanding(book: PromptBook, living: Living, asked: Asked, standing: Asked['standing']): void {
  asked.standing = standing;
  book.tell(living);
}

/** Two at once: the second one is told what the first one came to. */
async function whatTheOtherDid(book: PromptBook, asked: Asked): Promise<Refused> {
  const receipt = await new Promise<Receipt | null>((resolve) => {
    const unlisten = book.whenClosed(asked, (closed) => {
      clearTimeout(timer);
      resolve(closed);
    });
    const timer = setTimeout(() => {
      unlisten();
      resolve(null);
    }, PATIENCE);
  });
  if (receipt !== null) return overAlready(receipt, asked.id);
  return new Refused('changed', 'Somebody else sent an answer a moment ago, and its effect was not seen yet.');
}

function overAlready(receipt: Receipt | undefined, id: string): Refused {
  if (receipt !== undefined) return new Refused('answered', `Already over: ${receiptInWords(receipt)}`);
  // Ids are never used again: one that has the form of an id and is not open was answered some time.
  return /^.+\.\d+$/.test(id)
    ? new Refused('answered', `Prompt ${id} is not open any more. \`tallymux prompts\` shows those that are.`)
    : new Refused('not-found', `There is no prompt ${id}. \`tallymux prompts\` shows those there are.`);
}

function receiptInWords({ outcome, subject, answer, by }: Receipt): string {
  const what = subject === '' ? '' : ` ${subject}`;
  switch (outcome) {
    case 'elsewhere':
      return `answered in its terminal:${what}.`;
    case 'gone':
      return `what asked it is gone:${what}.`;
    default:
      return `${outcome}${what} with "${answer ?? ''}" from ${by ?? 'somewhere'}.`;
  }
}

function outcomeOf({ meaning }: PromptOption): Outcome {
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

function wordsOf({ option, text, answers }: PromptAnswer): string {
  const all = answers?.map(({ chosen: labels, text: own }) => [...labels, ...(own === null ? [] : [own])].join(', '));
  const said = all?.join(' · ') ?? option.label;
  return text === null ? said : `${said}: ${text}`;
}

function nameOf(caller: Caller): string {
  return caller.door === 'socket' ? 'the command line' : caller.device.name;
}
