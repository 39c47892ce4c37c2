// What a form's fields hold, checked before it is sent. Pure.

import type { FormField } from '../../core/ask.ts';
import type { FormValue } from '../../core/prompt.ts';
import type { DraftValue } from '../store/drafts.ts';

/** What is wrong with a value. */
export type FormProblem = 'missing' | 'number' | 'integer';

/** The values to send, or what is wrong with which field. */
export type CheckedForm =
  | { readonly content: Readonly<Record<string, FormValue>>; readonly problems: null }
  | { readonly content: null; readonly problems: ReadonlyMap<string, FormProblem> };

/** Checks what was filled in. What is empty or was never touched, and is not required, is left out. */
export function checkForm(fields: readonly FormField[], values: Readonly<Record<string, DraftValue>>): CheckedForm {
  const content: [string, FormValue][] = [];
  const problems = new Map<string, FormProblem>();
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    const read = readValue(field, value);
    if (typeof read === 'object' && read !== null && 'problem' in read) problems.set(field.name, read.problem);
    else if (read !== null) content.push([field.name, read]);
    else if (field.required) problems.set(field.name, 'missing');
  }
  return problems.size > 0 ? { content: null, problems } : { content: Object.fromEntries(content), problems: null };
}

function readValue(
  field: FormField,
  value: DraftValue | undefined,
): FormValue | null | { readonly problem: FormProblem } {
  switch (field.type) {
    case 'boolean':
      // Unticked is a no where one is needed, or where it was ticked before.
      return value === undefined && !field.required ? null : value === true;
    case 'choices':
      return Array.isArray(value) && value.length > 0 ? (value as readonly string[]) : null;
    case 'number':
    case 'integer': {
      const text = typeof value === 'string' ? value.trim().replace(',', '.') : '';
      if (text === '') return null;
      const number = Number(text);
      if (!Number.isFinite(number)) return { problem: 'number' };
      return field.type === 'integer' && !Number.isInteger(number) ? { problem: 'integer' } : number;
    }
    default:
      return typeof value === 'string' && value.trim() !== '' ? value : null;
  }
}
