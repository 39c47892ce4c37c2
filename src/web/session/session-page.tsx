// One session: its state in a sentence, what is known of it, its last words, and why it is in that state.

import { type ReactNode, Suspense, useMemo } from 'react';
import { Link, useSearch } from 'wouter';
import { markOf } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { LazyCardStack } from '../prompts/lazy.tsx';
import { useClock } from '../store/clock.ts';
import { useSessions } from '../store/panel.ts';
import { baseName } from '../text/cut.ts';
import { sentence } from '../text/describe.ts';
import { shownNames } from '../text/names.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { useLayout } from '../ui/use-media.ts';
import { words } from '../words.ts';
import { Explain } from './explain.tsx';
import { Facts } from './facts.tsx';
import { SessionActions } from './session-actions.tsx';
import { useLooking } from './use-looking.ts';
import { Work } from './work.tsx';

/** The page of session `id`. */
export function SessionPage({ id }: { readonly id: string }): ReactNode {
  const sessions = useSessions();
  const session = sessions.find((one) => one.id === id);
  const name = useMemo(() => shownNames(sessions).get(id)?.name ?? id, [sessions, id]);
  return (
    <main className="page">
      {session === undefined ? <Missing id={id} /> : <Details key={id} session={session} name={name} />}
    </main>
  );
}

function Details({ session, name }: { readonly session: Session; readonly name: string }): ReactNode {
  const phone = useLayout() === 'phone';
  const said = useClock((now) => sentence(session, now));
  useLooking(session);
  const mark = markOf(session);
  const wanted = new URLSearchParams(useSearch()).get('prompt');
  const cards = (
    <Suspense>
      <LazyCardStack session={session} name={name} wanted={wanted} pinned={phone} />
    </Suspense>
  );
  return (
    <>
      {phone && (
        <header className="ph-h sub">
          <Link
            href={wanted === null ? '/sessions' : '/'}
            className="ib"
            aria-label={wanted === null ? words.backToSessions : words.prompts.openInbox}
          >
            <Icon name="left" size={20} />
          </Link>
          <Mark of={mark} guess={session.guess} size={20} />
          <div className="who">
            <h1 className="end">{name}</h1>
            <span className="end">{[baseName(session.cwd), session.branch].filter(Boolean).join(' · ')}</span>
          </div>
        </header>
      )}
      <div className="det scroll">
        <header className="det-top">
          {!phone && <Mark of={mark} guess={session.guess} size={28} />}
          {!phone && (
            <h1 title={name}>
              {name} <span className="i3">{session.id}</span>
            </h1>
          )}
          <p>{said}</p>
          <SessionActions session={session} />
        </header>
        {!phone && cards}
        {session.limited !== null && (
          <p className="aside">
            <Icon name="warn" size={14} />
            {words.session.limited(session.limited)}
          </p>
        )}
        <Work session={session} />
        <Facts session={session} />
        {session.lastText !== null && (
          <section>
            <h2>{words.session.lastText}</h2>
            <blockquote className="last">{session.lastText}</blockquote>
          </section>
        )}
        <Explain session={session} />
      </div>
      {phone && cards}
    </>
  );
}

function Missing({ id }: { readonly id: string }): ReactNode {
  return (
    <div className="empty">
      <Mark of="ended" size={28} silent />
      <h1>{words.session.missingTitle(id)}</h1>
      <p>{words.session.missing}</p>
      <Link href="/" className="btn">
        {words.backToSessions}
      </Link>
    </div>
  );
}
