// One session in a list: mark, name, time, and what it does. The whole row is a link; seen and mute appear on hover.

import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { markOf } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { askedLine } from '../prompts/asked-line.ts';
import { shownNow, useClock } from '../store/clock.ts';
import { markSeen, setMuted } from '../store/commands.ts';
import { useMayAct, usePanel } from '../store/panel.ts';
import { type Doing, doing, isMuted, place, rowTime, spoken } from '../text/describe.ts';
import type { ShownName } from '../text/names.ts';
import { timeOfDay } from '../text/times.ts';
import { CutName } from '../ui/cut-name.tsx';
import { Icon } from '../ui/icon.tsx';
import { LeftToRight } from '../ui/left-to-right.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';

/** What a row shows. */
export interface SessionRowProps {
  readonly session: Session;
  readonly name: ShownName;
  readonly shape: 'lead' | 'two' | 'one';
  /** One line for everything, the action beside the name. */
  readonly dense: boolean;
  readonly deep: boolean;
  readonly current: boolean;
  readonly touch: boolean;
  /** Grows each time the keyboard moves here; 0 while it is elsewhere. */
  readonly focusMoves: number;
}

/** One session row. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps): ReactNode {
  const { session, name, shape, dense, deep, current, touch, focusMoves } = props;
  const link = useRef<HTMLAnchorElement>(null);
  const [near, setNear] = useState(false);
  const label = [name.name, name.extra].filter(Boolean).join(' ');
  const needs = session.state === 'needs-input';
  const prompt = usePanel((panel) =>
    needs ? panel.snapshot?.prompts.find((one) => one.session === session.id) : null,
  );
  const asked = useMemo(() => (prompt ? askedLine(prompt, session) : null), [prompt, session]);
  // One subscription for all that time changes: a list holds many rows.
  const [time = '', mutedNow, said] = useClock((now) =>
    [
      rowTime(session, now),
      isMuted(session, now) ? 'muted' : '',
      spoken(session, label, now, asked?.text ?? null),
    ].join('\n'),
  ).split('\n');
  const muted = mutedNow !== '';
  useEffect(() => {
    if (focusMoves > 0) link.current?.focus({ preventScroll: false });
  }, [focusMoves]);
  const what = shape === 'one' ? null : (asked ?? doing(session, shownNow()));
  const below = what !== null && !dense;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; the buttons are only drawn when needed.
    <div className="row-box" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <Link
        ref={link}
        href={`/s/${session.id}`}
        className={`row ${below ? 'two' : ''} ${shape === 'lead' ? 'lead' : ''} ${deep ? 'deep' : ''}`}
        data-state={session.state}
        aria-current={current ? 'page' : undefined}
      >
        <span className="hidden">{said}</span>
        <Mark of={markOf(session)} guess={session.guess} size={touch ? 20 : 14} silent />
        <span className="nm" aria-hidden="true">
          <b>
            <CutName text={name.name} />
          </b>
          {name.extra && <span className="inl end own">{name.extra}</span>}
          {muted && <Icon name="mute" size={14} />}
          {what && dense && <What {...what} inline />}
        </span>
        <span
          className="tm num"
          aria-hidden="true"
          title={timeOfDay(session.waitingSince ?? session.since, shownNow())}
        >
          {time}
        </span>
        {below && (
          <span className="ac" aria-hidden="true">
            <What {...what} />
            {shape !== 'lead' && <span className="num">{place(session)}</span>}
          </span>
        )}
      </Link>
      {near && !touch && <RowActions session={session} label={label} muted={muted} />}
    </div>
  );
});

function What(props: Doing & { readonly inline?: boolean }): ReactNode {
  const { text, code, endTells = false, inline = false } = props;
  if (endTells)
    return (
      <span className={`mono ${inline ? 'inl' : ''}`}>
        <CutName text={text} />
      </span>
    );
  return (
    <span className={`end ${code ? 'mono' : ''} ${inline ? 'inl' : ''}`} title={text}>
      {code ? <LeftToRight text={text} /> : text}
    </span>
  );
}

function RowActions(props: { readonly session: Session; readonly label: string; readonly muted: boolean }): ReactNode {
  const { session, label, muted } = props;
  if (!useMayAct() || session.state === 'ended' || session.kind === 'script') return null;
  const mute = muted ? words.session.unmute : words.session.mute;
  return (
    <span className="row-acts">
      {session.state === 'review' && (
        <button
          type="button"
          title={words.session.seen}
          aria-label={words.session.ofSession(words.session.seen, label)}
          onClick={() => markSeen(session)}
        >
          <Icon name="eye" size={14} />
        </button>
      )}
      <button
        type="button"
        title={mute}
        aria-label={words.session.ofSession(mute, label)}
        onClick={() => setMuted(session, !muted)}
      >
        <Icon name={muted ? 'bell' : 'mute'} size={14} />
      </button>
    </span>
  );
}
