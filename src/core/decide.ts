// decide(picture, now): what a session is doing, and why. One ordered list of rules; the first that speaks wins.
// Pure: no clock, no I/O. Read the list from top to bottom and you know the product.

import { earliest } from './earliest.ts';
import type { Steady } from './evidence.ts';
import { levelHoldsUntil } from './level.ts';
import type { Picture } from './picture.ts';
import type { Decision, Rule } from './rule.ts';
import { asked } from './rules/asked.ts';
import { foreign } from './rules/foreign.ts';
import { hookAgents } from './rules/hook-agents.ts';
import { hookRests } from './rules/hook-rests.ts';
import { hookStarted } from './rules/hook-started.ts';
import { hookWorks } from './rules/hook-works.ts';
import { justAsked } from './rules/just-asked.ts';
import { levelBusy } from './rules/level-busy.ts';
import { levelIdle } from './rules/level-idle.ts';
import { levelWaiting } from './rules/level-waiting.ts';
import { nextBegins } from './rules/next-begins.ts';
import { nothingTells } from './rules/nothing-tells.ts';
import { processGone } from './rules/process-gone.ts';
import { promptHeld } from './rules/prompt-held.ts';
import { promptJustTyped } from './rules/prompt-just-typed.ts';
import { readingTheEnd } from './rules/reading-the-end.ts';
import { remembered } from './rules/remembered.ts';
import { reviewWaits } from './rules/review-waits.ts';
import { screenAsks } from './rules/screen-asks.ts';
import { seen } from './rules/seen.ts';
import { startDialog } from './rules/start-dialog.ts';
import { suspended } from './rules/suspended.ts';
import { transcriptInterrupted } from './rules/transcript-interrupted.ts';
import { transcriptRests } from './rules/transcript-rests.ts';
import { transcriptSilent } from './rules/transcript-silent.ts';
import { transcriptUnreadable } from './rules/transcript-unreadable.ts';
import { transcriptWorks } from './rules/transcript-works.ts';
import { turnInterrupted } from './rules/turn-interrupted.ts';

/** The rules, in the order in which evidence wins. */
export const RULES: readonly Rule[] = [
  // The process: unconditional.
  processGone,
  foreign,
  suspended,
  startDialog,
  // Just started again: what was shown before, until a level is read.
  remembered,
  // The level, where there is one.
  levelWaiting,
  promptHeld,
  screenAsks,
  justAsked,
  levelBusy,
  promptJustTyped,
  readingTheEnd,
  transcriptUnreadable,
  turnInterrupted,
  seen,
  reviewWaits,
  levelIdle,
  // No level: the hooks, and what only the transcript tells.
  nextBegins,
  transcriptInterrupted,
  asked,
  transcriptSilent,
  hookWorks,
  hookAgents,
  hookRests,
  hookStarted,
  // Neither: the transcript alone, marked as a guess.
  transcriptWorks,
  transcriptRests,
  nothingTells,
];

/**
 * The state of one session.
 * @param now steady milliseconds; time enters through nothing else.
 * @param rules only tests pass others, to show that each rule is needed.
 * @returns the first verdict, with `recheckAt`: when time alone could change the answer.
 */
export function decide(picture: Picture, now: Steady, rules: readonly Rule[] = RULES): Decision {
  const holds = levelHoldsUntil(picture);
  let recheckAt: Steady | null = holds !== null && holds > now ? holds : null;
  for (const rule of rules) {
    const verdict = rule.speak(picture, now);
    if (verdict === null) continue;
    if ('silentUntil' in verdict) {
      recheckAt = earliest(recheckAt, verdict.silentUntil);
      continue;
    }
    return {
      state: verdict.state,
      because: rule.name,
      sentence: verdict.sentence,
      source: rule.source,
      recheckAt: earliest(recheckAt, verdict.recheckAt ?? null),
      guess: verdict.guess ?? false,
      suspended: verdict.suspended ?? false,
      failure: verdict.failure ?? null,
    };
  }
  return {
    state: 'unknown',
    because: 'no-rule',
    sentence: 'No rule speaks for this session.',
    source: null,
    recheckAt,
    guess: false,
    suspended: false,
    failure: null,
  };
}
