// Finds one call of a tool in a transcript, by its id, with its complete input. Asked only for a call that waits for the
// person, whose line stands near the end: it reads nothing else, keeps nothing, and never throws.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fields, string } from './transcript-fields.ts';

/** So much of the end is looked through, in bytes: a call that waits is the last thing but one that was written. */
const WINDOW = 4 * 1024 * 1024;

/** A call: Claude's name of the tool, and its input. */
export interface ReadCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The call with this id; `null` where it is not found, or too far from the end. */
export function readToolCall(path: string, id: string): ReadCall | null {
  if (!/^\w{1,100}$/.test(id)) return null;
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, WINDOW));
    const length = readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return callIn(buffer.toString('utf8', 0, length), id);
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

function callIn(text: string, id: string): ReadCall | null {
  const line = text.split('\n').findLast((each) => each.includes(`"id":"${id}"`) && each.includes('"tool_use"'));
  if (line === undefined) return null;
  const whole = fields(JSON.parse(line));
  const { content } = fields(whole.message);
  if (whole.isSidechain === true || !Array.isArray(content)) return null;
  const block = content.map(fields).find((each) => each.type === 'tool_use' && each.id === id);
  const tool = string(block?.name);
  return block === undefined || tool === null ? null : { tool, input: fields(block.input) };
}
