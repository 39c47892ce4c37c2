// The state mark: the one place where a state is drawn. Shape first; colour and motion repeat it (marks.css).

import type { ReactNode } from 'react';
import type { MarkState } from '../../core/attention.ts';
import { words } from '../words.ts';

const OCTAGON = 'M6.7 1.9h6.6l4.8 4.8v6.6l-4.8 4.8H6.7l-4.8-4.8V6.7z';
const SHAPES: Record<MarkState, ReactNode> = {
  idle: <circle className="s" cx="10" cy="10" r="6.6" />,
  busy: (
    <>
      <circle className="s" cx="10" cy="10" r="7" />
      <circle className="d" cx="10" cy="10" r="2.3" />
    </>
  ),
  'needs-input': (
    <>
      <g transform="rotate(45 10 10)">
        <rect className="halo" x="2.8" y="2.8" width="14.4" height="14.4" rx="2.8" />
        <rect className="b" x="2.9" y="2.9" width="14.2" height="14.2" rx="2.7" />
      </g>
      <path className="g" d="M10 5v5.6" />
      <circle className="d" cx="10" cy="14.4" r="1.6" />
    </>
  ),
  review: (
    <>
      <circle className="halo" cx="10" cy="10" r="8" />
      <circle className="b" cx="10" cy="10" r="8" />
      <path className="g" d="M6.3 10.4l2.6 2.6 4.9-5.6" />
    </>
  ),
  failed: (
    <>
      <path className="halo" d={OCTAGON} />
      <path className="b" d={OCTAGON} />
      <path className="g" d="M7 7l6 6M13 7l-6 6" />
    </>
  ),
  unknown: (
    <>
      <path className="g" d="M6.6 6.9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.2-1.7 2.4" />
      <circle className="d" cx="10.1" cy="16" r="1.55" />
    </>
  ),
  ended: <path className="g" d="M5.6 10h8.8" />,
};

/** What a mark shows and how large, in CSS pixels. */
export interface MarkProps {
  readonly of: MarkState;
  readonly size?: 10 | 14 | 20 | 28;
  readonly guess?: boolean;
  readonly still?: boolean;
  /** The words beside it already say the state. */
  readonly silent?: boolean;
}

/** One state mark. */
export function Mark({ of, size = 14, guess = false, still = false, silent = false }: MarkProps): ReactNode {
  const failed = of === 'failed';
  const name = guess ? `${words.states[of]}, ${words.probably}` : words.states[of];
  return (
    <svg
      className="mark"
      viewBox="0 0 20 20"
      data-size={size}
      data-state={failed ? 'review' : of}
      data-mark={of}
      data-failed={failed || undefined}
      data-guess={guess || undefined}
      data-still={still || undefined}
      role={silent ? 'presentation' : 'img'}
      aria-label={silent ? undefined : name}
      aria-hidden={silent || undefined}
    >
      {SHAPES[of]}
    </svg>
  );
}
