// What became of a prompt, in words: for whoever answers too late, and for clients that print. Pure. The words of a
// receipt come from sessions and devices and are hostile: whoever prints them cleans them.

import type { Ending, Outcome, Receipt } from './prompt.ts';

const ENDINGS: Readonly<Record<Ending, readonly [Extract<Outcome, 'elsewhere' | 'gone'>, string]>> = {
  terminal: ['elsewhere', 'answered in its terminal'],
  stopped: ['elsewhere', 'refused or stopped in its terminal'],
  'other-hook': ['elsewhere', 'decided by another hook'],
  'next-turn': ['elsewhere', 'passed over for another turn'],
  closed: ['gone', 'its terminal was closed'],
  ended: ['gone', 'its Claude ended'],
  conversation: ['gone', 'left for another conversation'],
  agent: ['gone', 'its agent ended'],
  unasked: ['gone', 'not asked any more, and nothing tells why'],
  unclear: ['gone', 'over, and nothing tells whose answer was first'],
};

/** Whether what ended so was answered at all, as far as is known. */
export function outcomeOfEnding(ending: Ending): Outcome {
  return ENDINGS[ending][0];
}

/** `its terminal was closed`. */
export function endingWords(ending: Ending): string {
  return ENDINGS[ending][1];
}

/**
 * `allowed with "Yes" from the phone`, `answered in its terminal`; without what was asked. Of an answer that was not seen
 * to be taken as a whole: `allowed, and "Yes, and do not ask again" was sent from the phone`.
 */
export function receiptWords({ outcome, ending, answer, whole, by }: Receipt): string {
  if (ending !== null) return endingWords(ending);
  const from = `from ${by ?? 'somewhere'}`;
  return whole ? `${outcome} with "${answer ?? ''}" ${from}` : `${outcome}, and "${answer ?? ''}" was sent ${from}`;
}

/** `answered in its terminal 3 s ago (npm run e2e)`. @param now epoch milliseconds. */
export function receiptInWords(receipt: Receipt, now: number): string {
  const what = receipt.subject === '' ? '' : ` (${receipt.subject})`;
  return `${receiptWords(receipt)} ${ago(now - Date.parse(receipt.at))}${what}`;
}

function ago(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  if (seconds < 1) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3_600)} h ago`;
}
