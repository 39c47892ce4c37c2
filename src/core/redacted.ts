// Takes the words out of a recording: what was typed, said and run, and where. Pure. What decides stays as it was.

import type { Recording } from './recording.ts';
import { NO_WORK } from './work.ts';

const LEFT_OUT = '…';
/** Names under which a picture or a piece of evidence holds somebody's words; what they say decides nothing. */
const WORDS: readonly string[] = ['text', 'lastText', 'branch', 'description', 'cwd', 'name', 'input'];

/** A recording without words. It decides as the whole one does. */
export function redacted(recording: Recording): Recording {
  const nameOf = namesOfActions();
  const clean = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      if (name === 'action') return nameOf(value);
      return WORDS.includes(name) ? LEFT_OUT : value;
    }
    if (Array.isArray(value)) return value.map((one) => clean(one, name));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one, key)]));
  };
  const from = { ...recording.from, transcript: { ...recording.from.transcript, work: NO_WORK } };
  return { ...(clean({ ...recording, from }, '') as Recording), redacted: true };
}

/** `Bash · npm test` → `Bash · (1)`, the same for the same action: a question is matched with its answer by it. */
function namesOfActions(): (action: string) => string {
  const names = new Map<string, string>();
  return (action) => {
    if (action === '') return '';
    const name = names.get(action) ?? `${action.split(' · ')[0]} · (${names.size + 1})`;
    names.set(action, name);
    return name;
  };
}
