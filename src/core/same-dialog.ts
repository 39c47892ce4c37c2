// Whether two readings show one and the same dialog. Pure.

import type { Dialog } from './dialog.ts';

/** The same text, or another step of the same questions: what is pressed there is checked against its own words. */
export function isSameDialog(one: Dialog, other: Dialog): boolean {
  if (one.fingerprint === other.fingerprint) return true;
  if (one.kind !== 'question' || other.kind !== 'question' || one.steps.length < 2) return false;
  return titlesOf(one) === titlesOf(other);
}

function titlesOf({ steps }: Dialog): string {
  return JSON.stringify(steps.map(({ title }) => title));
}
