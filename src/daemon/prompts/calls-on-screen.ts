// What a dialog asks in full where no hook told it: the tool call in the transcript that still waits and that the dialog
// shows, as far as it shows it. It never guesses: a dialog that fits no call, or several that differ, stays what is seen.

import { onlyFit } from '../../core/dialog-fits.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import type { Living } from '../living.ts';
import type { ToolCall } from '../ports.ts';
import type { Asked } from './asked.ts';

type KnownCall = NonNullable<Asked['call']>;

/** So many calls are read for one dialog: more wait side by side nowhere. */
const MOST = 16;

/**
 * Makes what finds the calls of a session's dialogs that no hook told of.
 * @param read the call of a session with this id, from its transcript.
 */
export function callsOnScreen(
  read: (living: Living, id: string) => ToolCall | null,
): (living: Living, open: readonly Asked[]) => void {
  /** A transcript is read once for each call, as long as its prompt is open. */
  const known = new WeakMap<Asked, Map<string, KnownCall | null>>();

  const callsOf = (living: Living, asked: Asked): readonly KnownCall[] => {
    const calls = known.get(asked) ?? new Map<string, KnownCall | null>();
    known.set(asked, calls);
    const waiting = (living.picture.transcript.turn?.openTools ?? []).slice(-MOST);
    return waiting.flatMap(({ id }) => {
      if (!calls.has(id)) {
        const call = read(living, id);
        calls.set(id, call === null ? null : { id, question: questionOf(call) });
      }
      return calls.get(id) ?? [];
    });
  };

  return (living, open) => {
    for (const asked of open) {
      const { hook, dialog, call } = asked;
      if (hook !== null || dialog === null || call !== null || dialog.agent !== null) continue;
      if (dialog.kind !== 'plan' && dialog.kind !== 'question' && dialog.kind !== 'permission') continue;
      asked.call = onlyFit(dialog, callsOf(living, asked), ({ question }) => question);
    }
  };
}

function questionOf({ tool, input }: ToolCall): HookQuestion {
  return {
    ...{ asks: 'permission', tool, input, suggestions: null, mode: null },
    ...{ agentType: null, held: null, foregroundAgents: false },
  };
}
