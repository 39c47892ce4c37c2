// The marks and words of states in a terminal: shape first, so that they read without colour. Pure.

import { type MarkState, markOf } from '../../core/attention.ts';
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

/** Text in the colour of a session's state; the same text without colours. */
export function coloured(session: Pick<Session, 'state' | 'failure'>, text: string, colour: boolean): string {
  return colour ? `\u001b[${COLOURS[markOf(session)]}m${text}\u001b[0m` : text;
}
