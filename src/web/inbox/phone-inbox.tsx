// The phone's home: prompts as cards, then what is to review. A card shows the beginning; it offers a yes only where all
// of it is there, on one line, with nothing to look at twice.

import { type ReactNode, useMemo } from 'react';
import { attentionOrder } from '../../core/attention.ts';
import { Bell } from '../bell/bell.tsx';
import { above, type QueueItem } from '../prompts/queue.ts';
import { ReceiptLine } from '../prompts/receipt-line.tsx';
import { SessionRow } from '../sidebar/session-row.tsx';
import { useSessions } from '../store/panel.ts';
import { shownNames } from '../text/names.ts';
import { ThemeButton } from '../ui/theme-button.tsx';
import { words } from '../words.ts';
import { Nothing } from './nothing.tsx';
import { PhoneCard } from './phone-card.tsx';

/** The page on a phone. */
export function PhoneInbox({ items }: { readonly items: readonly QueueItem[] }): ReactNode {
  const sessions = useSessions();
  const names = useMemo(() => shownNames(sessions), [sessions]);
  const review = attentionOrder(sessions).filter(({ state }) => state === 'review');
  const nameOf = (id: string): string => names.get(id)?.name ?? id;
  const none = !items.some(({ kind }) => kind === 'open');
  return (
    <main className="page">
      <header className="ph-h">
        <h1>{words.needsYou}</h1>
        <span className="sp" />
        <Bell />
        <ThemeButton />
      </header>
      <div className="ph-b scroll">
        {items.map((item) =>
          item.kind === 'closed' ? (
            <ReceiptLine key={item.id} closed={item.closed} name={nameOf(item.session)} />
          ) : (
            <PhoneCard
              key={item.id}
              prompt={item.prompt}
              session={sessions.find(({ id }) => id === item.session)}
              name={nameOf(item.session)}
              above={above(items, item.id)}
            />
          ),
        )}
        {none && <Nothing />}
        {review.length > 0 && (
          <section>
            <h2 className="sh">{words.prompts.toReview}</h2>
            {review.slice(0, 50).map((session) => (
              <div key={session.id} className="ph-row">
                <SessionRow
                  session={session}
                  name={names.get(session.id) ?? { name: session.id, extra: null }}
                  shape="two"
                  dense={false}
                  deep={false}
                  current={false}
                  touch
                  focusMoves={0}
                />
              </div>
            ))}
          </section>
        )}
      </div>
    </main>
  );
}
