// A dialog as it stands on the screen: what it shows, and what a key makes of it. Pure: a key gives another face or what
// the person chose, and nothing is remembered elsewhere.

import { type Block, linesOf, type Place, type ScreenLine } from './blocks.ts';
import type { Key } from './keys.ts';

/** What the person, or a hook, made of a dialog. */
export type EffectName =
  | 'yes'
  | 'yes-with-text'
  | 'always'
  | 'auto-mode'
  | 'accept-edits'
  | 'no'
  | 'no-with-text'
  | 'cancel'
  | 'answered'
  | 'chat'
  | 'approved'
  | 'keep-planning'
  | 'accept'
  | 'decline'
  | 'chosen';

/** A choice. */
export interface Outcome {
  readonly effect: EffectName;
  /** The row's own words; empty for Esc. */
  readonly label: string;
  /** What was written with it. */
  readonly text: string | null;
  /** Answers by question. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Values of a form. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** What a dialog is drawn into. */
export interface Frame {
  readonly columns: number;
  readonly rows: number;
  readonly place: Place;
}

/** An open dialog. */
export interface Face {
  readonly draw: (frame: Frame) => readonly ScreenLine[];
  readonly press: (key: Key) => Face | Outcome;
  /** The words of the highlighted row. */
  readonly highlighted: string;
}

/** Whether a key ended the dialog. */
export function isOutcome(result: Face | Outcome): result is Outcome {
  return 'effect' in result;
}

/** What Esc does. */
export const CANCELLED: Outcome = { effect: 'cancel', label: '', text: null };

/** The lines of a dialog; what does not fit is cut off at the top, and the `cut` block tells how much. */
export function drawBlocks(blocks: readonly Block[], { columns, rows, place }: Frame): readonly ScreenLine[] {
  const drawn = linesOf(blocks, columns, place);
  const over = drawn.length - rows;
  if (over <= 0) return filled(blocks, drawn, { columns, rows: rows - 2, place });
  const cut = blocks.findIndex(({ kind }) => kind === 'cut');
  if (cut === -1) return drawn.slice(over);
  const at = linesOf(blocks.slice(0, cut), columns, place).length;
  return [...drawn.slice(over, at), ` ↑ ${over} more lines`, ...drawn.slice(at + 1)];
}

function filled(blocks: readonly Block[], drawn: readonly ScreenLine[], { columns, rows, place }: Frame) {
  const fill = blocks.findIndex(({ kind }) => kind === 'fill');
  if (fill === -1 || drawn.length >= rows) return drawn;
  const at = linesOf(blocks.slice(0, fill), columns, place).length;
  return [...drawn.slice(0, at), ...Array.from({ length: rows - drawn.length }, () => ''), ...drawn.slice(at)];
}
