// What a screen of Claude Code shows at its live end: a dialog, the composer, or neither. Plain data; `adapters/claude`
// reads it. A quoted, finished or typed look-alike is no dialog.

import type { Meaning, PromptKind } from './prompt.ts';

/** One row of a dialog's list. */
export interface DialogOption {
  /** The digit in front of it; `null` where the list has none. */
  readonly digit: number | null;
  /** Its words, wrapped lines joined, without a check box. */
  readonly label: string;
  readonly detail: string | null;
  readonly meaning: Meaning;
  /** Whether words may go with it: by Tab, or because the row is a field. */
  readonly text: 'no' | 'may' | 'must';
  /** Of a list where several may be ticked; `null` elsewhere. */
  readonly checked: boolean | null;
  /** A row that takes what is typed once it is highlighted. `open`: the field is open now. */
  readonly field: 'none' | 'closed' | 'open';
  /** What was typed into the open field, empty when nothing was; `null` where none is open. */
  readonly typed: string | null;
  /** The first screen row it stands on, from 0. */
  readonly row: number;
}

/** A step of a dialog with several (AskUserQuestion). */
export interface DialogStep {
  readonly title: string;
  readonly done: boolean;
  readonly current: boolean;
}

/** A live dialog. */
export interface Dialog {
  readonly kind: PromptKind;
  readonly title: string;
  /** `general-purpose`, from "from the general-purpose agent". */
  readonly agent: string | null;
  /** "1 of 3" at the right of the title. */
  readonly position: { readonly n: number; readonly of: number } | null;
  /** Visible lines between title and options, without frames. */
  readonly body: readonly string[];
  /** The lines of `body` between the dashed lines: what is asked, and nothing else. Empty where there are none. */
  readonly framed: readonly string[];
  /** The question above the options; empty where there is none. */
  readonly question: string;
  /** Lines of the body that are cut off ("↑ 52 more lines"), and whether the list itself is cut. */
  readonly cutLines: number;
  readonly listCut: boolean;
  readonly options: readonly DialogOption[];
  /** Index of the highlighted option; `null` where none is on the screen. */
  readonly highlighted: number | null;
  /** Empty where the dialog has one step. */
  readonly steps: readonly DialogStep[];
  /** Whether Tab opens a field on an option ("Tab to amend"). */
  readonly amendable: boolean;
  /** Same dialog, same text: title, agent, body, question and labels; not the highlight, ticks or what was typed. */
  readonly fingerprint: string;
  /** A line of the live screen that tells this dialog from others, as it is written there; for look-and-key. */
  readonly distinctive: string;
}

/** One reading of a screen. */
export type ScreenReading =
  | { readonly kind: 'dialog'; readonly dialog: Dialog }
  /** `draft`: what the person typed there, empty when only a dim suggestion stands in it. */
  | { readonly kind: 'composer'; readonly draft: string }
  /** Something stands where a dialog would, and cannot be understood. `lines`: what is seen. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly lines: readonly string[] }
  /** Neither a dialog nor a composer: Claude's other views, or another program. */
  | { readonly kind: 'nothing' };
