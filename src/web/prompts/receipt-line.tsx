// What is left of a card for a minute: what was answered, from where, and when. There is no undo: Claude acts on it.

import type { ReactNode } from 'react';
import { shownNow } from '../store/clock.ts';
import { type Closed, forget, usePromptStore } from '../store/prompts.ts';
import { timeOfDay } from '../text/times.ts';
import { Icon } from '../ui/icon.tsx';
import { LeftToRight } from '../ui/left-to-right.tsx';
import { words } from '../words.ts';
import { receiptHead } from './receipt-head.ts';

/** The receipt; with it, where this page's own answer was not sent because Claude asked something else. */
export function ReceiptLine({
  closed,
  name,
}: {
  readonly closed: Closed;
  readonly name?: string | undefined;
}): ReactNode {
  const { receipt, prompt, late } = closed;
  const sent = usePromptStore((store) => store.sent.get(receipt.prompt));
  const { outcome, subject, answer, by } = receipt;
  const say = words.prompts.receipt;
  const at = timeOfDay(receipt.at, shownNow()).replace(/:\d\d$/, '');
  const from = by === null ? at : say.from(by === 'command line' ? say.commandLine : by, at);
  const plain = prompt?.kind === 'question' || prompt?.kind === 'plan' || prompt?.kind === 'form';
  const told = answer !== null && (late || !receipt.whole || plain || outcome === 'answered' || answer.length > 4);
  return (
    <>
      {sent?.kind === 'changed' && (
        <div className="card plain" role="status">
          <p className="note strong">
            <Icon name="alert" size={14} />
            <span>{sent.text}</span>
            <button type="button" className="btn quiet" onClick={() => forget(receipt.prompt)}>
              {words.prompts.understood}
            </button>
          </p>
        </div>
      )}
      <p className="receipt" data-outcome={outcome}>
        <Icon name={outcome === 'gone' ? 'x' : 'check'} size={14} />
        <span>
          {name !== undefined && <b>{name}: </b>}
          {receiptHead(receipt, late)}{' '}
          {plain ? (
            <q>{subject}</q>
          ) : (
            <code>
              <LeftToRight text={subject} />
            </code>
          )}
          {told && (
            <>
              {' '}
              · {!receipt.whole && `${say.sent} `}
              <b>{answer}</b>
            </>
          )}
          , {from}
        </span>
      </p>
    </>
  );
}
