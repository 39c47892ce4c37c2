// Claude's own count of the dialogs that wait in one pane ("2 of 3"). Pure. Its first number is one more than were
// answered since nothing waited, whichever of them: it alone tells two dialogs of the very same words apart.

import type { Dialog } from './dialog.ts';

type Counted = Pick<Dialog, 'position'>;

/** How many dialogs were answered between two readings of one pane, at least; 0 where that is not told. */
export function answeredBetween(before: Counted, now: Counted): number {
  return Math.max(0, (now.position?.n ?? 1) - (before.position?.n ?? 1));
}

/**
 * The lines of the screen that `dialog` was read from that end in its count: the one beside the title, and whatever a
 * command writes like it.
 */
export function countLines({ position }: Counted, lines: readonly string[]): readonly string[] {
  if (position === null) return [];
  return lines.filter((line) => line.trimEnd().endsWith(`  ${position.n} of ${position.of}`));
}
