// Answers by keys into the pane. Before each key the screen is read again, and tmux itself looks once more in the same
// command that presses it: a key reaches the dialog on the card or nothing. Nothing is pressed twice.

import { askOf } from '../../core/ask.ts';
import type { Dialog } from '../../core/dialog.ts';
import { type KeyGoal, nextKey } from '../../core/dialog-keys.ts';
import { countLines } from '../../core/dialog-queue.ts';
import { guardOf } from '../../core/key-guard.ts';
import type { Keys } from '../../core/pane.ts';
import type { PromptAnswer } from '../../core/prompt.ts';
import { isSameDialog } from '../../core/same-dialog.ts';
import { plain } from '../composer-text.ts';
import type { Living } from '../living.ts';
import { wait } from '../wait.ts';
import type { Sent, Way } from './answering.ts';
import type { Asked } from './asked.ts';
import { type DialogEndOptions, watchDialogEnd } from './dialog-end.ts';
import { questionOf } from './prompt-view.ts';
import type { Look } from './screens.ts';
import { listenTo } from './signs.ts';

/** What this way needs. */
export type ByPaneOptions = DialogEndOptions;

/** Claude drops keys for a moment after a dialog appeared, in milliseconds. */
const SETTLED = 200;
/** Claude drops the Enter on a button of a form that follows the key before within a tenth of a second, in milliseconds. */
const FORM_SETTLED = 300;
/** The most keys for one answer. */
const MOST_KEYS = 60;
/** How often tmux may find something else than was read a moment before, until it is given up. */
const MOST_CHANGES = 3;
/** A key shows its effect within so long, or it was dropped, in milliseconds. */
const MOVES = 800;
/** How often the screen is read meanwhile, in milliseconds. */
const GLANCE = 40;

/** One answer on its way. */
interface Pressing {
  readonly living: Living;
  readonly asked: Asked;
  readonly goal: KeyGoal;
  /** Whether a dialog is the one that was looked at. */
  readonly stands: (dialog: Dialog) => boolean;
  /** What tells that it is over, although a dialog of the same text may stand there; `null`: nothing does. */
  readonly whyOver: () => Sent | null;
}

interface SeenDialog {
  readonly dialog: Dialog;
  readonly screen: Look['screen'];
}

/** Makes the way through the pane. */
export function answerByPane(options: ByPaneOptions): Way {
  const { screens, signs, clock, readAgain } = options;
  const endOf = watchDialogEnd(options);
  /** The screen under which the last key of a prompt was pressed. */
  const pressedAt = new WeakMap<Asked, string>();

  return async (living, asked, answer, before) => {
    const wanted = asked.dialog;
    if (wanted === null) return { inexpressible: true };
    if (answer.input !== null) return NOT_CHANGED;
    if (holdsLineEnd(answer)) return { inexpressible: true };
    // The key before may still be on its way: whatever is pressed now could come after it, into another dialog.
    if (before.standing === 'not-confirmed' && !(await hasMoved(living, asked))) return UNCLEAR;
    const heard = listenTo(signs, asked);
    try {
      await wait(asked.dialogSince + SETTLED - clock.steady());
      const { fingerprint } = wanted;
      const stands = (dialog: Dialog) =>
        answer.answers === null ? dialog.fingerprint === fingerprint : isSameDialog(dialog, wanted);
      const whyOver = () => {
        readAgain(living);
        const ended = signs.resultsSince(living, before.results);
        if (heard.over !== null) return { sent: { over: heard.over } };
        // What its own tools came to is not told of an agent.
        if (wanted.agent !== null) return null;
        if (before.call === null) return ended.length > 0 ? SAME_WORDS : null;
        return ended.includes(before.call) ? TERMINAL : null;
      };
      const draft = screens.draft(living);
      const outcome = await pressAll({ living, asked, goal: goalOf(asked, answer), stands, whyOver });
      if (!('pressed' in outcome)) return outcome;
      const { pressed: keys, at } = outcome;
      return { sent: await endOf(living, wanted, { keys, at, draft, answer, heard, stands }) };
    } finally {
      heard.dispose();
    }
  };

  async function pressAll(pressing: Pressing): Promise<Sent | { readonly pressed: Keys; readonly at: number }> {
    const { living, asked, goal, whyOver } = pressing;
    let [changes, waits, typed] = [0, 0, false];
    /** What was seen when the key before had moved something. */
    let moved: SeenDialog | 'in-mode' | null = null;
    let movedAt = Number.NEGATIVE_INFINITY;
    for (let pressed = 0; pressed < MOST_KEYS; ) {
      const seen: SeenDialog | 'in-mode' | null = moved ?? (await dialogOf(pressing));
      moved = null;
      if (seen === 'in-mode' && pressed === 0) return IN_MODE;
      if (seen === null || seen === 'in-mode') return pressed === 0 ? CHANGED : HALF_DONE;
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
      const early = step.last && dialog.kind === 'form' ? movedAt + FORM_SETTLED - clock.steady() : 0;
      if (early > 0) {
        // Looked at anew then: the person may have filled in something meanwhile.
        await wait(early);
        continue;
      }
      const over = whyOver();
      if (over !== null) return pressed === 0 ? over : HALF_DONE;
      const pane = screens.paneOf(living);
      if (pane === null) return unreachable('its session is gone', pressed);
      const at = clock.steady();
      pressedAt.set(asked, lines.join('\n'));
      // The next one in Claude's queue may say the very same.
      const expected = [...step.expect, ...countLines(dialog, lines)];
      const outcome = await pane.server.press(pane.address, {
        ...guardOf(lines, expected),
        unless: [],
        process: screen.process,
        keys: step.keys,
      });
      if (typeof outcome === 'object') {
        // tmux may have pressed it and not said so.
        if (outcome.trouble === 'unreachable' && outcome.untouched !== true) return { sent: 'nothing' };
        return unreachable(outcome.reason, pressed);
      }
      if (outcome === 'changed') {
        changes += 1;
        if (changes >= MOST_CHANGES) return pressed === 0 ? CHANGED : HALF_DONE;
        await wait(GLANCE);
        continue;
      }
      pressed += 1;
      typed ||= 'text' in step.keys && !step.last;
      if (step.last) return { pressed: step.keys, at };
      const now = await untilMoved(pressing, dialog);
      if (now === 'still') return { ...HALF_DONE, unclear: true };
      if (now === null) return HALF_DONE;
      moved = now;
      movedAt = clock.steady();
    }
    return HALF_DONE;
  }

  async function dialogOf({ living, stands }: Pressing): Promise<SeenDialog | 'in-mode' | null> {
    const look = await screens.look(living);
    if (look === null || 'trouble' in look) return null;
    if (look.screen.inMode) return 'in-mode';
    if (look.reading.kind !== 'dialog') return null;
    const { dialog } = look.reading;
    return stands(dialog) ? { dialog, screen: look.screen } : null;
  }

  /** What stands there once the last key did anything: moved the highlight, opened a field, wrote, ticked. */
  async function untilMoved(pressing: Pressing, before: Dialog): Promise<SeenDialog | 'in-mode' | 'still' | null> {
    const was = JSON.stringify(before);
    for (const end = clock.steady() + MOVES; clock.steady() < end; await wait(GLANCE)) {
      const seen = await dialogOf(pressing);
      if (seen === null || seen === 'in-mode' || JSON.stringify(seen.dialog) !== was) return seen;
    }
    return 'still';
  }

  /** Whether the screen became another since the last key: then that key is not on its way any more. */
  async function hasMoved(living: Living, asked: Asked): Promise<boolean> {
    const before = pressedAt.get(asked);
    const look = await screens.look(living);
    if (before === undefined || look === null || 'trouble' in look) return false;
    return look.screen.lines.map(plain).join('\n') !== before;
  }
}

function goalOf(asked: Asked, { option, text, answers, content }: PromptAnswer): KeyGoal {
  const { view } = asked;
  const ask = view === null || questionOf(asked) === null ? null : askOf(view);
  return {
    ...{ n: option.n, label: option.label, meaning: option.meaning, text, answers, content },
    ...(ask?.kind === 'questions' ? { questions: ask.questions.map(({ question }) => question) } : {}),
    ...(ask?.kind === 'form' && ask.fields !== null ? { fields: ask.fields } : {}),
  };
}

/** What a line end is in a field of a dialog is not known: it could be Enter. */
function holdsLineEnd({ text, answers, content }: PromptAnswer): boolean {
  const words = [text, ...(answers ?? []).map((one) => one.text), ...Object.values(content ?? {})];
  return words.some((one) => typeof one === 'string' && one.includes('\n'));
}

const CHANGED = { refused: 'changed', text: 'Its terminal shows something else now. Nothing was sent.' } as const;
const TERMINAL = { sent: { over: 'terminal' } } as const;
const SAME_WORDS = {
  refused: 'changed',
  text: 'A tool has ended meanwhile, and its terminal may ask another thing in the same words. Nothing was sent: look again.',
} as const;
const IN_MODE = {
  refused: 'changed',
  text: 'Its pane is in copy mode: keys would go to tmux. Nothing was sent; leave it with q.',
} as const;
const HALF_DONE = {
  refused: 'changed',
  text:
    'Its terminal did something else while keys were on their way, and no more were pressed. What was ticked or typed ' +
    'until then may still stand there: look at it before you answer again.',
} as const;
const NOT_CHANGED = {
  refused: 'refused',
  text: 'Its hook waits no more, and the terminal takes only what was asked. Nothing was sent.',
} as const;
const UNCLEAR = {
  refused: 'refused',
  text: 'The effect of the answer before was not seen, and nothing has moved on its screen since. Nothing was sent: look again first.',
} as const;

function unreachable(reason: string, pressed: number): Sent {
  return pressed === 0
    ? { refused: 'refused', text: `Its tmux pane took no answer: ${reason}. Nothing was sent.` }
    : {
        refused: 'refused',
        text: `Its tmux pane took only a part of the answer: ${reason}. Look at it.`,
        unclear: true,
      };
}
