// Whether a plan on the screen is the one that was written: Markdown is drawn without its marks, links and tables
// otherwise, and a long plan shows its beginning or its end. Pure.

import { wordsOf } from './shown-text.ts';

/** So much of what is seen must be of the plan, and of a plan that is not cut so much must be seen. */
const MOST = 0.75;

/** Whether rows draw the plan. @param cut more of it is above or below. */
export function drawsPlan(rows: readonly string[], plan: string, cut: boolean): boolean {
  const wanted = wordsOf(plan);
  const seen = rows.map(wordsOf).filter((row) => row !== '');
  const total = seen.reduce((sum, row) => sum + row.length, 0);
  let from = 0;
  let found = 0;
  let [first, last] = [false, false];
  for (const [index, row] of seen.entries()) {
    const at = wanted.indexOf(row, from);
    if (at < 0) continue;
    from = at + row.length;
    found += row.length;
    first ||= index === 0;
    last = index === seen.length - 1;
  }
  if (total === 0 || found < total * MOST) return false;
  // A piece of one plan may stand in another; where it was cut, at least its seen end must be of it.
  return cut ? first || last : found >= wanted.length * MOST;
}
