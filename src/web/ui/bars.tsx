// The bars above every page: what is wrong with the daemon, and whether what is shown is still true.

import type { ReactNode } from 'react';
import { usePanel } from '../store/panel.ts';
import { timeOfDay } from '../text/times.ts';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';
import { Mark } from './mark.tsx';

/** The connection's bar first, then the daemon's warnings, red before amber. */
export function Bars(): ReactNode {
  const away = usePanel((panel) => panel.phase !== 'live');
  const warnings = usePanel((panel) => panel.snapshot?.warnings) ?? [];
  const ordered = warnings.toSorted((a, b) => Number(b.severity === 'red') - Number(a.severity === 'red'));
  return (
    <div className="bars" role="status">
      {away && (
        <p className="banner">
          <Mark of="unknown" still silent />
          <AwayText />
        </p>
      )}
      {ordered.map((warning) => (
        <p key={warning.name} className="banner" data-severity={warning.severity}>
          <Icon name="warn" />
          <span>{warning.text}</span>
        </p>
      ))}
    </div>
  );
}

function AwayText(): ReactNode {
  const heardAt = usePanel((panel) => panel.heardAt);
  const loopback = /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
  // A machine without a network still reaches itself.
  if (navigator.onLine || loopback) return words.away;
  return words.offline(timeOfDay(new Date(heardAt).toISOString(), Date.now()));
}
