// What was answered, in one line, and what became of a prompt. Pure; safe to print.

import type { PromptAnswer, Receipt } from '../../core/prompt.ts';
import { receiptWords } from '../../core/receipt-words.ts';
import { safeText } from './safe-text.ts';

/** `→ 1. Yes`, with the words, answers or values that went along. */
export function answerWords({ option, text, answers, content }: PromptAnswer): string {
  if (content !== null) {
    const values = Object.entries(content).map(([name, value]) => `${name}=${[value].flat().join(',')}`);
    return `→ ${safeText([option.label, ...values].join('  '))}`;
  }
  if (answers !== null) {
    const said = answers.map((one) => [...one.chosen, ...(one.text === null ? [] : [`“${one.text}”`])].join(', '));
    return `→ ${safeText(said.join(' · '))}`;
  }
  return `→ ${option.n}. ${safeText(option.label)}${text === null ? '' : `: “${safeText(text)}”`}`;
}

/** `k3f.1: allowed with "Yes" from the phone.` */
export function receiptLine(receipt: Receipt): string {
  return safeText(`${receipt.prompt}: ${receiptWords(receipt)}.`);
}
