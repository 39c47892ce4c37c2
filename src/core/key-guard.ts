// The lines that guard a key. Pure. What a dialog asks is often named above it too, so a line that stands alone on its
// row is asked for as a whole row.

import type { GuardedKeys } from './pane.ts';

/** Guards for lines of a screen. @param lines the screen without colours. @param expected whole lines or parts of some. */
export function guardOf(lines: readonly string[], expected: readonly string[]): Pick<GuardedKeys, 'expect' | 'rows'> {
  const whole = new Set(lines.map((line) => line.trim()));
  return {
    rows: expected.filter((line) => whole.has(line.trim())),
    expect: expected.filter((line) => !whole.has(line.trim())),
  };
}
