// Plays prompts of a real Claude: waits for the card, compares it with Claude's own screen, answers it by the daemon or
// by keys, and holds what must be true of every answer: none is called answered before its effect, and every card is
// gone within a second.

import { expect } from 'vitest';
import type { FormValue, Meaning, Outcome, Prompt, PromptAnswer, QuestionAnswer } from '../../src/core/prompt.ts';
import type { LabClaude } from './lab-claude.ts';
import type { Asker, PromptVenue } from './prompt-venue.ts';
import { type ToolCall, toolCalls } from './tool-results.ts';
import { CLAUDE_PATIENCE, until } from './until.ts';

/** A card is there, or gone, this long after its cause at the latest, in milliseconds. */
export const PROMPTLY = 1000;

/** A first prompt is asked so long after it was said at the latest, in milliseconds: old versions begin slowly. */
const COMES = CLAUDE_PATIENCE;

/** What is chosen on a card. */
export interface Choice {
  readonly meaning: Meaning;
  /** Tells options of the same meaning apart. */
  readonly label?: RegExp | string;
  readonly text?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly answers?: readonly QuestionAnswer[];
  readonly content?: Readonly<Record<string, FormValue>>;
}

/** One question of one Claude. */
export interface Play {
  readonly claude: LabClaude;
  readonly asker: Asker;
  /** The newest version of the newest card that came since it was said. */
  card(test?: (prompt: Prompt) => boolean): Promise<Prompt>;
  /** Waits for the card as Claude's own screen shows it, and compares the two. */
  cardOfScreen(test?: (prompt: Prompt) => boolean): Promise<Prompt>;
  /** Answers by the daemon. */
  answer(prompt: Prompt, choice: Choice, outcome: Outcome): Promise<void>;
  /** Answers by keys in the terminal; then it is too late for us, and no key of ours comes. */
  answerInTerminal(prompt: Prompt, keys: (claude: LabClaude) => Promise<unknown>, late: Choice): Promise<void>;
  /** What came of the newest call of this tool, once something did. */
  result(tool: string): Promise<NonNullable<ToolCall['result']>>;
  /** Waits until Claude rests; nothing of the session may be open then. */
  rests(): Promise<void>;
}

/** Says `script` to a Claude that rests, and hands out what it asks then. */
export async function ask(venue: PromptVenue, asker: Asker, script: string): Promise<Play> {
  const { cards, daemon, lab } = venue;
  const { claude, session } = asker;
  const before = new Set(cards.receipts().map(({ prompt }) => prompt));
  const calls = () => toolCalls(lab.home.claudeDirectory, claude.cwd);
  const callsBefore = calls().length;
  expect(cards.open(session), 'nothing is open before it is asked').toEqual([]);
  const began = Date.now();
  await claude.say(script);
  let first = true;

  const newest = () => cards.open(session).findLast(({ id }) => !before.has(id));
  const play: Play = {
    claude,
    asker,
    async card(test = answerable) {
      const fits = () => {
        const prompt = newest();
        return prompt !== undefined && test(prompt) && prompt;
      };
      const prompt = await cards.next(`a card of ${session}`, fits, COMES);
      if (!first) return prompt;
      first = false;
      const waits = claude.levels().find(({ status, at }) => status === 'waiting' && at > began)?.at;
      const lag = (cards.history(prompt.id)[0]?.at ?? 0) - (waits ?? Number.POSITIVE_INFINITY);
      // Claude says that it waits before it has drawn for what, and without its hook the screen alone tells.
      expect(lag, 'ms until the card is there').toBeLessThan(asker.way === 'pane' ? 2 * PROMPTLY : PROMPTLY);
      return prompt;
    },
    async cardOfScreen(test = () => true) {
      const prompt = await play.card((each) => answerable(each) && each.numbers === 'terminal' && test(each));
      const screen = await claude.screen();
      // Lists that begin with No have no digits.
      const digits = /^\s*(?:❯\s*)?\d\. /m.test(liveEnd(screen));
      for (const { n, label } of prompt.options)
        expect(flat(screen), `option ${n} as Claude shows it`).toContain(flat(digits ? `${n}. ${label}` : label));
      return prompt;
    },
    async answer(prompt, choice, outcome) {
      const reply = await daemon.command('answer', answerOf(prompt, choice));
      const replied = Date.now();
      const call = calls().at(-1);
      const effect = call?.result != null || call?.decision != null || !stands(await claude.screen(), prompt);
      expect(reply.text).not.toBe('');
      expect(reply.receipt, reply.text).toMatchObject({ prompt: prompt.id, session, outcome });
      expect(effect, 'its effect is there when it is called answered').toBe(true);
      await gone(prompt, replied);
    },
    async answerInTerminal(prompt, keys, late) {
      await claude.dialogTakesKeys();
      await keys(claude);
      const pressed = Date.now();
      await gone(prompt, pressed);
      expect(cards.closed(prompt.id)?.receipt).toMatchObject({ outcome: 'elsewhere', answer: null, by: null });
      await refuses(daemon.command('answer', answerOf(prompt, late)), 'answered');
    },
    async result(tool) {
      const newestCall = () =>
        calls()
          .slice(callsBefore)
          .findLast((call) => call.tool === tool)?.result ?? null;
      const seen = async () => `${JSON.stringify(calls().slice(callsBefore), null, 1)}\n${await claude.screen()}`;
      return until(`a result of ${tool}`, newestCall, { within: CLAUDE_PATIENCE, seen });
    },
    async rests() {
      // An old version has no registry; its row waits for its last words.
      if (claude.levels().some(({ status }) => status !== 'gone')) await claude.rests();
      const left = () => cards.open(session).length === 0;
      await cards.next('no card is left once Claude rests', left, PROMPTLY);
      expect(await claude.screen(), 'no key of ours is left in the composer').toMatch(/^[❯>]\s*$/m);
    },
  };
  const gone = async (prompt: Prompt, cause: number) => {
    // Waits longer than allowed, so that a card that goes late is told as late, and not as one that stays.
    const closed = await cards.next(`card ${prompt.id} is gone`, () => cards.closed(prompt.id), PROMPTLY + 5000);
    // Claude takes its time between a key and its first sign of having read it: that is not our lag.
    const sign = claude.levels().find(({ at }) => at >= cause)?.at ?? cause;
    expect(closed.at - Math.max(cause, Math.min(sign, closed.at)), 'ms until the card is gone').toBeLessThan(PROMPTLY);
  };
  return play;
}

/** What a client sends for a choice. Throws where the card does not offer it. */
export function answerOf(prompt: Prompt, choice: Choice): PromptAnswer {
  const fits = (label: string) =>
    choice.label === undefined ||
    (typeof choice.label === 'string' ? label === choice.label : choice.label.test(label));
  const option = prompt.options.find(({ meaning, label }) => meaning === choice.meaning && fits(label));
  if (option === undefined) throw new Error(`no ${JSON.stringify(choice)} in ${JSON.stringify(prompt, null, 1)}`);
  const { n, label, meaning } = option;
  return {
    prompt: prompt.id,
    option: { n, label, meaning },
    text: choice.text ?? null,
    input: choice.input ?? null,
    answers: choice.answers ?? null,
    content: choice.content ?? null,
  };
}

/** The daemon must refuse this, with this problem. */
export async function refuses(command: Promise<unknown>, problem: string): Promise<void> {
  await expect(command).rejects.toThrow(`"problem":"${problem}"`);
}

function answerable({ answerableBy, options }: Prompt): boolean {
  return answerableBy.length > 0 && options.length > 0;
}

/** Whether all options of a card still stand on a screen. */
function stands(screen: string, { options }: Prompt): boolean {
  const shown = flat(screen);
  return options.length > 0 && options.every(({ label }) => shown.includes(flat(label)));
}

/** A terminal breaks lines where it likes. */
function flat(text: string): string {
  return text.replace(/\s+/g, '');
}

/** What stands below the last line that separates. */
function liveEnd(screen: string): string {
  return screen.split(/^.*[─╌▔]{20,}.*$/m).findLast((part) => part.trim() !== '') ?? screen;
}
