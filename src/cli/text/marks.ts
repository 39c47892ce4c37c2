// The marks and words of states in a terminal: shape first, so that they read without colour. Pure.

import { type MarkState, markOf, URGENCY } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';

/** One column each, different in shape. */
const SHAPES: Readonly<Record<MarkState, string>> = {
  'needs-input': '◆',
  failed: '✗',
  review: '✓',
  busy: '◐',
  unknown: '?',
  idle: '○',
  ended: '–',
};

const WORDS: Readonly<Record<MarkState, string>> = {
  'needs-input': 'needs you',
  failed: 'failed',
  review: 'to review',
  busy: 'busy',
  unknown: 'unknown',
  idle: 'idle',
  ended: 'ended',
};

/** SGR parameters: amber waits for you, violet works or finished, red failed, the rest is dim. */
const COLOURS: Readonly<Record<MarkState, string>> = {
  'needs-input': '1;33',
  failed: '1;31',
  review: '1;35',
  busy: '35',
  unknown: '0',
  idle: '2',
  ended: '2',
};

/** The mark of a session. */
export function shapeOf(session: Pick<Session, 'state' | 'failure'>): string {
  return SHAPES[markOf(session)];
}

/** The state in words; weak evidence is said. */
export function wordOf(session: Pick<Session, 'state' | 'failure' | 'guess'>): string {
  return session.guess ? `probably ${WORDS[markOf(session)]}` : WORDS[markOf(session)];
}

/** The mark that a person means: as `list` shows it or as JSON names it, in any case; `null` where it is none. */
export function markCalled(text: string): MarkState | null {
  const plain = (word: string): string =>
    word
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim();
  const wanted = plain(text);
  return URGENCY.find((mark) => plain(mark) === wanted || WORDS[mark] === wanted) ?? null;
}

/** Every mark as it can be typed in one word: `needs-you`, `to-review`. */
export const MARK_WORDS: readonly string[] = URGENCY.map((mark) => WORDS[mark].replaceAll(' ', '-'));

/**
 * What a session is, as the rest of a sentence behind its id: `needs you`, `is probably busy`.
 * @param adverb what goes with it: `still`.
 */
export function isIn(session: Pick<Session, 'state' | 'failure' | 'guess'>, adverb = ''): string {
  const words = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
  switch (markOf(session)) {
    case 'needs-input':
      return words(adverb, wordOf(session));
    case 'failed':
      return words('failed and is', adverb, WORDS.review);
    case 'ended':
      return 'has ended';
    default:
      return words('is', adverb, wordOf(session));
  }
}

/** Text in the colour of a session's state; the same text without colours. */
export function coloured(session: Pick<Session, 'state' | 'failure'>, text: string, colour: boolean): string {
  return colour ? `\u001b[${COLOURS[markOf(session)]}m${text}\u001b[0m` : text;
}
