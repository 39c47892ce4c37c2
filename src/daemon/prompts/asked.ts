// An open prompt in the daemon's memory: what its hook told, what stands on the screen, how it stands. Plain data and
// its way into the store and out of it.

import type { Dialog } from '../../core/dialog.ts';
import type { EditPlace } from '../../core/edit-place.ts';
import type { Steady } from '../../core/evidence.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import { votingLevel } from '../../core/level.ts';
import type { Prompt, PromptKind, PromptStanding } from '../../core/prompt.ts';
import type { Living } from '../living.ts';

/** What a hook told of a prompt. */
export interface AskedByHook {
  /** Key of the hook: the question's identity, whatever it says. */
  readonly key: string;
  /** When it ran. */
  readonly at: Steady;
  /** Since when Claude can show it: when it was asked, or when its launcher was let go. */
  visibleAt: Steady;
  readonly conversation: string;
  /** Id of the sub-agent that asks; `null`: the main conversation. */
  readonly agent: string | null;
  readonly question: HookQuestion;
  /** What the transcript calls it; `null`: not a tool. */
  readonly action: string | null;
  /** Id of the tool call that asks, where the transcript tells it. */
  toolId: string | null;
  /** Name of the launcher that waits for our decision; `null` once nobody does. */
  held: string | null;
  /** Claude shows nothing of it while its hook is held: a background agent's question, or a form. */
  hidden: boolean;
}

/** What was answered, and by whom, where it was answered by us. */
export interface Given {
  readonly answer: string;
  readonly by: string;
  /** Whether its effect shows all of it. */
  readonly whole: boolean;
  /** What was decided by hook; `null`: not by hook, or a form. */
  readonly decided: 'allow' | 'deny' | null;
}

/** An open prompt. */
export interface Asked {
  readonly id: string;
  /** Id of its session. */
  readonly session: string;
  kind: PromptKind;
  hook: AskedByHook | null;
  /** The tool call that its dialog shows, where no hook told it and the transcript does. */
  call: { readonly id: string; readonly question: HookQuestion } | null;
  readonly openedAt: Steady;
  /** Epoch milliseconds. */
  readonly openedWall: number;
  /** Its dialog while it is the one in front. */
  dialog: Dialog | null;
  /** The dialog that was last seen of it, whether it still stands there or not. */
  shown: Dialog | null;
  /** Since when just that dialog is seen. */
  dialogSince: Steady;
  wasOnScreen: boolean;
  /** When its dialog was last seen; 0: not since this daemon began. */
  seenAt: Steady;
  /** What is seen of a screen that cannot be understood. */
  unreadable: readonly string[] | null;
  /** How often such a screen was read; `nextAt: null`: given up. */
  reading: { readonly tries: number; readonly nextAt: Steady | null } | null;
  /** Where what is edited stands in its file, once that is known. */
  place: EditPlace | null;
  standing: PromptStanding;
  /** What was sent by hook and not confirmed. */
  given: Given | null;
  maybeAnswered: boolean;
  /** When what is asked last became something else, epoch milliseconds. */
  changedWall: number;
  /** What clients were last told. */
  view: Prompt | null;
  /** What of it was last written down; `null`: nothing yet. */
  kept: string | null;
}

/** What is kept of it. What was being sent when the daemon ended was not confirmed. */
export function toStored(asked: Asked): string {
  const { id, session, kind, hook, openedAt, openedWall, wasOnScreen, changedWall, given, shown } = asked;
  const standing = asked.standing === 'open' ? 'open' : 'not-confirmed';
  const kept = { id, session, kind, hook, openedAt, openedWall, wasOnScreen, changedWall, given, shown, standing };
  return JSON.stringify(kept);
}

/** What comes out of the store; `null` when it does not fit. */
export function fromStored(body: string): Asked | null {
  try {
    const kept = JSON.parse(body) as Asked;
    if (typeof kept.id !== 'string' || typeof kept.session !== 'string' || typeof kept.openedAt !== 'number')
      return null;
    if (kept.hook !== null && typeof kept.hook.question.input !== 'object') return null;
    // One that an older daemon kept tells nothing of that.
    const given = kept.given ? { ...kept.given, whole: kept.given.whole === true } : null;
    const unseen = {
      call: null,
      dialog: null,
      dialogSince: 0,
      seenAt: 0,
      unreadable: null,
      reading: null,
      place: null,
      maybeAnswered: false,
      view: null,
      kept: null,
    };
    return { ...kept, shown: kept.shown ?? null, given, ...unseen };
  } catch {
    return null;
  }
}

/** Whether Claude can show it. */
export function isVisible({ hook }: Asked): boolean {
  return hook === null || !hook.hidden;
}

/** Whether Claude itself says, or its start shows, that it waits for the person. */
export function saysItWaits({ picture, decision }: Living, now: Steady): boolean {
  return votingLevel(picture, now)?.word === 'waiting' || decision.because === 'start-dialog';
}
