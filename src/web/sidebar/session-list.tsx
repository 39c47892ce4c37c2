// The session list: draws its rows, all of them or only those in view, and walks them with j and k.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useRoute } from 'wouter';
import { shownNow } from '../store/clock.ts';
import { useSessions } from '../store/panel.ts';
import { useView, type View } from '../store/view.ts';
import { rowTime } from '../text/describe.ts';
import { isPlainKey } from '../ui/keys.ts';
import { useTouch } from '../ui/use-media.ts';
import { words } from '../words.ts';
import { OtherRow } from './other-rows.tsx';
import { type Density, densityOf, listRows, type Row, rowHeight } from './rows.ts';
import { SessionRow } from './session-row.tsx';

/** Rows beyond this are drawn in a window. */
const ALL_DRAWN = 100;
/** Rows in view beyond this keep their marks still. */
const STILL_FROM = 30;

/** The list of all sessions. */
export function SessionList(): ReactNode {
  const sessions = useSessions();
  const query = useView((view) => view.query);
  const toggled = useView((view) => view.toggled);
  const cursor = useView((view) => view.cursor);
  const touch = useTouch();
  const [, params] = useRoute('/s/:id');
  const current = params?.id ?? null;
  const density = densityOf(sessions);
  const rows = useMemo(() => {
    const needsRows = touch && density === 'dense' ? 4 : 12;
    const view = { query, toggled, current, needsRows, now: shownNow() };
    return listRows(sessions, view, (session) => rowTime(session, shownNow()));
  }, [sessions, query, toggled, current, touch, density]);
  const [inbox] = useRoute('/inbox');
  // There, the same keys go through the prompts.
  useWalk(rows, !inbox);
  const list = { rows, density, touch, current, cursor };
  return rows.length > ALL_DRAWN ? <Windowed {...list} /> : <Whole {...list} />;
}

interface ListProps {
  readonly rows: readonly Row[];
  readonly density: Density;
  readonly touch: boolean;
  readonly current: string | null;
  readonly cursor: View['cursor'];
}

function Whole(list: ListProps): ReactNode {
  return (
    <div className="side-list" data-still={list.rows.length > STILL_FROM || undefined}>
      <ul aria-label={words.sessions}>
        {list.rows.map((row) => (
          <li key={row.key} style={{ height: rowHeight(row, list.density, list.touch) }}>
            <AnyRow row={row} {...list} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Windowed(list: ListProps): ReactNode {
  const { rows, density, touch } = list;
  const { cursor } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => rowHeight(rows[at] as Row, density, touch),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 12,
  });
  useEffect(() => {
    const at = cursor === null ? -1 : rows.findIndex((row) => row.key === cursor.key);
    if (at >= 0) virtual.scrollToIndex(at);
  }, [cursor, rows, virtual]);
  return (
    <div ref={scroller} className="side-list" data-still>
      <ul aria-label={words.sessions} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => (
          <li
            key={key}
            className="placed"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            <AnyRow row={rows[index] as Row} {...list} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AnyRow({ row, rows, density, touch, current, cursor }: ListProps & { readonly row: Row }): ReactNode {
  const focusMoves = cursor?.key === row.key ? cursor.moves : 0;
  if (row.kind !== 'session') return <OtherRow row={row} touch={touch} focusMoves={focusMoves} />;
  const { session, name, shape, deep } = row;
  const isCurrent = current === session.id;
  const shownAbove = isCurrent && shape !== 'lead' && rows.some((one) => one.key === `needs ${session.id}`);
  return (
    <SessionRow
      session={session}
      name={name}
      shape={shape}
      deep={deep}
      dense={density === 'dense' && !touch}
      touch={touch}
      current={isCurrent && !shownAbove}
      focusMoves={focusMoves}
    />
  );
}

/** j and k move through everything that opens; the row that has them takes the focus. */
function useWalk(rows: readonly Row[], walks: boolean): void {
  const latest = useRef({ rows, walks });
  latest.current = { rows, walks };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step !== 0 && latest.current.walks && isPlainKey(event)) moveCursor(latest.current.rows, step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function moveCursor(rows: readonly Row[], step: 1 | -1): void {
  const stops = rows.filter((row) => row.kind !== 'section' && row.kind !== 'note');
  const { cursor } = useView.getState();
  const at = stops.findIndex((row) => row.key === cursor?.key);
  const next = at < 0 ? stops[0] : stops[Math.min(stops.length - 1, Math.max(0, at + step))];
  if (next) useView.setState({ cursor: { key: next.key, moves: (cursor?.moves ?? 0) + 1 } });
}
