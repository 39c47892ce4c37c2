// What must be said about an answer: sent and not confirmed, not sent, on its way from somewhere else.

import type { ReactNode } from 'react';
import { forget } from '../store/prompts.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';

/** The notes of a card, above its options. The region is always there, so that readers notice what appears in it. */
export function Notes({ prompt, sent, draft }: CardParts): ReactNode {
  const { raw } = prompt;
  const say = words.prompts;
  const unconfirmed = raw.standing === 'not-confirmed' || sent?.kind === 'not-confirmed';
  const elsewhere = raw.standing === 'sending' && sent?.kind !== 'sending';
  const kept = draft.command !== null;
  return (
    <div role="status" className="notes">
      {unconfirmed && (
        <p className="note strong">
          <Icon name="alert" size={14} />
          <span>{sent?.kind === 'not-confirmed' ? sent.text : say.notConfirmed}</span>
        </p>
      )}
      {(sent?.kind === 'changed' || sent?.kind === 'refused') && (
        <p className="note strong">
          <Icon name="alert" size={14} />
          <span>{sent.text}</span>
          <button type="button" className="btn quiet" onClick={() => forget(raw.id)}>
            {say.understood}
          </button>
        </p>
      )}
      {elsewhere && <p className="note">{say.sendingElsewhere}</p>}
      {raw.maybeAnswered && <p className="note">{say.maybeAnswered}</p>}
      {kept && <p className="note">{say.onlyYes}</p>}
    </div>
  );
}
