// Text in the fixed-width face, line by line, with numbers where there are several. Long lines hang; nothing is cut.

import type { ReactNode } from 'react';
import type { Concern } from '../../core/look-twice.ts';
import { LeftToRight } from '../ui/left-to-right.tsx';

/** Lines of a command, a file or a screen. */
export function CodeLines(props: {
  readonly text: string;
  readonly concerns?: readonly Concern[];
  readonly numbers?: boolean;
}): ReactNode {
  const { text, concerns = [], numbers = true } = props;
  const lines = text.split('\n');
  // A file ends with a line end: that is no line of its own.
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const risky = marked(concerns);
  return (
    <div className="code" data-single={lines.length === 1 || !numbers || undefined}>
      {lines.map((line, index) => {
        const marks = risky.get(index + 1) ?? [];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and all change together.
          <div key={index} className="l" data-line data-risk={marks.length > 0 || undefined}>
            <i aria-hidden="true">{index + 1}</i>
            <span>{marks.length === 0 ? <LeftToRight text={line || ' '} /> : underlined(line, marks)}</span>
          </div>
        );
      })}
    </div>
  );
}

/** Stretches to underline by line, joined where they overlap. */
function marked(concerns: readonly Concern[]): ReadonlyMap<number, readonly [number, number][]> {
  const byLine = new Map<number, [number, number][]>();
  const parts = concerns.flatMap((concern) => concern.parts).sort((a, b) => a.line - b.line || a.from - b.from);
  for (const { line, from, to } of parts) {
    const known = byLine.get(line) ?? [];
    const last = known.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else known.push([from, to]);
    byLine.set(line, known);
  }
  return byLine;
}

function underlined(line: string, marks: readonly [number, number][]): ReactNode {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    pieces.push(
      <LeftToRight key={-from - 1} text={line.slice(at, from)} />,
      <mark key={from}>
        <LeftToRight text={line.slice(from, to)} />
      </mark>,
    );
    at = to;
  }
  return [...pieces, <LeftToRight key="rest" text={line.slice(at)} />];
}
