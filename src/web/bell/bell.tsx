// The bell: a pill that holds the tally itself. It counts sessions; its sheet lists them by urgency.

import type { ReactNode } from 'react';
import { usePanel } from '../store/panel.ts';
import { useView } from '../store/view.ts';
import { Count } from '../ui/count.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';

/** What needs the person and what is to review; a ring and 0 when nothing is. */
export function Bell(): ReactNode {
  const { needsInput, failed, review, attention } = usePanel((panel) => panel.tally);
  const open = useView((view) => view.floating === 'bell');
  return (
    <button
      type="button"
      className="bell"
      aria-haspopup="dialog"
      aria-expanded={open}
      title={words.notifications}
      onClick={() => useView.setState({ floating: 'bell' })}
    >
      <span className="hidden">{words.notifications}: </span>
      {needsInput > 0 && <Count of="needs-input" n={needsInput} />}
      {failed > 0 && <Count of="failed" n={failed} />}
      {review > 0 && <Count of="review" n={review} />}
      {attention === 0 && (
        <span className="tally">
          <Mark of="idle" silent />
          <b aria-hidden="true">0</b>
          <span className="hidden">{words.nothingCounted}</span>
        </span>
      )}
    </button>
  );
}
