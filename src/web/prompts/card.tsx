// One prompt as a card: everything that is asked, what deserves a second look, and the ways to answer. The click is the
// confirmation. Nothing is chosen beforehand, and a card that becomes another takes nothing for a moment.

import { type ReactNode, useMemo } from 'react';
import type { Prompt, PromptOption } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { useDraft } from '../store/drafts.ts';
import { usePanel } from '../store/panel.ts';
import { answerPrompt, usePromptStore } from '../store/prompts.ts';
import { cannotAnswer, concernsOf, type ShownPrompt, shownPrompt } from '../store/shown-prompt.ts';
import { useTouch } from '../ui/use-media.ts';
import { words } from '../words.ts';
import './card.css';
import './card-text.css';
import './answers.css';
import { CardBody } from './card-body.tsx';
import { CardHead } from './card-head.tsx';
import type { CardParts, More } from './card-parts.ts';
import { FormAnswer } from './form.tsx';
import { Notes } from './notes.tsx';
import { Options } from './options.tsx';
import { Questions } from './questions.tsx';
import { Trouble } from './trouble.tsx';
import { useSettled } from './use-settled.ts';

/** What a card shows and where it stands. */
export interface CardProps {
  readonly prompt: Prompt;
  readonly session: Session | undefined;
  /** What the session is called. */
  readonly name: string;
  /** Digits act on it where nothing has the focus. */
  readonly active: boolean;
  /** What stands above it: when that becomes another, the card has moved. */
  readonly above: string;
  /** Whether its head folds it. */
  readonly folds?: boolean;
}

/** The card of one open prompt. */
export function Card({ prompt: raw, session, name, active, above, folds = false }: CardProps): ReactNode {
  const prompt = shownPrompt(raw);
  const [draft, change] = useDraft(raw.id);
  const sent = usePromptStore((store) => store.sent.get(raw.id));
  const live = usePanel((panel) => panel.phase === 'live');
  const full = usePanel((panel) => panel.role === 'full');
  const touch = useTouch();
  const concerns = useMemo(() => concernsOf(prompt, session, draft.command), [prompt, session, draft.command]);
  const settled = useSettled(`${raw.id} ${raw.changedAt} ${raw.place?.line} ${above} ${live} ${draft.folded}`);
  const trouble = cannotAnswer(prompt);
  const sending = sent?.kind === 'sending' || raw.standing === 'sending';
  const unconfirmed =
    sent?.kind === 'not-confirmed' || (raw.standing === 'not-confirmed' && sent?.kind !== 'looked-again');
  const waits = trouble === null && full && !unconfirmed;
  const ready = waits && live && settled && !sending;
  const answer = (option: PromptOption, more: More = {}): void => {
    if (ready) answerPrompt(raw, option, more);
  };
  const parts: CardParts = { prompt, session, concerns, draft, change, sent, ready, active, touch, answer };
  return (
    <section
      className="card"
      aria-label={words.prompts.region(titleOf(prompt), name, raw.position)}
      data-prompt={raw.id}
      data-away={!live || undefined}
      data-resting={!ready || undefined}
      data-active={active || undefined}
      data-folded={(folds && draft.folded) || undefined}
    >
      <CardHead {...parts} title={titleOf(prompt)} folds={folds} />
      {!(folds && draft.folded) && (
        <>
          <CardBody {...parts} />
          <Notes {...parts} />
          {!live && <p className="note">{words.prompts.away}</p>}
          {!full && trouble === null && <p className="note">{words.prompts.readOnly}</p>}
          {(trouble !== null || !waits) && full && <Trouble {...parts} why={trouble} />}
          {/* A prompt that is another now is answered anew: nothing that was focused or open stays. */}
          {waits && <Answers key={raw.changedAt} {...parts} />}
        </>
      )}
    </section>
  );
}

function titleOf({ raw, ask, title }: ShownPrompt): string {
  if (raw.reading !== null) return words.prompts.unreadableTitle;
  const several = ask.kind === 'questions' && ask.questions.length > 1;
  return several ? words.prompts.questions(ask.questions.length) : title;
}

function Answers(parts: CardParts): ReactNode {
  switch (parts.prompt.ask.kind) {
    case 'questions':
      return <Questions {...parts} questions={parts.prompt.ask.questions} />;
    case 'form':
      return <FormAnswer {...parts} fields={parts.prompt.ask.fields ?? []} />;
    default:
      return <Options {...parts} />;
  }
}
