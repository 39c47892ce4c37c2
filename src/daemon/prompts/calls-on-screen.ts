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

/** What was found of the calls that a prompt may ask about. */
interface Found {
  readonly calls: Map<string, KnownCall>;
  /** For which calls, and up to where of the transcript, was looked last. */
  looked: string;
}

/**
 * Makes what finds the calls of a session's dialogs that no hook told of, and judges them again whenever what they are
 * judged by changes.
 * @param read the calls of a session with these ids, from its transcript.
 */
export function callsOnScreen(
  read: (living: Living, ids: readonly string[]) => ReadonlyMap<string, ToolCall>,
): (living: Living, open: readonly Asked[]) => void {
  /** Each call is read once, as long as its prompt is open: a look must cost nothing while nothing changes. */
  const known = new WeakMap<Asked, Found>();
  /** By what each was judged last. */
  const judged = new WeakMap<Asked, string>();

  const callsOf = (living: Living, asked: Asked): readonly KnownCall[] => {
    const { turn, offset } = living.picture.transcript;
    const ids = (turn?.openTools ?? []).slice(-MOST).map(({ id }) => id);
    const found = known.get(asked) ?? { calls: new Map(), looked: '' };
    known.set(asked, found);
    const missing = ids.filter((id) => !found.calls.has(id));
    const looked = JSON.stringify([offset, missing]);
    if (missing.length > 0 && found.looked !== looked) {
      found.looked = looked;
      for (const [id, call] of read(living, missing)) found.calls.set(id, { id, question: questionOf(call) });
    }
    return ids.flatMap((id) => found.calls.get(id) ?? []);
  };

  return (living, open) => {
    for (const asked of open) {
      if (asked.hook !== null || asked.dialog === null) continue;
      if (living.picture.shared || !tellsItsCall(asked.dialog)) {
        asked.call = null;
        judged.delete(asked);
        continue;
      }
      const calls = callsOf(living, asked);
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
