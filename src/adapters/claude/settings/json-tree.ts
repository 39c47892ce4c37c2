// Reads JSON with comments, trailing commas and a byte order mark into a tree that knows where everything stands, so
// that an edit can leave every other byte alone. Pure. It must never guess: whatever else is wrong is a mistake with
// its place.

/** A value with its place in the text; `end` is the offset behind it. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

/** An object. Names may stand twice; the last one counts, as everywhere. */
export interface JsonObject {
  readonly kind: 'object';
  readonly start: number;
  readonly end: number;
  readonly children: readonly JsonMember[];
}

/** A list. */
export interface JsonArray {
  readonly kind: 'array';
  readonly start: number;
  readonly end: number;
  readonly children: readonly JsonNode[];
}

/** A text, number, true, false or null. */
export interface JsonScalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
}

/** A name with its value; stands from its name to the end of its value. */
export interface JsonMember {
  readonly kind: 'member';
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly value: JsonNode;
}

/** A mistake in the text. Lines and columns count from 1. */
export class JsonMistake extends Error {
  override readonly name = 'JsonMistake';
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
const DEEPEST = 200;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/**
 * Parses a whole text.
 * @throws JsonMistake at the first mistake.
 */
export function parseTree(text: string): JsonNode {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const fail = (what: string): never => {
    throw new JsonMistake(what, text, at);
  };
  const skip = (): void => {
    at = afterBlank(text, at);
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
    const end = endOfString(text, at);
    try {
      const found = JSON.parse(text.slice(at, end)) as string;
      at = end;
      return found;
    } catch {
      return fail('this text has no end, or holds a wrong escape');
    }
  };
  const list = <T>(close: string, depth: number, read: () => T): T[] => {
    const children: T[] = [];
    if (depth > DEEPEST) fail('this is nested too deep');
    while (!takes(close)) {
      children.push(read());
      if (takes(',')) continue;
      if (takes(close)) return children;
      fail(at >= text.length ? `"${close}" is missing at the end` : `"," or "${close}" is missing here`);
    }
    return children;
  };
  const value = (depth: number): JsonNode => {
    skip();
    const start = at;
    if (takes('{')) {
      const children = list('}', depth, () => member(depth + 1));
      return { kind: 'object', start, end: at, children };
    }
    if (takes('[')) {
      const children = list(']', depth, () => value(depth + 1));
      return { kind: 'array', start, end: at, children };
    }
    if (text[at] === '"') return { kind: 'scalar', value: string(), start, end: at };
    const scalar = match(SCALAR) ?? fail('a value is missing here');
    return { kind: 'scalar', value: JSON.parse(scalar), start, end: at };
  };
  const member = (depth: number): JsonMember => {
    skip();
    const start = at;
    if (text[at] !== '"') fail('a name in double quotes is missing here');
    const name = string();
    if (!takes(':')) fail('":" is missing here');
    const inner = value(depth);
    return { kind: 'member', name, value: inner, start, end: at };
  };
  const result = value(0);
  skip();
  if (at < text.length) fail('nothing may follow here');
  return result;
}

/** The offset behind white space and comments. Character by character: a pattern exhausts the stack on a long run. */
export function afterBlank(text: string, at: number): number {
  let end = at;
  for (;;) {
    while (' \t\r\n'.includes(text[end] ?? '-')) end += 1;
    if (text.startsWith('//', end)) {
      const line = text.indexOf('\n', end);
      end = line < 0 ? text.length : line;
    } else {
      const close = text.startsWith('/*', end) ? text.indexOf('*/', end + 2) : -1;
      if (close < 0) return end;
      end = close + 2;
    }
  }
}

/** The offset behind the string that begins at `at`, escapes or not; the end of the text where it has none. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The plain value of a node; of names that stand twice the last one counts. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.children.map(plainValue);
  return Object.fromEntries(node.children.map((child) => [child.name, plainValue(child.value)]));
}

/** The value of the last member with that name. */
export function memberOf(node: JsonNode, name: string): JsonNode | undefined {
  if (node.kind !== 'object') return undefined;
  return node.children.findLast((child) => child.name === name)?.value;
}
