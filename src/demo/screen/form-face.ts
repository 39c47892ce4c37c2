// The form of an MCP server on the screen: its fields one below the other, then Accept and Decline. Pure. Fields are
// words, numbers, switches and choices; anything deeper is the server's own affair.

import { BLANK, type Block, paint, rule, text } from './blocks.ts';
import { CANCELLED, drawBlocks, type Face, type Outcome } from './face.ts';
import type { Key } from './keys.ts';

/** What an MCP server asks. */
export interface FormAsk {
  readonly server: string;
  readonly message: string;
  /** `requested_schema`: an object schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly choices: readonly string[];
  readonly required: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The form, empty. */
export function formFace(ask: FormAsk): Face {
  return face(ask, fieldsOf(ask.schema), 0, {}, 'Accept');
}

function face(ask: FormAsk, fields: readonly Field[], at: number, values: Values, button: 'Accept' | 'Decline'): Face {
  return {
    highlighted: fields[at]?.name ?? button,
    draw: (frame) => drawBlocks(blocks(ask, fields, at, values, button, frame.columns), frame),
    press: (key) => press(ask, fields, at, values, button, key),
  };
}

function press(
  ask: FormAsk,
  fields: readonly Field[],
  at: number,
  values: Values,
  button: 'Accept' | 'Decline',
  key: Key,
): Face | Outcome {
  const go = (row: number) => face(ask, fields, Math.min(Math.max(row, 0), fields.length), values, button);
  const field = fields[at];
  if (key.name === 'Escape') return CANCELLED;
  if (key.name === 'Up' || key.name === 'BTab') return go(at - 1);
  if (key.name === 'Down' || key.name === 'Tab') return go(at + 1);
  if (!field) {
    if (key.name === 'Left') return face(ask, fields, at, values, 'Accept');
    if (key.name === 'Right') return face(ask, fields, at, values, 'Decline');
    if (key.name !== 'Enter') return go(at);
    if (button === 'Decline') return { effect: 'decline', label: 'Decline', text: null };
    const missing = fields.findIndex(({ name, required }) => required && values[name] === undefined);
    if (missing !== -1) return go(missing);
    return { effect: 'accept', label: 'Accept', text: null, content: values };
  }
  if (key.name === 'Enter') return go(at + 1);
  const set = (value: unknown) => face(ask, fields, at, with_(values, field.name, value), button);
  if (key.name === 'BSpace') {
    const before = values[field.name];
    return set(field.type === 'string' && typeof before === 'string' ? before.slice(0, -1) || undefined : undefined);
  }
  if (field.choices.length > 0) {
    if (key.name !== 'Right' && key.text !== ' ') return go(at);
    const next = field.choices.indexOf(String(values[field.name])) + 1;
    return set(field.choices[next % field.choices.length]);
  }
  if (field.type === 'boolean')
    return key.text === ' ' || key.name === 'Right' ? set(values[field.name] !== true) : go(at);
  if (key.name !== 'Text') return go(at);
  const typed = `${values[field.name] ?? ''}${key.text}`;
  return set(field.type === 'string' ? typed : Number.isNaN(Number(typed)) ? values[field.name] : Number(typed));
}

function with_(values: Values, name: string, value: unknown): Values {
  const { [name]: _before, ...rest } = values;
  return value === undefined ? rest : { ...rest, [name]: value };
}

function blocks(
  { server, message }: FormAsk,
  fields: readonly Field[],
  at: number,
  values: Values,
  button: 'Accept' | 'Decline',
  columns: number,
): readonly Block[] {
  const title = `MCP server “${server}” requests your input`;
  const short = title.length >= columns - 4 ? 'MCP server “…” requests your input' : title;
  const rows = fields.flatMap((field, index): readonly Block[] => {
    const here = index === at;
    const value = values[field.name];
    const shown = value === undefined ? 'not set' : String(value);
    const words = `${field.name}: ${field.choices.length > 0 && here ? '▸ ' : ''}${shown}`;
    const first = `  ${here ? paint('❯', 'accent') : ' '} ${field.required ? '*' : ' '} `;
    return [
      { kind: 'text', text: words, first, rest: '      ', right: 2, look: here ? 'strong' : 'plain' },
      ...(field.description === '' ? [] : [text(field.description, 8, 'dim', 2)]),
      BLANK,
    ];
  });
  const marked = (label: string) =>
    at === fields.length && button === label ? `${paint('❯', 'accent')} ${label}` : `  ${label}`;
  return [
    rule('─', 0, 'accent'),
    text(short, 2, 'title', 2),
    BLANK,
    text(message, 2, 'dim', 2),
    BLANK,
    ...rows,
    { kind: 'text', text: '', first: `  ${marked('Accept')}  ${marked('Decline')}`, rest: '', right: 0, look: 'plain' },
    BLANK,
    text('Esc to cancel · ↑/↓ to navigate · Backspace to unset · → to expand', 2, 'dim', 2),
  ];
}

function fieldsOf(schema: Readonly<Record<string, unknown>>): readonly Field[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, about]) => ({
    name,
    type: String(about.type ?? 'string'),
    description: String(about.description ?? ''),
    choices: Array.isArray(about.enum) ? about.enum.map(String) : [],
    required: required.includes(name),
  }));
}
