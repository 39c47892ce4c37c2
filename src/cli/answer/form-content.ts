// The values of a form from `name=value`, each of the type that the form's schema wants. Pure. A field that is not there,
// or a value of another type, is never sent.

import type { FormField } from '../../core/ask.ts';
import type { FormValue, Prompt } from '../../core/prompt.ts';
import { EXIT, Failure } from '../failure.ts';
import { safeText } from '../text/safe-text.ts';

/**
 * The form's content.
 * @throws Failure with exit code 2: no such field, a value of the wrong type, one given twice, one that is missing.
 */
export function formContent(
  prompt: Prompt,
  fields: readonly FormField[],
  typed: readonly string[],
): Record<string, FormValue> {
  const content = new Map<string, FormValue>();
  for (const one of typed) {
    const at = one.indexOf('=');
    const name = at < 0 ? one : one.slice(0, at);
    const field = fields.find((known) => known.name === name);
    if (at < 0) throw wrong(prompt, fields, `${quoted(one)} is not name=value.`);
    if (field === undefined) throw wrong(prompt, fields, `The form has no field ${quoted(name)}.`);
    const before = content.get(name);
    if (before !== undefined && field.type !== 'choices')
      throw wrong(prompt, fields, `${quoted(name)} was given twice.`);
    const value = fieldValue(prompt, fields, field, one.slice(at + 1));
    content.set(name, Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value);
  }
  const missing = fields.filter((field) => field.required && !content.has(field.name));
  if (missing.length > 0)
    throw wrong(
      prompt,
      fields,
      `Still needed: ${missing.map((field) => `--field ${safeText(field.name)}=…`).join(' ')}.`,
    );
  return Object.fromEntries(content);
}

/** `region: one of eu, us (needed)`: what a field takes. */
export function fieldLine(field: FormField): string {
  const title = field.title === field.name ? '' : ` ${safeText(field.title)}`;
  const more = field.description === null ? '' : ` (${safeText(field.description)})`;
  return `${safeText(field.name)}:${title}${more} ${kindOf(field)}${field.required ? ', needed' : ''}`;
}

function kindOf(field: FormField): string {
  const choices = field.choices
    .map(({ value, label }) => (value === label ? safeText(value) : `${safeText(value)} (${safeText(label)})`))
    .join(', ');
  switch (field.type) {
    case 'choice':
      return `one of ${choices}`;
    case 'choices':
      return `some of ${choices}`;
    case 'boolean':
      return 'yes or no';
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'text':
      return 'text';
  }
}

function fieldValue(prompt: Prompt, fields: readonly FormField[], field: FormField, typed: string): FormValue {
  const trimmed = typed.trim();
  const unfit = (): Failure =>
    wrong(prompt, fields, `${quoted(typed)} does not fit ${quoted(field.name)}, which takes ${kindOf(field)}.`);
  switch (field.type) {
    case 'text':
      return typed;
    case 'number':
    case 'integer': {
      const number = Number(trimmed);
      if (trimmed === '' || !Number.isFinite(number)) throw unfit();
      if (field.type === 'integer' && !Number.isSafeInteger(number)) throw unfit();
      return number;
    }
    case 'boolean':
      if (/^(yes|true|on|1)$/i.test(trimmed)) return true;
      if (/^(no|false|off|0)$/i.test(trimmed)) return false;
      throw unfit();
    case 'choice': {
      const value = choiceOf(field, trimmed);
      if (value === null) throw unfit();
      return value;
    }
    case 'choices':
      if (choiceOf(field, trimmed) === null && trimmed !== '')
        return trimmed.split(',').map((one) => {
          const value = choiceOf(field, one.trim());
          if (value === null) throw unfit();
          return value;
        });
      return trimmed === '' ? [] : [choiceOf(field, trimmed) ?? trimmed];
  }
}

/** The value itself, or the one with these words. */
function choiceOf(field: FormField, typed: string): string | null {
  const exact = field.choices.find(({ value }) => value === typed);
  const same = field.choices.filter(({ label }) => label.toLowerCase() === typed.toLowerCase());
  return exact?.value ?? (same.length === 1 ? (same[0]?.value ?? null) : null);
}

function wrong(prompt: Prompt, fields: readonly FormField[], why: string): Failure {
  const known = fields.map((field) => `  ${fieldLine(field)}`);
  return new Failure(
    EXIT.usage,
    [`${safeText(prompt.id)}: ${why} Nothing was answered.${known.length > 0 ? ' Its fields:' : ''}`, ...known].join(
      '\n',
    ),
  );
}

function quoted(text: string): string {
  return JSON.stringify(safeText(text));
}
