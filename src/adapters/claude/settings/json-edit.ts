// Puts one thing into a JSON text, or takes one out, and leaves every other byte as it is: comments, indentation, line
// ends, trailing commas. Pure. It writes in the manner of what stands around.

import { afterBlank, type JsonArray, type JsonObject, parseTree } from './json-tree.ts';

type Container = JsonObject | JsonArray;

/**
 * Adds to the end of an object or list of `text`.
 * @param name the member's name; `null` in a list.
 */
export function append(text: string, container: Container, name: string | null, value: unknown): string {
  const style = styleOf(text);
  const last = container.children.at(-1);
  if (last === undefined) return fillEmpty(text, container, name, value, style);
  const indent = indentBefore(text, last.start);
  if (indent === null) {
    const gap = container.children.length > 1 ? gapBefore(text, last.start) : style.spaced ? ' ' : '';
    return insert(text, last.end, `,${gap}${render(name, value, null, style)}`);
  }
  const fresh = `${style.eol}${indent}${render(name, value, indent, style)}`;
  // A comment behind the last one stays with it.
  const rest = /^[ \t]*(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)(?=\r?\n)/.exec(
    text.slice(last.end),
  );
  if (rest === null) return insert(text, last.end, `,${fresh}`);
  const behind = insert(text, last.end + rest[0].length, fresh);
  return rest[1] === ',' ? behind : insert(behind, last.end, ',');
}

/** Takes the child at `index` out of an object or list of `text`, with the one comma that goes with it. */
export function takeOut(text: string, container: Container, index: number): string {
  const child = container.children[index];
  if (child === undefined) return text;
  const start = startWithBlank(text, child);
  const following = afterBlank(text, child.end);
  const hasComma = text[following] === ',';
  if (container.children.length === 1) {
    const close = container.end - 1;
    const left = text.slice(container.start + 1, start);
    const right = hasComma
      ? text.slice(child.end, following) + text.slice(following + 1, close)
      : text.slice(child.end, close);
    // Where nothing but white space stays behind, it is closed up.
    const kept = (left + right).trim() === '' ? '' : left + right;
    return text.slice(0, container.start + 1) + kept + text.slice(close);
  }
  if (hasComma) return cut(cut(text, following, following + 1), start, child.end);
  const before = afterBlank(text, container.children[index - 1]?.end ?? 0);
  return cut(cut(text, start, child.end), before, before + 1);
}

/** Where the white space before a child begins, unless that ends a comment which would then swallow what follows. */
function startWithBlank(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  const begin = text.slice(0, start).trimEnd().length;
  const line = text.slice(text.lastIndexOf('\n', begin - 1) + 1, begin);
  const endsLine = /^[ \t]*,?[ \t]*\r?\n/.test(text.slice(end));
  return line.includes('//') && !endsLine ? start : begin;
}

interface Style {
  readonly eol: string;
  /** One step of indentation; `null` where all stands on one line. */
  readonly unit: string | null;
  /** Whether a blank follows colons and commas on one line. */
  readonly spaced: boolean;
}

function styleOf(text: string): Style {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const root = parseTree(text);
  const first = root.kind === 'scalar' ? undefined : root.children[0];
  if (first === undefined) return { eol, unit: '  ', spaced: true };
  const unit = indentBefore(text, first.start);
  const colon = first.kind === 'member' ? text.slice(first.start, first.value.start) : '';
  return { eol, unit: unit === '' ? '  ' : unit, spaced: /:\s/.test(colon) };
}

function fillEmpty(text: string, container: Container, name: string | null, value: unknown, style: Style): string {
  const close = container.end - 1;
  const inner = text.slice(container.start + 1, close).trimEnd();
  const head = text.slice(0, container.start + 1) + inner;
  if (style.unit === null && inner === '') return head + render(name, value, null, style) + text.slice(close);
  const lineStart = text.lastIndexOf('\n', container.start) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart).replace(/^\uFEFF/, ''))?.[0] ?? '';
  const indent = outer + (style.unit ?? '  ');
  return `${head}${style.eol}${indent}${render(name, value, indent, style)}${style.eol}${outer}${text.slice(close)}`;
}

function render(name: string | null, value: unknown, indent: string | null, { eol, unit, spaced }: Style): string {
  const multi = indent !== null && unit !== null;
  const body = multi ? JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`) : inline(value, spaced);
  return name === null ? body : `${JSON.stringify(name)}:${multi || spaced ? ' ' : ''}${body}`;
}

function inline(value: unknown, spaced: boolean): string {
  const [comma, colon] = spaced ? [', ', ': '] : [',', ':'];
  if (Array.isArray(value)) return `[${value.map((one) => inline(one, spaced)).join(comma)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}${colon}${inline(one, spaced)}`);
  return `{${members.join(comma)}}`;
}

/** White space of the line on which something stands first; `null` when it is not the first there. */
function indentBefore(text: string, at: number): string | null {
  return /(?:^|\n)([ \t]*)$/.exec(text.slice(0, at))?.[1] ?? null;
}

function gapBefore(text: string, at: number): string {
  return /[ \t]*$/.exec(text.slice(0, at))?.[0] ?? '';
}

function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}

function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}
