// What the inbox says when nothing waits.

import type { ReactNode } from 'react';
import { usePanel } from '../store/panel.ts';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';

/** Nothing waits, and how many sessions work. */
export function Nothing(): ReactNode {
  const busy = usePanel(
    (panel) => panel.snapshot?.sessions.filter(({ state, kind }) => state === 'busy' && kind !== 'script').length ?? 0,
  );
  const say = words.prompts;
  return (
    <div className="empty">
      <Mark of="idle" size={28} still silent />
      <h1>{say.none}</h1>
      <p>{say.noneText(busy === 0 ? say.noneWorking : words.working(busy))}</p>
    </div>
  );
}
