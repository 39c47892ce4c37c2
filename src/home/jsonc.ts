// Reads JSON with comments and trailing commas, and tells the place of a mistake by line and column. Pure.
// It must never guess: whatever is not JSON with those two liberties is a mistake.

/** A mistake in the text. Lines and columns count from 1. */
export class JsoncError extends Error {
  override readonly name = 'JsoncError';
  readonly line: number;
  readonly column: number;
  constructor(what: string, text: string, at: number) {
    super(what);
    const before = text.slice(0, at).split('\n');
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

/** Deeper nesting than any settings file has; keeps a hostile file from exhausting the stack. */
const DEEPEST = 100;
const BLANK = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;

/**
 * Parses a whole text.
 * @throws JsoncError at the first mistake.
 */
export function parseJsonc(text: string): unknown {
  let at = 0;
  const fail = (what: string): never => {
    throw new JsoncError(what, text, at);
  };
  const skip = (): void => {
    BLANK.lastIndex = at;
    BLANK.test(text);
    at = BLANK.lastIndex;
    if (text.startsWith('/*', at)) fail('this comment has no end');
  };
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  const takes = (character: string): boolean => {
    skip();
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const string = (): string => {
    const found = match(STRING);
    return found === null ? fail('this string has no end, or holds a wrong escape') : (JSON.parse(found) as string);
  };
  const members = (close: string, depth: number, read: () => void): void => {
    if (depth > DEEPEST) fail('this is nested too deep');
    while (!takes(close)) {
      read();
      if (takes(',')) continue;
      if (takes(close)) return;
      fail(at >= text.length ? `"${close}" is missing at the end` : `"," or "${close}" is missing here`);
    }
  };
  const value = (depth: number): unknown => {
    if (takes('{')) {
      const entries: [string, unknown][] = [];
      members('}', depth, () => {
        skip();
        if (text[at] !== '"') fail('a name in double quotes is missing here');
        const name = string();
        if (!takes(':')) fail('":" is missing here');
        entries.push([name, value(depth + 1)]);
      });
      return Object.fromEntries(entries);
    }
    if (takes('[')) {
      const items: unknown[] = [];
      members(']', depth, () => items.push(value(depth + 1)));
      return items;
    }
    if (text[at] === '"') return string();
    const scalar = match(SCALAR);
    return scalar === null ? fail('a value is missing here') : (JSON.parse(scalar) as unknown);
  };
  const result = value(0);
  skip();
  if (at < text.length) fail('nothing may follow here');
  return result;
}
