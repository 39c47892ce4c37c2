// Which tool call a question is about. Its hook does not tell; the transcript does, often a moment later. A call that one
// question had is never another's, also when that question is long over.

import type { Living } from '../living.ts';
import type { Asked } from './asked.ts';

/** So many calls of a session are remembered. */
const REMEMBERED = 64;

/** Names the calls of questions that have none yet: of those alike, the oldest question has the oldest call. */
export function nameToolCalls(living: Living, open: readonly Asked[]): void {
  const calls = living.picture.transcript.turn?.openTools ?? [];
  if (calls.length === 0) return;
  for (const { hook } of open) {
    if (hook === null || hook.toolId !== null || hook.agent !== null) continue;
    const call = calls.find(({ id, action }) => action === hook.action && !living.claimedCalls.includes(id));
    if (call === undefined) continue;
    hook.toolId = call.id;
    living.claimedCalls = [...living.claimedCalls, call.id].slice(-REMEMBERED);
  }
}
