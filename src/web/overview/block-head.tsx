// The heading of a block in the overview: a state or a directory, and how many.

import type { ReactNode } from 'react';
import { CutName } from '../ui/cut-name.tsx';
import { words } from '../words.ts';
import type { Block } from './board.ts';

/** The heading. */
export function BlockHead({ block }: { readonly block: Block }): ReactNode {
  return (
    <h2>
      <CutName text={block.mark === null ? block.name : words.states[block.mark]} />
      {block.where && <span className="i3 end">{block.where}</span>}
      <span className="i3 num">{block.sessions.length}</span>
    </h2>
  );
}
