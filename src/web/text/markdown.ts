// Reads the Markdown of a plan into blocks and pieces of text. Pure. What it does not know stays as it is written: every
// character of the source can be read in the result, but for the marks themselves. Links only lead where a page may.

/** A piece of a line. `href` is one of http, https or mailto, or `null`. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** One block. `depth` of a list item begins at 0; `mark` is what stood before it. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: readonly Inline[] }
  | { readonly kind: 'item'; readonly depth: number; readonly mark: string; readonly text: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' };

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const TABLE = /^\s*\|.*\|\s*$/;
const RULE = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const INLINE =
  /(`+)([^`]|[^`].*?[^`])\1(?!`)|\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])|\[([^\]\n]{1,500})\]\(\s*(https?:\/\/[^\s()<>]{1,2000}|mailto:[^\s()<>]{1,500})\s*\)|(https?:\/\/[^\s<>()"']{1,2000}[^\s<>()"'.,;:!?])/g;

/** The blocks of `source`. */
export function markdown(source: string): readonly Block[] {
  const lines = source.split('\n');
  const blocks: Block[] = [];
  let open: { kind: 'paragraph' | 'quote' | 'item'; depth: number; mark: string; lines: string[] } | null = null;
  const close = (): void => {
    if (open === null) return;
    const text = inline(open.lines.join(' '));
    const { kind, depth, mark } = open;
    blocks.push(kind === 'item' ? { kind, depth, mark, text } : { kind, text });
    open = null;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (fence !== undefined) {
      close();
      let end = at + 1;
      while (end < lines.length && !(lines[end] ?? '').trim().startsWith(fence)) end += 1;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end;
    } else if (line.trim() === '') close();
    else if (heading !== null) {
      close();
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: inline(heading[2] ?? '') });
    } else if (RULE.test(line)) {
      close();
      blocks.push({ kind: 'rule' });
    } else if (TABLE.test(line)) {
      close();
      let end = at;
      while (end < lines.length && TABLE.test(lines[end] ?? '')) end += 1;
      blocks.push({ kind: 'code', text: lines.slice(at, end).join('\n') });
      at = end - 1;
    } else if (item !== null) {
      close();
      const depth = Math.min(4, Math.floor((item[1] ?? '').replaceAll('\t', '  ').length / 2));
      open = { kind: 'item', depth, mark: item[2] ?? '-', lines: [item[3] ?? ''] };
    } else if (/^\s*>/.test(line)) {
      if (open?.kind !== 'quote') close();
      open ??= { kind: 'quote', depth: 0, mark: '', lines: [] };
      open.lines.push(line.replace(/^\s*>\s?/, ''));
    } else if (open !== null) open.lines.push(line.trim());
    else open = { kind: 'paragraph', depth: 0, mark: '', lines: [line.trim()] };
  }
  close();
  return blocks;
}

/** The pieces of one line of text. */
export function inline(text: string): readonly Inline[] {
  const pieces: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    const [whole, , code, strong, em, label, href, bare] = match;
    if (code !== undefined) pieces.push({ kind: 'code', text: code });
    else if (strong !== undefined) pieces.push({ kind: 'strong', text: strong });
    else if (em !== undefined) pieces.push({ kind: 'em', text: em });
    else if (href !== undefined) pieces.push({ kind: 'link', text: label ?? href, href });
    else pieces.push({ kind: 'link', text: bare ?? whole, href: bare ?? whole });
    at = match.index + whole.length;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}
