// Whether the values of a form fit its schema (MCP elicitation: a flat object of texts, numbers, booleans and choices).
// Pure. Claude hands over whatever a hook says, so nothing but this stands between a client and the server that asked.

import type { FormValue } from '../../core/prompt.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What is wrong, in words for the person; `null` when the content fits. */
export function contentProblem(schema: unknown, content: Readonly<Record<string, FormValue>>): string | null {
  const properties = isObject(schema) ? schema.properties : null;
  if (!isObject(schema) || !isObject(properties)) return 'This form has no fields that are known here.';
  for (const name of Object.keys(content))
    if (!Object.hasOwn(properties, name)) return `The form has no field ${quoted(name)}.`;
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const name of required)
    if (typeof name === 'string' && !Object.hasOwn(content, name)) return `${quoted(name)} must be filled in.`;
  for (const [name, value] of Object.entries(content)) {
    const problem = valueProblem(properties[name], value);
    if (problem !== null) return `${quoted(name)} ${problem}.`;
  }
  return null;
}

function valueProblem(property: unknown, value: FormValue): string | null {
  if (!isObject(property)) return 'cannot be filled in here';
  switch (property.type) {
    case 'string':
      return typeof value === 'string' ? textProblem(property, value) : 'must be a text';
    case 'integer':
      return Number.isSafeInteger(value) ? boundProblem(property, value) : 'must be a whole number';
    case 'number':
      return Number.isFinite(value) ? boundProblem(property, value) : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be yes or no';
    case 'array':
      return Array.isArray(value) ? choicesProblem(property, value as readonly unknown[]) : 'must be a list of choices';
    default:
      return 'cannot be filled in here';
  }
}

function textProblem(property: Schema, value: string): string | null {
  const choices = choicesOf(property);
  if (choices !== null) return choices.includes(value) ? null : 'must be one of the choices';
  // A server's own `pattern` is not run: it could hold the daemon for ever. The server looks itself.
  const { minLength, maxLength, format } = property;
  const length = [...value].length;
  if (typeof minLength === 'number' && length < minLength) return `must have at least ${minLength} characters`;
  if (typeof maxLength === 'number' && length > maxLength) return `must have at most ${maxLength} characters`;
  if (typeof format === 'string' && !fitsFormat(format, value)) return `must be ${FORMATS.get(format)?.words}`;
  return null;
}

const FORMATS: ReadonlyMap<string, { readonly words: string; readonly fits: (value: string) => boolean }> = new Map([
  ['email', { words: 'an e-mail address', fits: (value) => /^[^\s@]+@[^\s@]+$/.test(value) }],
  ['uri', { words: 'a URL', fits: (value) => URL.canParse(value) }],
  ['date', { words: 'a date as 2026-01-31', fits: (value) => isDate(value) }],
  [
    'date-time',
    {
      words: 'a time as 2026-01-31T12:00:00Z',
      fits: (value) =>
        isDate(value.slice(0, 10)) && /^.{10}[Tt ]\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
    },
  ],
]);

function fitsFormat(format: string, value: string): boolean {
  return FORMATS.get(format)?.fits(value) ?? true;
}

/** Without the days that `Date` moves to the next month. */
function isDate(value: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}

function boundProblem({ minimum, maximum }: Schema, value: unknown): string | null {
  if (typeof minimum === 'number' && (value as number) < minimum) return `must be at least ${minimum}`;
  if (typeof maximum === 'number' && (value as number) > maximum) return `must be at most ${maximum}`;
  return null;
}

function choicesProblem({ items, minItems, maxItems }: Schema, values: readonly unknown[]): string | null {
  const choices = isObject(items) ? choicesOf(items) : null;
  if (choices === null) return 'cannot be filled in here';
  if (values.some((value) => !choices.includes(value))) return 'must be of the choices';
  if (new Set(values).size < values.length) return 'has a choice twice';
  if (typeof minItems === 'number' && values.length < minItems) return `needs at least ${minItems} choices`;
  if (typeof maxItems === 'number' && values.length > maxItems) return `takes at most ${maxItems} choices`;
  return null;
}

/** The values of a choice; `null`: it is none. */
function choicesOf(property: Schema): readonly unknown[] | null {
  if (Array.isArray(property.enum)) return property.enum;
  const constants = property.oneOf ?? property.anyOf;
  return Array.isArray(constants) ? constants.map((one) => (isObject(one) ? one.const : undefined)) : null;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function quoted(name: string): string {
  return `“${name.replace(/\p{Cc}/gu, ' ')}”`;
}
