// Which tool call a question is about. Its hook does not tell; the transcript does, often a moment later.

import type { Living } from '../living.ts';
import type { Asked } from './asked.ts';

/** Names the calls of questions that have none yet: of those alike, the oldest question has the oldest call. */
export function nameToolCalls({ picture }: Living, open: readonly Asked[]): void {
  const calls = picture.transcript.turn?.openTools ?? [];
  if (calls.length === 0) return;
  const claimed = new Set(open.flatMap(({ hook }) => hook?.toolId ?? []));
  for (const { hook } of open) {
    if (hook === null || hook.toolId !== null || hook.agent !== null) continue;
    const call = calls.find(({ id, action }) => action === hook.action && !claimed.has(id));
    if (call === undefined) continue;
    hook.toolId = call.id;
    claimed.add(call.id);
  }
}
