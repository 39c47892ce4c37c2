// Every session at once, for a wall screen or a glance: tiles while they fit, cells beyond.

import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { MarkState } from '../../core/attention.ts';
import { searchSessions } from '../sidebar/search.ts';
import { shownNow } from '../store/clock.ts';
import { usePanel, useSessions } from '../store/panel.ts';
import { orderBy, useView } from '../store/view.ts';
import { shownNames } from '../text/names.ts';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';
import { BlockHead } from './block-head.tsx';
import { type Block, blocks, boardSessions, scaleOf } from './board.ts';
import { Cells } from './cells.tsx';
import { Tile } from './tile.tsx';

/** The page of all sessions. */
export function Overview(): ReactNode {
  const sessions = useSessions();
  // The list answers the key first; the board follows when there is time.
  const query = useDeferredValue(useView((view) => view.query));
  const order = useView((view) => view.order);
  const [only, setOnly] = useState<MarkState | null>(null);
  const names = useMemo(() => shownNames(sessions), [sessions]);
  const shown = useMemo(() => boardSessions(searchSessions(sessions, query), only), [sessions, query, only]);
  const scale = scaleOf(boardSessions(sessions, null).length);
  const from = useMemo(() => blocks(shown, order, shownNow()), [shown, order]);
  return (
    <main className="page" data-still>
      <header className="page-h">
        <h1>{words.overview}</h1>
        <Filters only={only} onOnly={setOnly} />
        <span className="sp" />
        <fieldset className="seg" aria-label={words.sortOrder}>
          {(['urgency', 'directory'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={order === one} onClick={() => orderBy(one)}>
              {one === 'urgency' ? words.byUrgency : words.byDirectory}
            </button>
          ))}
        </fieldset>
      </header>
      {shown.length === 0 && <p className="none">{query ? words.noMatch(query) : words.noneOfThese}</p>}
      {scale === 'cell' ? <Cells from={from} names={names} /> : <Tiles from={from} names={names} scale={scale} />}
    </main>
  );
}

function Tiles(props: {
  readonly from: readonly Block[];
  readonly names: ReturnType<typeof shownNames>;
  readonly scale: 'large' | 'tile';
}): ReactNode {
  const { from, names, scale } = props;
  const order = useView((view) => view.order);
  // By urgency the order itself tells the state; headings would only break the grid.
  const parts =
    order === 'urgency'
      ? [{ key: 'all', head: null, sessions: from.flatMap((one) => one.sessions) }]
      : from.map((one) => ({ key: one.key, head: one, sessions: one.sessions }));
  return (
    <div className="board scroll">
      {parts.map(({ key, head, sessions }) => (
        <section key={key}>
          {head && <BlockHead block={head} />}
          <div className={scale === 'large' ? 'grid large' : 'grid'}>
            {sessions.map((session) => (
              <Tile
                key={session.id}
                session={session}
                name={names.get(session.id) ?? { name: session.id, extra: null }}
                scale={scale}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function Filters(props: {
  readonly only: MarkState | null;
  readonly onOnly: (mark: MarkState | null) => void;
}): ReactNode {
  const { only, onOnly } = props;
  const total = usePanel((panel) => panel.tally);
  const all: readonly (readonly [Exclude<MarkState, 'ended'>, number])[] = [
    ['needs-input', total.needsInput],
    ['failed', total.failed],
    ['review', total.review],
    ['busy', total.busy],
    ['unknown', total.unknown],
    ['idle', total.idle],
  ];
  return (
    <fieldset className="filters" aria-label={words.filterByState}>
      {all
        .filter(([mark, n]) => n > 0 || mark === only)
        .map(([mark, n]) => (
          <button
            key={mark}
            type="button"
            className="tally"
            aria-pressed={only === mark}
            onClick={() => onOnly(only === mark ? null : mark)}
          >
            <Mark of={mark} silent />
            <b>{n}</b>
            <span className="word">{words.countedWord(mark, n)}</span>
          </button>
        ))}
    </fieldset>
  );
}
