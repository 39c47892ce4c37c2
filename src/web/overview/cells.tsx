// The overview of many sessions: one-line cells in as many columns as fit, drawn only where they are in view.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ShownName } from '../text/names.ts';
import { useTouch } from '../ui/use-media.ts';
import { BlockHead } from './block-head.tsx';
import { type Block, boardLines, type Line } from './board.ts';
import { Tile } from './tile.tsx';

const NARROWEST = 204;

/** Lines of cells under their headings. */
export function Cells(props: {
  readonly from: readonly Block[];
  readonly names: ReadonlyMap<string, ShownName>;
}): ReactNode {
  const { from, names } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumns(scroller);
  const touch = useTouch();
  const lines = useMemo(() => boardLines(from, columns), [from, columns]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (lines[at]?.kind === 'head' ? 38 : touch ? 48 : 31),
    getItemKey: (at) => lines[at]?.key ?? at,
    overscan: 8,
  });
  return (
    <div ref={scroller} className="board scroll">
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const line = lines[index] as Line;
          return (
            <div key={key} className="placed" style={{ height: size, transform: `translateY(${start}px)` }}>
              {line.kind === 'head' ? (
                <BlockHead block={line.block} />
              ) : (
                <div className="cells" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                  {line.sessions.map((session) => (
                    <Tile
                      key={session.id}
                      session={session}
                      name={names.get(session.id) ?? { name: session.id, extra: null }}
                      scale="cell"
                    />
                  ))}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function useColumns(scroller: React.RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(5);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) =>
      setColumns(Math.max(1, Math.floor((entry?.contentRect.width ?? NARROWEST) / NARROWEST))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return columns;
}
