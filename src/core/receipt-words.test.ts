import { expect, it } from 'vitest';
import { promptsEn } from './messages/prompts-en.ts';
import type { Receipt } from './prompt.ts';
import { receiptInWords, receiptWords } from './receipt-words.ts';

const receipt: Receipt = {
  ...{ prompt: 'k3f.1', session: 'k3f', outcome: 'allowed', ending: null, subject: 'npm run e2e' },
  ...{ answer: 'Yes', whole: true, by: 'the phone', at: '2026-11-30T12:00:00.000Z' },
};
const at = Date.parse(receipt.at);

it('claims an answer as a whole only where it was seen to be taken so', () => {
  expect(receiptWords(receipt)).toBe('allowed with "Yes" from the phone');
  expect(receiptWords({ ...receipt, whole: false })).toBe('allowed, and "Yes" was sent from the phone');
});

it.each([
  [0, 'just now'],
  [3_200, '3 s ago'],
  [125_000, '2 min ago'],
  [7_300_000, '2 h ago'],
])('says how long ago it was: %i ms', (passed, words) => {
  expect(receiptInWords(receipt, at + passed)).toBe(`allowed with "Yes" from the phone ${words} (npm run e2e)`);
});

it('ends in the panel in the words of the command line', () => {
  const closed = { ...receipt, outcome: 'gone', ending: 'closed', answer: null, by: null } as const;
  expect(receiptWords(closed)).toBe('its terminal was closed');
  expect(promptsEn.receipt.ending('closed')).toBe('Its terminal was closed:');
});
