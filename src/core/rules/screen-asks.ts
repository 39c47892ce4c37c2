// Some dialogs move no level and fire no hook (an exit with background tasks), and old versions have no level at all:
// only the screen shows them.
import { votingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** A dialog must be seen for so long, also after the level's last change, before it holds against it, in milliseconds. */
const SETTLED = 300;

/** A live dialog of Claude's on its pane: needs-input. */
export const screenAsks: Rule = {
  name: 'screen-asks',
  source: 'pane',
  speak: ({ pane, ...picture }, now) => {
    // Recordings of older versions know nothing of panes.
    if (!pane || pane.dialog === null) return null;
    const level = votingLevel({ pane, ...picture }, now);
    if (level !== null) {
      // The screen from before Claude's last word shows the dialog that this word may have closed.
      if (pane.at < level.wordSince) return null;
      const until = Math.max(pane.since, level.wordSince) + SETTLED;
      if (now < until) return { silentUntil: until };
    }
    return { state: 'needs-input', sentence: `A dialog stands on its screen: ${pane.dialog || 'without a title'}.` };
  },
};
