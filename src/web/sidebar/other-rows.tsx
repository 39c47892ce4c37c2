// The rows that are no sessions: section heads, directory heads, folds and notes.

import { type ReactNode, useEffect, useRef } from 'react';
import { toggleRow } from '../store/view.ts';
import { Count } from '../ui/count.tsx';
import { CutName } from '../ui/cut-name.tsx';
import { Icon } from '../ui/icon.tsx';
import { headTallies, type Row } from './rows.ts';

/** Any row but a session. */
export function OtherRow(props: {
  readonly row: Exclude<Row, { kind: 'session' }>;
  readonly touch: boolean;
  readonly focusMoves: number;
}): ReactNode {
  const { row, touch, focusMoves } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusMoves > 0) button.current?.focus();
  }, [focusMoves]);
  switch (row.kind) {
    case 'section':
      return (
        <h2 className={`sh ${row.count === null ? '' : 'needs'}`}>
          {row.title}
          <span className="sp" />
          {row.count !== null && <span className="num">{row.count}</span>}
        </h2>
      );
    case 'note':
      return <p className="fold note">{row.text}</p>;
    case 'group':
      return (
        <button
          ref={button}
          type="button"
          className="sh group"
          aria-expanded={row.open}
          title={row.group.path}
          onClick={() => toggleRow(row.key, !row.open)}
        >
          <Icon name={row.open ? 'down' : 'right'} size={14} />
          <span className="title">
            <CutName text={row.group.name} />
          </span>
          <span className="where end">{row.group.where}</span>
          <span className="sp" />
          <span className="tallies">
            {headTallies(row.group.tally).map(([mark, n]) => (
              <Count key={mark} of={mark} n={n} size={touch ? 14 : 10} />
            ))}
          </span>
        </button>
      );
    case 'fold':
      return (
        <button
          ref={button}
          type="button"
          className={`fold ${row.deep ? 'deep' : ''}`}
          aria-expanded={row.open}
          onClick={() => toggleRow(row.key, !row.open)}
        >
          <Icon name={row.open ? 'down' : 'right'} size={14} />
          <span className="end">{row.text}</span>
        </button>
      );
  }
}
