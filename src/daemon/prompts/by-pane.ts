// Answers by keys into the pane. Before each key the screen is read again, and tmux itself looks once more in the same
// command that presses it: a key reaches the dialog on the card or nothing. Nothing is pressed twice.

import { askOf } from '../../core/ask.ts';
import type { Dialog } from '../../core/dialog.ts';
import { type KeyGoal, nextKey } from '../../core/dialog-keys.ts';
import { guardOf } from '../../core/key-guard.ts';
import type { PromptAnswer } from '../../core/prompt.ts';
import { isSameDialog } from '../../core/same-dialog.ts';
import type { Living } from '../living.ts';
import type { Clock } from '../ports.ts';
import type { Sent, Way } from './answering.ts';
import type { Asked } from './asked.ts';
import { type Effect, untilOver } from './effects.ts';
import type { Look, Screens } from './screens.ts';
import type { Signs } from './signs.ts';

/** What this way needs. */
export interface ByPaneOptions {
  readonly screens: Screens;
  readonly signs: Signs;
  readonly clock: Clock;
  /** Reads what registry and transcript tell now. */
  readonly readAgain: (living: Living) => void;
}

/** Claude drops keys for a moment after a dialog appeared, in milliseconds. */
const SETTLED = 200;
/** The most keys for one answer. */
const MOST_KEYS = 60;
/** How often tmux may find something else than was read a moment before, until it is given up. */
const MOST_CHANGES = 3;
/** A key shows its effect within so long, or it was dropped, in milliseconds. */
const MOVES = 800;
/** The dialog is gone within so long after the last key, or the answer is not confirmed, in milliseconds. */
const GOES = 4_000;
/** A refusal is in the transcript so soon after its dialog is gone, or it was none, in milliseconds. */
const WRITTEN = 1_500;
/** What is in no transcript so long after is not going to be, in milliseconds. */
const NOT_WRITTEN = 300;
/** How often the screen is read meanwhile, in milliseconds. */
const GLANCE = 40;

/** Makes the way through the pane. */
export function answerByPane({ screens, signs, clock, readAgain }: ByPaneOptions): Way {
  return async (living, asked, answer) => {
    const wanted = asked.dialog;
    if (wanted === null) return { inexpressible: true };
    const results = signs.toolResults(living);
    const moved = () => {
      readAgain(living);
      return signs.toolResults(living) !== results;
    };
    await wait(asked.dialogSince + SETTLED - clock.steady());
    const over = untilOver(signs, asked, GOES * 10);
    const outcome = await pressAll(living, wanted, goalOf(asked, answer), moved);
    if (outcome !== 'pressed') return outcome;
    const trace = traceOf(living, asked, stops(answer));
    const effect = await Promise.race([over, untilGone(living, wanted, asked)]);
    const told = effect === 'seen' && living.endedAt === null && leavesTraces(wanted);
    return { sent: told ? await trace.judge() : effect };
  };

  /**
   * Whether the dialog went by our answer: the person at the terminal may have been quicker, and chosen the opposite.
   * A refusal stops the turn, which its transcript tells, and no tool ends or runs; anything else must not stop it.
   */
  function traceOf(living: Living, asked: Asked, stopping: boolean): { judge(): Promise<Effect> } {
    const results = signs.toolResults(living);
    let stopped = false;
    const unhear = signs.hear(asked, ({ kind }) => {
      stopped ||= kind === 'interrupted';
    });
    const word = () => living.picture.level?.word;
    return {
      async judge() {
        const end = clock.steady() + (stopping || word() === 'idle' ? WRITTEN : NOT_WRITTEN);
        for (readAgain(living); !stopped && clock.steady() < end; readAgain(living)) {
          if (signs.toolResults(living) !== results) break;
          await wait(GLANCE);
        }
        unhear();
        if (!stopping) return stopped ? 'elsewhere' : 'seen';
        return stopped || (word() !== 'busy' && signs.toolResults(living) === results) ? 'seen' : 'elsewhere';
      },
    };
  }

  /** @param moved whether a tool ended since the answer came: a dialog of the same text may be another one by then. */
  async function pressAll(
    living: Living,
    wanted: Dialog,
    goal: KeyGoal,
    moved: () => boolean,
  ): Promise<Sent | 'pressed'> {
    let [changes, waits, typed] = [0, 0, false];
    for (let pressed = 0; pressed < MOST_KEYS; ) {
      const seen = await dialogOf(living, wanted);
      if (seen === null) return pressed === 0 ? CHANGED : HALF_DONE;
      const { dialog, screen } = seen;
      const lines = screen.lines.map(plain);
      const step = nextKey(dialog, lines, goal, typed);
      if (step === null) return pressed === 0 ? { inexpressible: true } : HALF_DONE;
      if (step === 'wait') {
        waits += 1;
        if (waits > MOVES / GLANCE) return HALF_DONE;
        await wait(GLANCE);
        continue;
      }
      if (moved()) return pressed === 0 ? CHANGED : HALF_DONE;
      const pane = screens.paneOf(living);
      if (pane === null) return unreachable('its session is gone');
      const outcome = await pane.server.press(pane.address, {
        ...guardOf(lines, step.expect),
        unless: [],
        process: screen.process,
        keys: step.keys,
      });
      if (typeof outcome === 'object') return unreachable(outcome.reason);
      if (outcome === 'changed') {
        changes += 1;
        if (changes >= MOST_CHANGES) return pressed === 0 ? CHANGED : HALF_DONE;
        await wait(GLANCE);
        continue;
      }
      pressed += 1;
      typed ||= 'text' in step.keys && !step.last;
      if (step.last) return 'pressed';
      if (!(await untilMoved(living, wanted, dialog))) return HALF_DONE;
    }
    return HALF_DONE;
  }

  async function dialogOf(living: Living, wanted: Dialog): Promise<{ dialog: Dialog; screen: Look['screen'] } | null> {
    const look = await screens.look(living);
    if (look === null || 'trouble' in look || look.reading.kind !== 'dialog' || look.screen.inMode) return null;
    const { dialog } = look.reading;
    return isSameDialog(dialog, wanted) ? { dialog, screen: look.screen } : null;
  }

  /** Whether the last key did anything: the highlight moved, a field opened, a text appeared, a box was ticked. */
  async function untilMoved(living: Living, wanted: Dialog, before: Dialog): Promise<boolean> {
    const end = clock.steady() + MOVES;
    while (clock.steady() < end) {
      const seen = await dialogOf(living, wanted);
      if (seen === null || JSON.stringify(seen.dialog) !== JSON.stringify(before)) return true;
      await wait(GLANCE);
    }
    return false;
  }

  async function untilGone(living: Living, wanted: Dialog, asked: Asked): Promise<'seen' | 'nothing'> {
    const end = clock.steady() + GOES;
    while (clock.steady() < end) {
      const look = await screens.look(living);
      const stands = look !== null && !('trouble' in look) && look.reading.kind === 'dialog';
      if (living.endedAt !== null) return 'seen';
      // What cannot be looked at, or is half drawn, shows no effect.
      const readable = look !== null && !('trouble' in look) && look.reading.kind !== 'unreadable';
      if (readable && !(stands && isSameDialog(look.reading.dialog, wanted))) return 'seen';
      if (asked.standing !== 'sending') return 'seen';
      await wait(GLANCE);
    }
    return 'nothing';
  }
}

/** Dialogs of the main conversation's tools: what became of them is told in its transcript. */
function leavesTraces({ kind, agent }: Dialog): boolean {
  return agent === null && (kind === 'permission' || kind === 'question' || kind === 'plan');
}

/** A refusal without a reason. */
function stops({ option, text }: PromptAnswer): boolean {
  return (option.meaning === 'deny' || option.meaning === 'cancel') && text === null;
}

function goalOf({ hook, view }: Asked, { option, text, answers, content }: PromptAnswer): KeyGoal {
  const ask = view === null || hook === null ? null : askOf(view);
  return {
    ...{ n: option.n, label: option.label, meaning: option.meaning, text, answers, content },
    ...(ask?.kind === 'questions' ? { questions: ask.questions.map(({ question }) => question) } : {}),
    ...(ask?.kind === 'form' && ask.fields !== null ? { fields: ask.fields } : {}),
  };
}

const CHANGED: Sent = { refused: 'changed', text: 'Its terminal shows something else now. Nothing was sent.' };
const HALF_DONE: Sent = {
  refused: 'changed',
  text: 'Its terminal changed while keys were on their way; nothing was confirmed with Enter. Look again.',
};
function unreachable(reason: string): Sent {
  return { refused: 'refused', text: `Its tmux pane took no answer: ${reason}.` };
}

/** A row without its colours: tmux looks for plain text. */
function plain(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  return line.replace(/\u001b\[[0-9;:]*m/g, '');
}

function wait(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
