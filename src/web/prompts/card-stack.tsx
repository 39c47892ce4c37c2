// The prompts of one session on its page: at the desk all of them, oldest first; pinned on the phone, one.

import type { ReactNode } from 'react';
import type { Session } from '../../core/session.ts';
import { usePrompts } from '../store/panel.ts';
import { usePromptStore } from '../store/prompts.ts';
import { Card } from './card.tsx';
import { above, lookedAt, queueItems } from './queue.ts';
import { ReceiptLine } from './receipt-line.tsx';

/** What stands where a session's prompts are shown; nothing where it has none. */
export function CardStack(props: {
  readonly session: Session;
  readonly name: string;
  /** The prompt that was asked for by its address. */
  readonly wanted: string | null;
  readonly pinned: boolean;
}): ReactNode {
  const { session, name, wanted, pinned } = props;
  const prompts = usePrompts();
  const closed = usePromptStore((store) => store.closed);
  const items = queueItems(prompts, closed, session.id);
  const first = lookedAt(items, wanted);
  const shown = pinned ? items.filter((item) => item.kind === 'closed' || item.prompt === first) : items;
  if (shown.length === 0) return null;
  return (
    <div className={pinned ? 'pin' : 'stack'}>
      {shown.map((item) =>
        item.kind === 'closed' ? (
          <ReceiptLine key={item.id} closed={item.closed} />
        ) : (
          <Card
            key={item.id}
            prompt={item.prompt}
            session={session}
            name={name}
            active={item.prompt === first}
            above={above(shown, item.id)}
            folds={pinned}
          />
        ),
      )}
    </div>
  );
}
