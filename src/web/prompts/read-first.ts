// A digit allows nothing whose end was never on the screen: it shows more of it instead. A no is always taken.

import type { Meaning } from '../../core/prompt.ts';

/** What lets nothing happen. */
const REFUSALS: ReadonlySet<Meaning> = new Set(['deny', 'decline', 'cancel']);

/** Whether an option may be chosen by a digit before everything was read. */
export function refuses(meaning: Meaning): boolean {
  return REFUSALS.has(meaning);
}

/** Whether all that the card around `part` asks was shown to its end. Where it was not, goes on by most of a page. */
export function wasRead(part: Element | null): boolean {
  const box = part?.closest('[data-prompt]')?.querySelector<HTMLElement>('[data-unread]');
  if (box == null) return true;
  box.scrollIntoView({ block: 'nearest' });
  box.scrollBy({ top: box.clientHeight * 0.8 });
  return false;
}
