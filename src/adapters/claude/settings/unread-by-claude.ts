// Where a settings text stops being what Claude Code reads: plain JSON, without comments and trailing commas. Pure. No
// hook in such a file runs, so none is put there, and the person must hear of the place.

import { afterBlank, parseTree } from './json-tree.ts';

/** A place in a text, both numbers from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The first place that Claude Code does not read, and then takes nothing of the whole file; `null`: it reads all. */
export function unreadByClaude(text: string): Place | null {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return null;
  try {
    JSON.parse(plain);
    return null;
  } catch {
    return placeOf(plain, firstExtra(plain));
  }
}

/** Where the first comment or trailing comma stands; the beginning, where the text is no JSON for another reason. */
function firstExtra(text: string): number {
  try {
    parseTree(text);
  } catch {
    return 0;
  }
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '/') return at;
    else if (sign === ',' && '}]'.includes(text[afterBlank(text, at + 1)] ?? ' ')) return at;
  }
  return 0;
}

function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
