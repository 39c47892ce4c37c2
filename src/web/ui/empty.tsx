// Pages for when there is nothing to show: each says why, and what makes it change.

import type { ReactNode } from 'react';
import type { MarkState } from '../../core/attention.ts';
import { usePanel } from '../store/panel.ts';
import { words } from '../words.ts';
import { Mark } from './mark.tsx';

const LEGEND: readonly MarkState[] = ['idle', 'busy', 'needs-input', 'review', 'unknown'];

/** No session runs, or no Claude is installed. Shows what the marks mean. */
export function NoSession(): ReactNode {
  const installed = usePanel((panel) => panel.snapshot?.claudeInstalled ?? true);
  return (
    <div className="empty" role={installed ? undefined : 'alert'}>
      <span className="big">
        <Mark of={installed ? 'idle' : 'ended'} size={28} silent />
      </span>
      <h1>{installed ? words.empty.title : words.notInstalled.title}</h1>
      {installed ? (
        <p>
          {words.empty.before}
          <code>claude</code>
          {words.empty.after}
        </p>
      ) : (
        <p>{words.notInstalled.text}</p>
      )}
      {installed && (
        <ul className="legend">
          {LEGEND.map((mark) => (
            <li key={mark}>
              <Mark of={mark} silent />
              {words.states[mark]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Before the first snapshot. Says nothing for a moment: it is usually over by then. */
export function Connecting(): ReactNode {
  return (
    <main className="empty late">
      <Mark of="unknown" size={28} still silent />
      <p role="status">{words.connecting}</p>
    </main>
  );
}

/** Page and daemon do not understand each other, even after a reload. */
export function Outdated(): ReactNode {
  return (
    <main className="empty">
      <Mark of="unknown" size={28} still silent />
      <p role="alert">
        {words.outdated}
        <code>tallymux stop</code>.
      </p>
    </main>
  );
}
