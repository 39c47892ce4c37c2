// Whether two readings show one and the same dialog. Pure.

import type { Dialog } from './dialog.ts';
import { sameQuestions } from './question-keys.ts';

/** The same text to the letter, and the same step: what an answer without words of its own needs. */
export function isExactlySame(one: Dialog, other: Dialog): boolean {
  return one.fingerprint === other.fingerprint;
}

/** The same text, or another step of the same questions: what is pressed there is checked against its own words. */
export function isSameDialog(one: Dialog, other: Dialog): boolean {
  return isExactlySame(one, other) || sameQuestions(one, other);
}
