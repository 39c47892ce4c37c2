// The numbers under which the rows of a dialog are offered. Pure.

import type { Dialog } from './dialog.ts';

/**
 * One for each option, none twice: its digit; in a list without digits its place; a row without one among rows with
 * digits (`Submit`) comes after all of them.
 */
export function numbersOf({ options }: Pick<Dialog, 'options'>): readonly number[] {
  const highest = Math.max(0, ...options.map(({ digit }) => digit ?? 0));
  let next = highest;
  return options.map(({ digit }) => {
    if (digit !== null) return digit;
    next += 1;
    return next;
  });
}
