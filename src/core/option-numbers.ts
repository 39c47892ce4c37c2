// The numbers under which the rows of a dialog are offered. Pure.

import type { Dialog } from './dialog.ts';

/** Whether it is a field of a form: it is filled in, and answers nothing by itself. */
export function isFormField(kind: Dialog['kind'], { text }: Pick<Dialog['options'][number], 'text'>): boolean {
  return kind === 'form' && text === 'must';
}

/**
 * One for each option, none twice: its digit; in a list without digits its place; a row without one among rows with
 * digits (`Submit`) comes after all of them, a form's fields, which are not offered, after its buttons.
 */
export function numbersOf({ kind, options }: Pick<Dialog, 'kind' | 'options'>): readonly number[] {
  const highest = Math.max(0, ...options.map(({ digit }) => digit ?? 0));
  const fields = options.filter((option) => isFormField(kind, option));
  let next = highest;
  let field = highest + options.length - fields.length;
  return options.map((option) => {
    if (option.digit !== null) return option.digit;
    if (isFormField(kind, option)) {
      field += 1;
      return field;
    }
    next += 1;
    return next;
  });
}
