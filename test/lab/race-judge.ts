// Judges one race by what the stand-in wrote down and what the daemon replied: never two effects for one dialog, never a
// key into another dialog than the one that was answered, never an Enter with another row highlighted than the chosen
// one, never "answered" without its effect. Pure.

import type { Meaning, PromptOption } from '../../src/core/prompt.ts';
import type { LoggedEffect } from '../../src/demo/effects-log.ts';
import type { EffectName } from '../../src/demo/screen/face.ts';

/** One answer of one client, and its reply. Times are epoch milliseconds. */
export interface Attempt {
  readonly prompt: string;
  /** The words of the dialog that its card showed. */
  readonly shown: string;
  readonly option: Pick<PromptOption, 'n' | 'label' | 'meaning'>;
  readonly askedAt: number;
  readonly repliedAt: number;
  /** `answered`: with a receipt; `sent`: not confirmed; `half done`: keys were pressed, and no more; else the problem's code. */
  readonly reply: string;
}

/** A dialog of a race, by its name in the log, and the words that only it has. */
export interface RaceDialog {
  readonly dialog: string;
  readonly words: string;
}

/** A mistake, in words. */
export type Verdict = string;

/** What each meaning may come to. */
const MEANS: Readonly<Record<Meaning, readonly EffectName[]>> = {
  allow: ['yes', 'yes-with-text', 'approved', 'chosen'],
  'allow-always': ['always'],
  'allow-mode': ['auto-mode', 'accept-edits', 'approved', 'always'],
  deny: ['no', 'no-with-text', 'cancel', 'keep-planning', 'chosen'],
  choose: ['answered'],
  write: ['answered'],
  chat: ['chat', 'no-with-text'],
  accept: ['accept'],
  decline: ['decline'],
  cancel: ['cancel', 'no-with-text', 'no'],
  other: ['yes', 'always', 'auto-mode', 'no', 'answered', 'chosen'],
};

/**
 * What the person at the terminal may have chosen where an answer is confirmed: nothing tells one Yes from another, nor
 * one choice.
 */
const LIKE: Readonly<Record<Meaning, EffectName | null>> = {
  ...{ allow: 'yes', 'allow-always': 'yes', 'allow-mode': 'yes', deny: 'no', cancel: 'no' },
  ...{ choose: 'answered', write: 'answered', chat: null, accept: null, decline: null, other: null },
};

/**
 * Everything that was wrong; empty where nothing was.
 * @param earlier what the same stand-in wrote down before this race: what takes a digit back may be read late.
 */
export function judge(
  log: readonly LoggedEffect[],
  attempts: readonly Attempt[],
  dialogs: readonly RaceDialog[],
  earlier: readonly LoggedEffect[] = [],
): readonly Verdict[] {
  const whole = [...earlier, ...log];
  const wordsOf = (dialog: string) => dialogs.find((each) => each.dialog === dialog)?.words ?? '?';
  const openedAt = (dialog: string) =>
    log.find((line) => line.event === 'open' && line.dialog === dialog)?.at ?? Number.POSITIVE_INFINITY;
  /** Answers to what this dialog shows that were on their way at that time, and were given when it was there. */
  const underway = (dialog: string, at: number, key: string) =>
    attempts.filter(
      (each) =>
        each.shown.includes(wordsOf(dialog)) &&
        each.askedAt <= at &&
        each.repliedAt + (isUnclear(each, key) ? READ_WITHIN : 0) >= at &&
        each.askedAt >= openedAt(dialog),
    );
  return [
    ...twice(log),
    ...log.flatMap((line, at) => (takesBack(whole, earlier.length + at) ? [] : keyFaults(line, underway))),
    ...repliesFaults(log, attempts, dialogs),
  ];
}

/** What was typed into the pane that came after, with the same number: nobody answered anything there. */
export function strayKeys(typed: string): readonly Verdict[] {
  return typed === '' ? [] : [`${JSON.stringify(typed)} reached the pane of the next tmux server`];
}

function twice(log: readonly LoggedEffect[]): readonly Verdict[] {
  const answered = log.flatMap((line) => (line.event === 'effect' ? [line.dialog] : []));
  return answered.filter((each, at) => answered.indexOf(each) !== at).map((each) => `${each} has two effects`);
}

/** A digit of ours that came too late and stands in the composer is taken back by one key. */
function takesBack(log: readonly LoggedEffect[], at: number): boolean {
  const line = log[at];
  if (line?.event !== 'key' || line.key !== 'BSpace' || line.dialog !== null) return false;
  const before = log.slice(0, at).findLast(({ event }) => event === 'key');
  return before?.event === 'key' && before.dialog === null && before.taken && /^\d$/.test(before.key);
}

/**
 * A crowded stand-in reads a key long after tmux has it. One that only moves the highlight may come behind a reply that
 * says that its effect was not seen: whoever answers next looks first.
 */
function isUnclear({ reply }: Attempt, key: string): boolean {
  return (key === 'Down' || key === 'Up') && (reply === 'half done' || reply === 'sent');
}

function keyFaults(
  line: LoggedEffect,
  underway: (dialog: string, at: number, key: string) => readonly Attempt[],
): readonly Verdict[] {
  if (line.event !== 'key' || !line.taken) return [];
  // Nobody can know what no screen shows yet. Into a dialog such a key never gets: Claude loses it.
  if (line.dialog === null && line.blind) return [];
  if (line.dialog === null) return [`the key ${JSON.stringify(line.key)} reached the composer`];
  const answers = underway(line.dialog, line.at, line.key);
  if (answers.length === 0)
    return [`the key ${JSON.stringify(line.key)} reached ${line.dialog}, which nobody answered`];
  if (line.key === 'Enter' && !answers.some(({ option }) => option.label === line.highlighted)) {
    return [`Enter came on ${JSON.stringify(line.highlighted)} of ${line.dialog}: ${chosen(answers)} was chosen`];
  }
  if (/^[1-9]$/.test(line.key) && !answers.some(({ option }) => option.n === Number(line.key))) {
    return [`${line.key} came to ${line.dialog}: ${chosen(answers)} was chosen`];
  }
  return [];
}

function chosen(answers: readonly Attempt[]): string {
  return answers.map(({ option }) => `${option.n} ${JSON.stringify(option.label)}`).join(' or ');
}

function repliesFaults(
  log: readonly LoggedEffect[],
  attempts: readonly Attempt[],
  dialogs: readonly RaceDialog[],
): readonly Verdict[] {
  const confirmed = attempts.filter(({ reply }) => reply === 'answered');
  const doubled = confirmed.filter(({ prompt }, at) => confirmed.findIndex((each) => each.prompt === prompt) !== at);
  // Who pressed cannot be told apart where the person in the terminal chose the same.
  const effects = log.flatMap((line) => (line.event === 'effect' ? [line] : []));
  const missing = confirmed.filter(({ shown, option }) => {
    const own = dialogs.filter(({ words }) => shown.includes(words)).map(({ dialog }) => dialog);
    return !effects.some(
      ({ dialog, effect, via }) =>
        own.includes(dialog) &&
        (MEANS[option.meaning].includes(effect) || (via !== 'key' && LIKE[option.meaning] === effect)),
    );
  });
  const unknown = attempts.filter(({ reply }) => !REPLIES.includes(reply));
  return [
    ...doubled.map(({ prompt }) => `${prompt} was answered twice`),
    ...missing.map(({ prompt, option }) => `${prompt} was answered with ${option.meaning}, and no effect was seen`),
    ...unknown.map(({ prompt, reply }) => `${prompt}: ${reply}`),
  ];
}

/** A stand-in reads a key so long after it was sent at most, in milliseconds. */
const READ_WITHIN = 5_000;

/** Replies that a race may bring. */
const REPLIES = ['answered', 'sent', 'half done', 'over', 'changed', 'refused', 'not-found'];
