// One session in the overview: a tile, large or small, or a one-line cell.

import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { markOf } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { shownNow, useClock } from '../store/clock.ts';
import { shortPath } from '../text/cut.ts';
import { doing, place, rowTime, spoken } from '../text/describe.ts';
import type { ShownName } from '../text/names.ts';
import { CutName } from '../ui/cut-name.tsx';
import { LeftToRight } from '../ui/left-to-right.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';
import type { Scale } from './board.ts';

/** A session at the given scale. */
export const Tile = memo(function Tile(props: {
  readonly session: Session;
  readonly name: ShownName;
  readonly scale: Scale;
}): ReactNode {
  const { session, name, scale } = props;
  const label = [name.name, name.extra].filter(Boolean).join(' ');
  const [time, said] = useClock((now) => `${rowTime(session, now)}\n${spoken(session, label, now)}`).split('\n');
  const cell = scale === 'cell';
  const what = cell ? null : doing(session, shownNow());
  return (
    <Link href={`/s/${session.id}`} className={cell ? 'cell' : `tile ${scale}`} data-state={session.state}>
      <span className="hidden">{said}</span>
      <Mark of={markOf(session)} guess={session.guess} size={scale === 'large' ? 28 : cell ? 14 : 20} still silent />
      <span className="nm" aria-hidden="true">
        <CutName text={name.name} />
        {name.extra && <span className="inl end">{name.extra}</span>}
      </span>
      <span className="tm num" aria-hidden="true">
        {time}
      </span>
      {what && (
        <span aria-hidden="true" className={`ac ${what.code ? 'mono' : ''}`}>
          {what.code ? <LeftToRight text={what.text} /> : what.text}
        </span>
      )}
      {!cell && (
        <span className="wh end" aria-hidden="true">
          {whereabouts(session)}
        </span>
      )}
    </Link>
  );
});

function whereabouts(session: Session): string {
  const background =
    session.background > 0 && session.action !== null ? words.session.background(session.background) : null;
  return [shortPath(session.cwd, session.claudeDirectory), session.branch, background, place(session)]
    .filter(Boolean)
    .join(' · ');
}
