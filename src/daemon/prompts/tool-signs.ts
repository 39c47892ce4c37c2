// What transcripts and hooks tell of tool calls, for the prompts that ask about them: a decision or a result tells that
// its prompt is over. It closes nothing else, and nothing that is being answered.

import type { Evidence } from '../../core/evidence.ts';
import type { Living } from '../living.ts';
import type { Asked } from './asked.ts';
import type { PromptBook } from './book.ts';
import type { Signs } from './signs.ts';
import { nameToolCalls } from './tool-of-ask.ts';

/** What hearing needs. */
export interface ToolSignsOptions {
  readonly book: Pick<PromptBook, 'of' | 'close'>;
  readonly signs: Pick<Signs, 'told' | 'tell'>;
}

/** Makes what hears all evidence of a session for its prompts. */
export function hearToolSigns({
  book,
  signs,
}: ToolSignsOptions): (living: Living, evidence: readonly Evidence[]) => void {
  return (living, evidence) => {
    const { results, decisions: decided, interrupted } = signs.told(living, evidence);
    const open = book.of(living);
    if (open.length > 0) nameToolCalls(living, open);
    const strange = strangeCall(living, open, decided);
    if (interrupted) for (const asked of open) signs.tell(asked, { kind: 'interrupted' });
    if (results.length === 0 && decided.length === 0) return;
    for (const asked of open) {
      const toolId = asked.hook?.toolId ?? asked.call?.id ?? (asked === strange?.asked ? strange.toolId : null);
      if (toolId === null) continue;
      const decision = decided.find((one) => one.toolId === toolId)?.decision;
      if (decision !== undefined) signs.tell(asked, { kind: 'decided', decision });
      if (decision === undefined && !results.includes(toolId)) continue;
      if (results.includes(toolId)) signs.tell(asked, { kind: 'result' });
      const ending = decision === undefined ? 'terminal' : 'other-hook';
      signs.tell(asked, { kind: 'over', ending });
      // What was sent and not confirmed is, now that Claude wrote that a hook decided just that.
      const ours = decision !== undefined && asked.standing !== 'sending' && asked.given?.decided === decision;
      const given = ours ? asked.given : null;
      if (asked.standing === 'sending') continue;
      book.close(asked, given === null ? { ending } : { outcome: decision === 'deny' ? 'denied' : 'allowed', given });
    }
  };
}

/**
 * A decision about a call that the transcript did not tell of in time is about the one that is being answered, where
 * there is only one such. A form is no call.
 */
function strangeCall(
  { claimedCalls }: Living,
  open: readonly Asked[],
  decided: readonly { readonly toolId: string }[],
): { readonly asked: Asked; readonly toolId: string } | null {
  // What was decided of a tool that ran for long is told when its prompt is long over.
  const [decision] = decided.filter(({ toolId }) => !claimedCalls.includes(toolId));
  const isCall = ({ standing, hook }: Asked) => standing === 'sending' && hook?.question.asks !== 'form';
  const [asked, ...more] = open.filter(isCall);
  if (decision === undefined || asked === undefined || more.length > 0) return null;
  if (asked.hook === null || asked.hook.toolId !== null || asked.hook.agent !== null) return null;
  return { asked, toolId: decision.toolId };
}
