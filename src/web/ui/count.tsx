// A count beside its mark: in the bell, in group heads, in filters.

import type { ReactNode } from 'react';
import type { MarkState } from '../../core/attention.ts';
import { words } from '../words.ts';
import { Mark } from './mark.tsx';

/** `◆ 2`, read aloud as "2 need you". `word` shows the word too. */
export function Count(props: {
  readonly of: MarkState;
  readonly n: number;
  readonly size?: 10 | 14 | 20;
  readonly word?: boolean;
  readonly still?: boolean;
}): ReactNode {
  const { of, n, size = 14, word = false, still = false } = props;
  const failed = of === 'failed';
  return (
    <span className="tally" data-state={failed ? 'review' : of} data-failed={failed || undefined}>
      <Mark of={of} size={size} still={still} silent />
      <b aria-hidden="true">{n}</b>
      {word && <span aria-hidden="true">{words.countedWord(of, n)}</span>}
      <span className="hidden">{words.counted(of, n)}</span>
    </span>
  );
}
