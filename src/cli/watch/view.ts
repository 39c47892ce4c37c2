// What the live list shows, as plain data, and what each key does to it. Pure: the terminal and the daemon are told
// what to do by the actions that come back.

import type { Snapshot } from '../../core/apply-change.ts';
import { tally } from '../../core/attention.ts';
import type { PromptAnswer } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { inOrder } from '../session-table.ts';
import { answerWords } from '../text/answer-words.ts';
import { digit, type Face, facing, nextFace, shownPrompt } from './face.ts';

/** Where the person is. */
export type Mode =
  | { readonly kind: 'list' }
  /** One session in full; `lines` are safe to print, `top` is the first one shown. */
  | { readonly kind: 'details'; readonly id: string; readonly lines: readonly string[]; readonly top: number }
  /** The prompt that stands there, in full; `top` is the first line shown. */
  | { readonly kind: 'prompt'; readonly top: number }
  | { readonly kind: 'label'; readonly id: string; readonly draft: string };

/** Everything on the screen. */
export interface View {
  readonly snapshot: Snapshot | null;
  /** The daemon is away; what is shown may be old. */
  readonly away: boolean;
  readonly selected: string | null;
  readonly mode: Mode;
  /** The prompt of the chosen session that stands before the person. */
  readonly face: Face | null;
  /** Id of the prompt whose answer is on its way. */
  readonly sending: string | null;
  /** What the last key did. */
  readonly message: string;
}

/** What a key asks for beyond the screen. */
export type Action =
  | { readonly kind: 'quit' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'answer'; readonly answer: PromptAnswer }
  | { readonly kind: 'attach'; readonly session: Session }
  | { readonly kind: 'explain'; readonly id: string }
  | { readonly kind: 'seen'; readonly session: Session }
  | { readonly kind: 'mute'; readonly session: Session }
  | { readonly kind: 'label'; readonly id: string; readonly label: string | null };

/** The screen before anything is known. */
export const EMPTY: View = {
  snapshot: null,
  away: false,
  selected: null,
  mode: { kind: 'list' },
  face: null,
  sending: null,
  message: '',
};

/** What of the screen and the clock a key's meaning depends on. */
export interface Moment {
  /** Rows for what is scrolled. */
  readonly page: number;
  /** Lines of a prompt in full. */
  readonly lines: number;
  /** All of the prompt that stands there is on the screen. */
  readonly whole: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The sessions in the order they are shown, scripts last. */
export function rowsOf(view: View): Session[] {
  const { sessions, scripts } = inOrder(view.snapshot?.sessions ?? []);
  return [...sessions, ...scripts];
}

/** The view with a new picture. The chosen session stays chosen wherever its row went. @param now epoch milliseconds. */
export function withSnapshot(view: View, snapshot: Snapshot, now: number): View {
  const before = rowsOf(view).findIndex((row) => row.id === view.selected);
  const next = { ...view, snapshot, away: false };
  const rows = rowsOf(next);
  const kept = rows.some((row) => row.id === view.selected);
  const selected = kept ? view.selected : (rows[Math.min(Math.max(before, 0), rows.length - 1)]?.id ?? null);
  const same = facing({ ...next, selected }, now);
  // What was said about a prompt does not hold for what it became.
  const became = same.face?.prompt === view.face?.prompt && same.face !== view.face;
  const faced = became ? { ...same, message: '' } : same;
  const over = faced.mode.kind === 'prompt' && faced.face?.prompt !== view.face?.prompt;
  return over ? facing({ ...faced, mode: { kind: 'list' } }, now, true) : faced;
}

/** "2 need you · 1 to review": the first line's end. */
export function summary(snapshot: Snapshot): string {
  const count = tally(snapshot.sessions);
  const parts: [number, string][] = [
    [count.needsInput, count.needsInput === 1 ? 'needs you' : 'need you'],
    [count.failed, 'failed'],
    [count.review, 'to review'],
    [count.busy, 'busy'],
    [count.unknown, 'unknown'],
    [count.idle, 'idle'],
  ];
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  return said.join(' · ') || 'no session';
}

/** One key or escape sequence, as the terminal sent it. */
export function press(view: View, key: string, moment: Moment): Pressed {
  if (key === '\u0003') return { view, action: { kind: 'quit' } };
  if (key === '\u001a') return { view, action: { kind: 'suspend' } };
  const pressed = pressIn({ ...view, message: '' }, key, moment);
  // What comes into sight by a key rests like what came by itself.
  return { ...pressed, view: facing(pressed.view, moment.now, pressed.view.mode.kind !== view.mode.kind) };
}

/** The view after a key, and what it asks for. */
type Pressed = { readonly view: View; readonly action?: Action };

function pressIn(view: View, key: string, moment: Moment): Pressed {
  const { mode } = view;
  if (mode.kind === 'label') return pressInLabel(view, mode, key);
  if (mode.kind === 'details') return pressInDetails(view, mode, key, moment.page);
  if (/^[0-9]$/.test(key)) return pressDigit(view, key, moment);
  if (key === '\t') return { view: nextFace(view, moment.now) };
  return mode.kind === 'prompt' ? pressInPrompt(view, mode, key, moment) : pressInList(view, key, moment.page);
}

function pressDigit(view: View, key: string, moment: Moment): Pressed {
  const meant = digit(view, key, moment);
  if ('message' in meant) return { view: { ...view, message: meant.message } };
  const { answer } = meant;
  const message = `Sending ${answer.prompt} ${answerWords(answer)}`;
  return { view: { ...view, sending: answer.prompt, message }, action: { kind: 'answer', answer } };
}

function pressInPrompt(view: View, mode: Extract<Mode, { kind: 'prompt' }>, key: string, moment: Moment): Pressed {
  const step = steps(key, moment.page);
  if (step !== null) {
    const top = Math.min(Math.max(mode.top + step, 0), Math.max(0, moment.lines - moment.page));
    return { view: { ...view, mode: { ...mode, top } } };
  }
  if (['q', 'p', '\r', '\u001b', 'h'].includes(key)) return { view: { ...view, mode: { kind: 'list' } } };
  return { view };
}

function pressInList(view: View, key: string, page: number): Pressed {
  const rows = rowsOf(view);
  const at = rows.findIndex((row) => row.id === view.selected);
  const session = rows[at];
  const step = steps(key, page);
  if (step !== null) {
    const to = Math.min(Math.max(at + step, 0), rows.length - 1);
    return { view: { ...view, selected: rows[to]?.id ?? null } };
  }
  if (key === 'q') return { view, action: { kind: 'quit' } };
  if (session === undefined) return { view };
  switch (key) {
    case '\r':
      return { view, action: { kind: 'attach', session } };
    case 'e':
      return { view, action: { kind: 'explain', id: session.id } };
    case 'p':
      if (shownPrompt(view) === undefined) return { view: { ...view, message: `${session.id} asks nothing.` } };
      return { view: { ...view, mode: { kind: 'prompt', top: 0 } } };
    case 'l':
      return { view: { ...view, mode: { kind: 'label', id: session.id, draft: session.label ?? '' } } };
    case 's':
      if (session.state !== 'review') return { view: { ...view, message: `${session.id} is not to review.` } };
      return { view, action: { kind: 'seen', session } };
    case 'm':
      return { view, action: { kind: 'mute', session } };
    default:
      return { view };
  }
}

function pressInDetails(view: View, mode: Extract<Mode, { kind: 'details' }>, key: string, page: number) {
  const step = steps(key, page);
  if (step !== null) {
    const top = Math.min(Math.max(mode.top + step, 0), Math.max(0, mode.lines.length - page));
    return { view: { ...view, mode: { ...mode, top } } };
  }
  if (['q', '\r', '\u001b', 'h'].includes(key)) return { view: { ...view, mode: { kind: 'list' } as const } };
  return { view };
}

function pressInLabel(
  view: View,
  mode: Extract<Mode, { kind: 'label' }>,
  key: string,
): { view: View; action?: Action } {
  const back = { ...view, mode: { kind: 'list' } as const };
  if (key === '\u001b') return { view: { ...back, message: 'The label stays as it was.' } };
  if (key === '\r') return { view: back, action: { kind: 'label', id: mode.id, label: mode.draft.trim() || null } };
  if (key === '\u007f' || key === '\b') {
    return { view: { ...view, mode: { ...mode, draft: [...mode.draft].slice(0, -1).join('') } } };
  }
  if (key === '\u0015') return { view: { ...view, mode: { ...mode, draft: '' } } };
  if (key.startsWith('\u001b') || /\p{Cc}/u.test(key)) return { view };
  return { view: { ...view, mode: { ...mode, draft: mode.draft + key } } };
}

/** Rows that a key moves by; `null` for other keys. */
function steps(key: string, page: number): number | null {
  if (['j', '\u001b[B', '\u001bOB'].includes(key)) return 1;
  if (['k', '\u001b[A', '\u001bOA'].includes(key)) return -1;
  if (['g', '\u001b[H', '\u001b[1~'].includes(key)) return Number.MIN_SAFE_INTEGER;
  if (['G', '\u001b[F', '\u001b[4~'].includes(key)) return Number.MAX_SAFE_INTEGER;
  if (key === '\u001b[6~' || key === ' ') return page;
  return key === '\u001b[5~' ? -page : null;
}

/** Cuts what the terminal sent into keys. A lone Esc is a key; an escape sequence is one. */
export function keysOf(data: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send them.
  return data.match(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001bO[A-Za-z]|\u001b|[^\u001b]/gu) ?? [];
}
