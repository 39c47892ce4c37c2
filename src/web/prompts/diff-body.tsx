// A change of a file. The sign and, for readers, a word say what a line is; the colours repeat it.

import { type ReactNode, useMemo, useState } from 'react';
import type { EditPlace } from '../../core/edit-place.ts';
import { LeftToRight } from '../ui/left-to-right.tsx';
import { words } from '../words.ts';
import { diffCounts } from './diff-lines.ts';
import { type NumberedLine, numberedLines } from './diff-place.ts';
import { type Reading, ScrollBox } from './scroll-box.tsx';

/** Unchanged lines beside a change; more of them fold. */
const CONTEXT = 3;
const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

/** The change and how large it is. Lines carry numbers where it is known where they stand in the file. */
export function DiffBody(props: {
  readonly before: string;
  readonly after: string;
  readonly all: boolean;
  readonly place: EditPlace | null;
  /** Little room: what is around the change gives way to it. */
  readonly small: boolean;
  readonly reading: Reading;
}): ReactNode {
  const { before, after, all, place, small, reading } = props;
  const lines = useMemo(() => numberedLines(before, after, place, small ? 1 : CONTEXT), [before, after, place, small]);
  const { added, removed } = diffCounts(lines);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ScrollBox label={words.prompts.change} className="diff scroll" reading={reading}>
        {folded(lines, opened).map((item, index) =>
          typeof item === 'number' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
            <button key={index} type="button" className="sep" data-line onClick={() => setOpened(true)}>
              {words.prompts.unchanged(item)}
            </button>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
            <Line key={index} line={item} />
          ),
        )}
      </ScrollBox>
      <p className="facts num">
        <span>
          <span className="add">+{added}</span> <span className="del">−{removed}</span>
        </span>
        {all && <span>{words.prompts.everywhere}</span>}
      </p>
    </>
  );
}

function Line({ line }: { readonly line: NumberedLine }): ReactNode {
  const { kind, pieces, n } = line;
  return (
    <div className="l" data-line data-kind={kind}>
      {n !== null && <i aria-hidden="true">{n}</i>}
      <u aria-hidden="true">{SIGNS[kind]}</u>
      <span>
        {kind !== 'same' && <span className="hidden">{words.prompts[kind]}: </span>}
        {pieces.map((piece, index) =>
          piece.changed ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name.
            <em key={index}>
              <LeftToRight text={piece.text} />
            </em>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name.
            <LeftToRight key={index} text={piece.text} />
          ),
        )}
      </span>
    </div>
  );
}

/** Lines, and in place of many unchanged ones their number. */
function folded(lines: readonly NumberedLine[], opened: boolean): readonly (NumberedLine | number)[] {
  if (opened) return lines;
  const near = lines.map((_line, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  const made: (NumberedLine | number)[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && !near[end]) end += 1;
    if (end - at > 2) made.push(end - at);
    else end = at;
    if (end > at) at = end;
    else made.push(lines[at++] as NumberedLine);
  }
  return made;
}
