// Answers one prompt, once. Whoever comes second hears what the first one chose; what is not exactly what was looked at
// is refused; and nothing is called answered before its effect was seen. Every attempt leaves a line in the audit.

import type { PromptAnswer, PromptOption, PromptStanding, Receipt } from '../../core/prompt.ts';
import { receiptInWords } from '../../core/receipt-words.ts';
import { type Caller, Refused } from '../doors.ts';
import type { Keeping } from '../keeping.ts';
import type { Living } from '../living.ts';
import type { Clock, DecisionProof, HookDecisions, PromptStore, StoredAnswer } from '../ports.ts';
import { isPlain, nameOf, outcomeOf, overAlready, placeOf, sentBeside, sessionIn, wordsOf } from './answer-words.ts';
import type { Asked, Given } from './asked.ts';
import { type PromptBook, subjectIn } from './book.ts';
import { chosenOption, refuseControls } from './chosen-option.ts';
import type { Effect } from './effects.ts';

/** What became of an answer that was sent. */
export type Sent =
  /** `decided`: what was decided by hook; `null`: a form. */
  | { readonly sent: Effect; readonly decided?: DecisionProof | null }
  /** It was not given, and why. `unclear`: keys were pressed, and what became of the last is not known. */
  | {
      readonly refused: 'changed' | 'answered' | 'refused' | 'bad-request';
      readonly text: string;
      readonly unclear?: true;
    }
  /** This way cannot carry the answer; another may. */
  | { readonly inexpressible: true };

/** How it was when an answer came: what the card showed to whoever gave it. */
export interface Before {
  readonly standing: PromptStanding;
  /** How many tools had ended in its session. */
  readonly results: number;
  /** Id of the tool call that it asks about; `null`: not known. */
  readonly call: string | null;
}

/** One way by which an answer reaches Claude. */
export type Way = (living: Living, asked: Asked, answer: PromptAnswer, before: Before) => Promise<Sent>;

/** What answering needs. */
export interface AnsweringOptions {
  readonly book: PromptBook;
  readonly decisions: HookDecisions;
  readonly store: Pick<PromptStore, 'addAnswer'>;
  readonly keeping: Pick<Keeping, 'write'>;
  readonly clock: Clock;
  readonly living: (session: string) => Living | undefined;
  /** How many tools have ended in a session, as far as was heard. */
  readonly toolResults: (living: Living) => number;
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

/** One attempt, for the audit. */
interface Attempt {
  readonly answer: PromptAnswer;
  readonly caller: Caller;
  readonly asked: Asked | undefined;
  /** How it was when it came. It may have to wait for another's, and be looked into for a while. */
  readonly before: Omit<Before, 'standing'>;
  channel: StoredAnswer['channel'];
  /** The terminal, or something else, was first. */
  tooLate: boolean;
}

/** Makes the one function that answers prompts. */
export function answerPrompts(options: AnsweringOptions): (answer: PromptAnswer, caller: Caller) => Promise<Answered> {
  const { book, store, keeping, clock } = options;
  /** Attempts that are under way; each tells at its end whether anything was sent. */
  const underway = new Map<Asked, Promise<boolean>>();

  return async (request, caller) => {
    const answer = { ...request, text: request.text?.trim() ? request.text : null };
    const asked = book.byId(answer.prompt);
    const living = asked === undefined ? undefined : options.living(asked.session);
    const before = {
      results: living === undefined ? 0 : options.toolResults(living),
      call: asked?.hook?.toolId ?? asked?.call?.id ?? null,
    };
    const attempt: Attempt = { answer, caller, asked, before, channel: 'none', tooLate: false };
    try {
      const answered = await give(attempt);
      audit(attempt, answered.receipt === null ? 'not-confirmed' : 'answered');
      return answered;
    } catch (error) {
      const refused = error instanceof Refused ? `refused ${error.problem}` : 'failed';
      audit(attempt, attempt.tooLate ? 'elsewhere' : refused);
      throw error;
    }
  };

  function audit({ answer, caller, asked, channel }: Attempt, result: string): void {
    const receipt = book.receipt(answer.prompt);
    keeping.write(() =>
      store.addAnswer({
        at: clock.wall(),
        session: asked?.session ?? sessionIn(answer.prompt),
        prompt: answer.prompt,
        subject: asked === undefined ? (receipt?.subject ?? '') : subjectIn(asked),
        meaning: answer.option.meaning,
        label: answer.option.label,
        text: sentBeside(answer),
        by: caller.door === 'socket' ? 'socket' : caller.device.id,
        channel,
        result,
      }),
    );
  }

  async function give(attempt: Attempt): Promise<Answered> {
    const { asked, answer } = attempt;
    refuseControls(answer);
    if (asked === undefined) throw isOver(answer.prompt);
    // Two at once: the second one hears what the first one came to, or tries itself where nothing came of it.
    for (let first = underway.get(asked); first !== undefined; first = underway.get(asked)) {
      const wasSent = await first;
      if (book.byId(asked.id) === undefined) throw isOver(asked.id);
      if (wasSent)
        throw new Refused(
          'changed',
          'Somebody else sent an answer a moment ago, and its effect was not seen: look again.',
        );
    }
    let wasSent = false;
    let tellEnd = (_wasSent: boolean) => {};
    const end = new Promise<boolean>((resolve) => {
      tellEnd = resolve;
    });
    underway.set(asked, end);
    try {
      const answered = await send(attempt, asked);
      wasSent = true;
      return answered;
    } finally {
      underway.delete(asked);
      tellEnd(wasSent);
    }
  }

  async function send(attempt: Attempt, asked: Asked): Promise<Answered> {
    const living = options.living(asked.session);
    if (living === undefined) throw new Refused('not-found', `Session ${asked.session} is gone.`);
    chosenOption(asked, attempt.answer);
    const { standing, shown } = asked;
    const before = { ...attempt.before, standing };
    let after = standing;
    try {
      await options.lookAgain(living);
      if (book.byId(asked.id) === undefined) throw isOver(asked.id);
      const option = chosenOption(asked, attempt.answer);
      const { n, label, meaning } = option;
      const answer = { ...attempt.answer, option: { n, label, meaning } };
      setStanding(living, asked, 'sending');
      let sent: Sent = { inexpressible: true };
      if (asked.hook !== null && asked.hook.held !== null) {
        attempt.channel = 'hook';
        sent = await options.byHook(living, asked, answer, before);
      }
      if ('inexpressible' in sent && asked.dialog !== null) {
        attempt.channel = 'pane';
        sent = await options.byPane(living, asked, answer, before);
      }
      // Of several questions the next one may stand there already: it is not what was answered.
      if ('sent' in sent && sent.sent === 'seen' && shown !== null) asked.shown = shown;
      if ('unclear' in sent) after = 'not-confirmed';
      return conclude(living, asked, answer, option, attempt, sent);
    } finally {
      if (asked.standing === 'sending' && book.byId(asked.id) !== undefined) setStanding(living, asked, after);
      if (book.byId(asked.id) !== undefined) options.judgeAgain(living);
    }
  }

  function conclude(
    living: Living,
    asked: Asked,
    answer: PromptAnswer,
    option: PromptOption,
    attempt: Attempt,
    sent: Sent,
  ): Answered {
    if ('inexpressible' in sent)
      throw new Refused('refused', `That can only be done ${placeOf(living)}. Nothing was sent.`);
    if ('refused' in sent) throw new Refused(sent.refused, sent.text);
    const { decided = null } = sent;
    // Of one that also stops the turn no decision is written down.
    const given: Given = {
      answer: wordsOf(answer, asked.view),
      by: nameOf(attempt.caller),
      whole: attempt.channel !== 'hook' || isPlain(answer),
      decided: decided === 'stop' ? null : decided,
    };
    if (typeof sent.sent === 'object') {
      attempt.tooLate = true;
      book.close(asked, { ending: sent.sent.over });
      throw isOver(asked.id, true);
    }
    switch (sent.sent) {
      case 'seen': {
        book.close(asked, { outcome: outcomeOf(option), given });
        const receipt = book.receipt(asked.id) ?? null;
        return { receipt, text: receipt === null ? 'Answered.' : `${receiptInWords(receipt, clock.wall())}.` };
      }
      case 'unknown':
        book.close(asked, { ending: 'unclear' });
        return {
          receipt: null,
          text: 'Sent, not confirmed: it is over, and nothing tells whether this answer was first.',
        };
      case 'nothing':
        asked.given = attempt.channel === 'hook' ? given : null;
        setStanding(living, asked, 'not-confirmed');
        return {
          receipt: null,
          text: isFilledIn(asked, answer)
            ? `Sent, not confirmed: the form is filled in there, and its last step had no effect that was seen. Look at it ${placeOf(living)}.`
            : 'Sent, not confirmed: its effect was not seen. Nothing more was sent.',
        };
    }
  }

  function isOver(id: string, isSent = false): Refused {
    return overAlready(book.receipt(id), id, options.living(sessionIn(id)), clock.wall(), isSent);
  }

  function setStanding(living: Living, asked: Asked, standing: PromptStanding): void {
    asked.standing = standing;
    book.tell(living);
  }
}

/** Whether the terminal's form holds what it was to be filled in with: its button is gone to only then. */
function isFilledIn({ dialog }: Asked, { content }: PromptAnswer): boolean {
  if (content === null || Object.keys(content).length === 0 || dialog === null) return false;
  return dialog.options[dialog.highlighted ?? -1]?.meaning === 'accept';
}
