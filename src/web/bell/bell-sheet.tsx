// The bell's sheet: what waits, what finished, what runs, what was done today.

import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { Session } from '../../core/session.ts';
import { SessionRow } from '../sidebar/session-row.tsx';
import { shownNow } from '../store/clock.ts';
import { markAllSeen } from '../store/commands.ts';
import { useMayAct, useSessions } from '../store/panel.ts';
import { useView } from '../store/view.ts';
import { type ShownName, shownNames } from '../text/names.ts';
import { Icon } from '../ui/icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useTouch } from '../ui/use-media.ts';
import { words } from '../words.ts';
import { sheetSections } from './sections.ts';

/** Rows per section; what does not fit is in the list. */
const MOST = 50;

/** The sheet, open while it is mounted. */
export function BellSheet(): ReactNode {
  const sessions = useSessions();
  const mayAct = useMayAct();
  const names = useMemo(() => shownNames(sessions), [sessions]);
  const { awaiting, review, progress, done } = sheetSections(sessions, new Date(shownNow()).setHours(0, 0, 0, 0));
  const close = (): void => useView.setState({ floating: 'none' });
  const dismiss = (): void => {
    close();
    markAllSeen(review);
  };
  return (
    <Sheet label={words.notifications} className="sheet" onClose={close}>
      <div className="sheet-h">
        <h2>{words.notifications}</h2>
        <span className="sp" />
        <button type="button" className="ib" aria-label={words.close} onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      <div className="sheet-b">
        <Section title={words.sheet.awaiting} sessions={awaiting} names={names} needs none={words.nothingWaits}>
          {awaiting.length > 0 && (
            <Link href="/inbox" className="btn quiet" onClick={close}>
              {words.prompts.openInbox}
            </Link>
          )}
        </Section>
        <Section title={words.sheet.review} sessions={review} names={names}>
          {mayAct && (
            <button type="button" className="btn quiet" onClick={dismiss}>
              {words.dismissAll}
            </button>
          )}
        </Section>
        <Section title={words.sheet.progress} sessions={progress} names={names} />
        <Section title={words.sheet.done} sessions={done} names={names} />
      </div>
    </Sheet>
  );
}

function Section(props: {
  readonly title: string;
  readonly sessions: readonly Session[];
  readonly names: ReadonlyMap<string, ShownName>;
  readonly needs?: boolean;
  readonly none?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const { title, sessions, names, needs = false, none, children } = props;
  const touch = useTouch();
  if (sessions.length === 0 && none === undefined) return null;
  return (
    <section>
      <h3 className={`sh ${needs && sessions.length > 0 ? 'needs' : ''}`}>
        {title}
        <span className="sp" />
        {children}
      </h3>
      {sessions.length === 0 && <p className="fold note">{none}</p>}
      {sessions.slice(0, MOST).map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          name={names.get(session.id) ?? { name: session.id, extra: null }}
          shape={session.state === 'idle' || session.state === 'ended' ? 'one' : needs ? 'lead' : 'two'}
          dense={false}
          deep={false}
          current={false}
          touch={touch}
          focusMoves={0}
        />
      ))}
    </section>
  );
}
