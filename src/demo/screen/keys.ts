// What a terminal sends when keys are pressed, told apart as Claude Code tells it apart. Pure.

/** Keys with a name of their own; `Text` is everything that writes, `Other` what is heard and ignored. */
export type KeyName =
  | 'Enter'
  | 'Newline'
  | 'Escape'
  | 'Tab'
  | 'BTab'
  | 'Up'
  | 'Down'
  | 'Left'
  | 'Right'
  | 'BSpace'
  | 'Interrupt'
  | 'Text'
  | 'Other';

/** One key press, or one paste. */
export interface Key {
  readonly name: KeyName;
  /** What it writes; empty where it writes nothing. */
  readonly text: string;
  /** The bytes it came as. */
  readonly bytes: string;
}

const NAMED: readonly (readonly [string, KeyName])[] = [
  ['\u001b[A', 'Up'],
  ['\u001bOA', 'Up'],
  ['\u001b[B', 'Down'],
  ['\u001bOB', 'Down'],
  ['\u001b[C', 'Right'],
  ['\u001bOC', 'Right'],
  ['\u001b[D', 'Left'],
  ['\u001bOD', 'Left'],
  ['\u001b[Z', 'BTab'],
  ['\r', 'Enter'],
  ['\n', 'Newline'],
  ['\t', 'Tab'],
  ['\u007f', 'BSpace'],
  ['\b', 'BSpace'],
  ['\u0003', 'Interrupt'],
];
const PASTE = ['\u001b[200~', '\u001b[201~'] as const;

/** The keys in one chunk of input. An Esc at its end is the key of that name. */
export function keysIn(chunk: string): readonly Key[] {
  const keys: Key[] = [];
  let rest = chunk;
  while (rest !== '') {
    const key = firstKey(rest);
    keys.push(key);
    rest = rest.slice(key.bytes.length);
  }
  return keys;
}

function firstKey(rest: string): Key {
  const [begin, end] = PASTE;
  if (rest.startsWith(begin)) {
    const found = rest.indexOf(end);
    const bytes = found === -1 ? rest : rest.slice(0, found + end.length);
    return { name: 'Text', text: bytes.slice(begin.length, found === -1 ? undefined : found), bytes };
  }
  for (const [bytes, name] of NAMED) {
    if (rest.startsWith(bytes)) return { name, text: name === 'Newline' ? '\n' : '', bytes };
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control sequences.
  const sequence = /^\u001b\[[0-9;?]*[ -/]*[@-~]/.exec(rest)?.[0];
  if (sequence !== undefined) return { name: 'Other', text: '', bytes: sequence };
  if (rest.startsWith('\u001b')) return { name: 'Escape', text: '', bytes: '\u001b' };
  const character = [...rest][0] ?? '';
  const writes = (character.codePointAt(0) ?? 0) >= 0x20;
  return { name: writes ? 'Text' : 'Other', text: writes ? character : '', bytes: character };
}
