// What happened to the dialogs of a stand-in, line by line in a file of its own: by it, tests judge who answered what,
// which keys reached which dialog, and what was highlighted when Enter came. It is written before anybody else can see
// the effect.

import { appendFileSync } from 'node:fs';
import type { EffectName } from './screen/face.ts';

/** How a dialog was answered: by keys, by its hook, or by the person in the terminal, whom the script plays. */
export type Via = 'key' | 'hook' | 'person';

/** One line. `at`: epoch milliseconds with fractions. */
export type LoggedEffect = { readonly at: number } & (
  | { readonly event: 'open'; readonly dialog: string; readonly subject: string }
  /** The terminal shows it on top. */
  | { readonly event: 'shown'; readonly dialog: string }
  /** The dialog went away without an answer: its turn or its pane ended. */
  | { readonly event: 'gone'; readonly dialog: string }
  /**
   * One key. `taken`: false where it was dropped or ignored. `blind`: it was sent before the terminal showed what it
   * came to. `highlighted`: the row before it came.
   */
  | {
      readonly event: 'key';
      readonly dialog: string | null;
      readonly key: string;
      readonly bytes: string;
      readonly taken: boolean;
      readonly blind: boolean;
      readonly highlighted: string | null;
    }
  | {
      readonly event: 'effect';
      readonly dialog: string;
      readonly effect: EffectName;
      readonly via: Via;
      readonly label: string;
      readonly text: string | null;
      readonly answers: Readonly<Record<string, string>> | null;
      /** The bytes of the keys that this dialog took, one string each. */
      readonly keys: readonly string[];
    }
  /** A decision that came when nobody waited for it any more, or that Claude ignores. */
  | { readonly event: 'ignored'; readonly dialog: string; readonly decision: unknown }
  | { readonly event: 'prompt'; readonly text: string }
  | { readonly event: 'interrupt' }
  | { readonly event: 'pane-closed' }
  /** The stand-in itself did something wrong. */
  | { readonly event: 'fault'; readonly text: string }
);

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Writes a line. */
export type LogEffect = (line: WithoutTime<LoggedEffect>) => void;

/** @param file `null`: nothing is kept. */
export function effectsLog(file: string | null): LogEffect {
  if (file === null) return () => undefined;
  return (line) => {
    const at = performance.timeOrigin + performance.now();
    appendFileSync(file, `${JSON.stringify({ at, ...line })}\n`);
  };
}
