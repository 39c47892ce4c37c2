// What a dialog asks in full where no hook told it: the tool call in the transcript that still waits and that the dialog
// shows. It never guesses: a dialog that fits no call, or several that differ, stays what is seen.

import type { Dialog } from '../../core/dialog.ts';
import { onlyFit } from '../../core/dialog-fits.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import type { Living } from '../living.ts';
import type { ToolCall } from '../ports.ts';
import type { Asked } from './asked.ts';

type KnownCall = NonNullable<Asked['call']>;

/** So many calls are read for one dialog: more wait side by side nowhere. */
const MOST = 16;

/**
 * Makes what finds the calls of a session's dialogs that no hook told of, and judges them again whenever what they are
 * judged by changes.
 * @param read the call of a session with this id, from its transcript.
 */
export function callsOnScreen(
  read: (living: Living, id: string) => ToolCall | null,
): (living: Living, open: readonly Asked[]) => void {
  /** A transcript is read once for each call that it tells of, as long as its prompt is open. */
  const known = new WeakMap<Asked, Map<string, KnownCall>>();
  /** By what each was judged last. */
  const judged = new WeakMap<Asked, string>();

  const callsOf = (living: Living, asked: Asked, ids: readonly string[]): readonly KnownCall[] => {
    const calls = known.get(asked) ?? new Map<string, KnownCall>();
    known.set(asked, calls);
    return ids.flatMap((id) => {
      const call = calls.get(id);
      if (call !== undefined) return call;
      const found = read(living, id);
      if (found === null) return [];
      const one = { id, question: questionOf(found) };
      calls.set(id, one);
      return one;
    });
  };

  return (living, open) => {
    for (const asked of open) {
      if (asked.hook !== null || asked.dialog === null) continue;
      if (living.picture.shared || !tellsItsCall(asked.dialog)) {
        asked.call = null;
        judged.delete(asked);
        continue;
      }
      const ids = (living.picture.transcript.turn?.openTools ?? []).slice(-MOST).map(({ id }) => id);
      const calls = callsOf(living, asked, ids);
      const by = JSON.stringify([asked.dialog.fingerprint, calls.map(({ id }) => id)]);
      if (judged.get(asked) === by) continue;
      judged.set(asked, by);
      asked.call = onlyFit(asked.dialog, calls, ({ question }) => question);
    }
  };
}

/**
 * Whether what is seen of a dialog can tell one call from every other. A transcript also tells of calls that run or wait
 * their turn, and not of those of sub-agents: an end of a command alone may be the end of another one, and whose it is
 * stands beside the title.
 */
function tellsItsCall({ kind, agent, title, cutLines }: Dialog): boolean {
  if (agent !== null) return false;
  if (kind === 'permission') return title !== '' && cutLines === 0;
  return kind === 'question' || (kind === 'plan' && title !== '');
}

function questionOf({ tool, input }: ToolCall): HookQuestion {
  return {
    ...{ asks: 'permission', tool, input, suggestions: null, mode: null },
    ...{ agentType: null, held: null, foregroundAgents: false },
  };
}
