// What a person has begun to answer and not sent: words, a changed command, ticks, the values of a form, and what was read
// of it. It outlives the card's drawing and goes when its prompt is closed. It is never sent by itself.

import { create } from 'zustand';
import { onChange } from './panel.ts';

/** What is chosen for one question. */
export interface DraftAnswer {
  /** Places of the chosen options, from 0. */
  readonly chosen: readonly number[];
  readonly text: string;
}

/** A value as its field holds it. */
export type DraftValue = string | boolean | readonly string[];

/** An answer that was begun. */
export interface Draft {
  /** Words for an option, by its number. */
  readonly texts: Readonly<Record<number, string>>;
  /** The option whose field the person opened. */
  readonly field: number | null;
  /** The command as the person changed it; `null`: as Claude wrote it. */
  readonly command: string | null;
  /** Which question is shown; one behind the last is the review. */
  readonly step: number;
  readonly answers: Readonly<Record<number, DraftAnswer>>;
  readonly values: Readonly<Record<string, DraftValue>>;
  /** The card shows only its head. */
  readonly folded: boolean;
  /** What was shown to its end; `null`: nothing was. */
  readonly read: string | null;
}

const EMPTY: Draft = {
  texts: {},
  field: null,
  command: null,
  step: 0,
  answers: {},
  values: {},
  folded: false,
  read: null,
};

const useDrafts = create<{ readonly drafts: ReadonlyMap<string, Draft> }>()(() => ({ drafts: new Map() }));

onChange((change) => {
  if (change.kind !== 'prompt-closed') return;
  useDrafts.setState(({ drafts }) => {
    const left = new Map(drafts);
    left.delete(change.receipt.prompt);
    return { drafts: left };
  });
});

/** The draft of prompt `id`, and what changes parts of it. */
export function useDraft(id: string): readonly [Draft, (part: Partial<Draft>) => void] {
  const draft = useDrafts(({ drafts }) => drafts.get(id)) ?? EMPTY;
  return [draft, (part) => changeDraft(id, part)];
}

function changeDraft(id: string, part: Partial<Draft>): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: new Map(drafts).set(id, { ...(drafts.get(id) ?? EMPTY), ...part }),
  }));
}
