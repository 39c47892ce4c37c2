// How a receipt begins, before what was asked. Pure.

import type { Receipt } from '../../core/prompt.ts';
import { words } from '../words.ts';

/** `Allowed`, `Answered in its terminal:`. @param late an answer of this page came after it. */
export function receiptHead({ outcome, ending }: Receipt, late = false): string {
  const say = words.prompts.receipt;
  if (ending !== null) return late ? `${say.tooLate} ${say.ending(ending)}` : say.ending(ending);
  if (late) return say.already;
  return outcome === 'allowed' || outcome === 'denied' ? say[outcome] : say.answered;
}
