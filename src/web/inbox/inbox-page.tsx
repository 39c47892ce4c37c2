// The inbox: every open prompt of every session, oldest first. It counts prompts, where the bell counts sessions. At the
// desk j and k move and digits answer; a prompt that comes while another is read neither moves it nor takes the focus.

import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Prompt } from '../../core/prompt.ts';
import { Card } from '../prompts/card.tsx';
import { lookedAt, type QueueItem, queueItems } from '../prompts/queue.ts';
import { ReceiptLine } from '../prompts/receipt-line.tsx';
import { saysInstead } from '../prompts/use-tab.ts';
import { usePanel, usePrompts, useSessions } from '../store/panel.ts';
import { usePromptStore } from '../store/prompts.ts';
import { cannotAnswer, shownPrompt } from '../store/shown-prompt.ts';
import { shownNames } from '../text/names.ts';
import { isPlainKey } from '../ui/keys.ts';
import { useLayout } from '../ui/use-media.ts';
import { words } from '../words.ts';
import './inbox.css';
import { InboxRow } from './inbox-row.tsx';
import { Nothing } from './nothing.tsx';
import { PhoneInbox } from './phone-inbox.tsx';

/** The page. */
export function InboxPage(): ReactNode {
  const prompts = usePrompts();
  const closed = usePromptStore((store) => store.closed);
  const items = useMemo(() => queueItems(prompts, closed, null), [prompts, closed]);
  const phone = useLayout() === 'phone';
  if (phone) return <PhoneInbox items={items} />;
  return <DeskInbox items={items} />;
}

function DeskInbox({ items }: { readonly items: readonly QueueItem[] }): ReactNode {
  const sessions = useSessions();
  const names = useMemo(() => shownNames(sessions), [sessions]);
  const [wanted, setWanted] = useState<string | null>(null);
  const prompt = lookedAt(items, wanted);
  const id = prompt?.id ?? null;
  // What is read stays what is read, whatever else comes or goes.
  useEffect(() => {
    if (id !== null) setWanted(id);
  }, [id]);
  const open = items.filter((item) => item.kind === 'open');
  const list = useWalk(
    open.map((one) => one.id),
    id,
    setWanted,
  );
  const session = sessions.find((one) => one.id === prompt?.session);
  const nameOf = (of: string): string => names.get(of)?.name ?? of;
  const newest = items.findLast((item) => item.kind === 'closed');
  const place = open.findIndex((one) => one.id === id) + 1;
  const say = words.prompts;
  return (
    <main className="page">
      <header className="page-h">
        <h1>{say.inbox}</h1>
        {open.length > 0 && (
          <span className="tally" data-state="needs-input">
            {say.count(open.length, new Set(open.map((one) => one.session)).size)}
          </span>
        )}
      </header>
      {items.length === 0 ? (
        <Nothing />
      ) : (
        <div className="inb">
          <nav className="scroll" aria-label={say.queue}>
            <ul ref={list}>
              {items.map((item) => (
                <li key={item.id}>
                  <InboxRow
                    item={item}
                    name={nameOf(item.session)}
                    session={sessions.find((one) => one.id === item.session)}
                    current={item.id === id}
                    onOpen={setWanted}
                  />
                </li>
              ))}
            </ul>
          </nav>
          <section className="scroll" aria-label={prompt === null ? say.receipts : say.place(place, open.length)}>
            {prompt !== null && (
              <div className="ctx">
                <h2>{nameOf(prompt.session)}</h2>
                <span className="i3 end">{session?.branch}</span>
                <span className="sp" />
                {open.length > 1 && <span className="i3 num">{say.place(place, open.length)}</span>}
                <Link href={`/s/${prompt.session}`} className="btn">
                  {say.openSession}
                </Link>
              </div>
            )}
            {prompt !== null && session?.lastText && (
              <p className="said" dir="auto">
                {session.lastText}
              </p>
            )}
            {newest?.kind === 'closed' && (
              <div>
                <ReceiptLine closed={newest.closed} name={nameOf(newest.session)} />
              </div>
            )}
            {prompt === null ? (
              <Nothing />
            ) : (
              <>
                <Card
                  key={prompt.id}
                  prompt={prompt}
                  session={session}
                  name={nameOf(prompt.session)}
                  active
                  above={newest?.id ?? ''}
                />
                <Hints prompt={prompt} />
              </>
            )}
          </section>
        </div>
      )}
    </main>
  );
}

/** j and k go through the open prompts; the row that is reached takes the focus. */
function useWalk(
  ids: readonly string[],
  current: string | null,
  go: (id: string) => void,
): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef({ ids, current, go });
  latest.current = { ids, current, go };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || !isPlainKey(event)) return;
      const { ids: all, current: now, go: move } = latest.current;
      const next = all[Math.min(all.length - 1, Math.max(0, all.indexOf(now ?? '') + step))];
      if (next === undefined) return;
      move(next);
      list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`)?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return list;
}

/** The keys that do something here, on this device. */
function Hints({ prompt }: { readonly prompt: Prompt }): ReactNode {
  const full = usePanel((panel) => panel.role === 'full');
  const kind = prompt.kind;
  const options = full && cannotAnswer(shownPrompt(prompt)) === null ? prompt.options : [];
  const asks = kind === 'question' || kind === 'form';
  const n = (asks ? options.filter(({ meaning }) => meaning === 'choose' || meaning === 'write') : options).length;
  const text = !asks && options.some(saysInstead);
  const say = words.prompts.hints;
  return (
    <p className="hint" aria-hidden="true">
      {n > 0 && (
        <span>
          <kbd className="kbd">1</kbd>
          {n > 1 && (
            <>
              {say.to}
              <kbd className="kbd">{Math.min(9, n)}</kbd>
            </>
          )}
          {say.answer}
        </span>
      )}
      <span>
        <kbd className="kbd">j</kbd>
        <kbd className="kbd">k</kbd>
        {say.move}
      </span>
      {text && (
        <span>
          <kbd className="kbd">Tab</kbd>
          {say.text}
        </span>
      )}
    </p>
  );
}
