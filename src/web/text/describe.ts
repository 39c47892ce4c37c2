// What a session is doing, in the few words that fit into a row or a tile, and its state in a sentence. Pure.

import { askOf, subjectOf } from '../../core/ask.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { words } from '../words.ts';
import { cleanText } from './clean.ts';
import { pathWithin } from './cut.ts';
import { elapsed, runningTime, shortTime, spokenTime, timeOfDay, untilTime } from './times.ts';

/** A line about a session; `code` is set in the fixed-width face. */
export interface Doing {
  readonly text: string;
  readonly code: boolean;
  /** Its end tells the most, as with a path: it is cut in its middle. */
  readonly endTells?: true;
}

/** What it does, asks or said last; `null` where there is nothing worth a line. */
export function doing(session: Session, now: number): Doing | null {
  switch (session.state) {
    case 'needs-input':
      if (session.action) return { text: shortAction(session.action), code: true };
      return plain(session.waitingFor ?? session.limited);
    case 'busy':
      if (session.compacting) return plain(words.session.compacting);
      if (session.action) return { text: shortAction(session.action), code: true };
      if (session.background > 0) return plain(words.session.background(session.background));
      return plain(session.todos?.current ?? session.lastText);
    case 'review':
      return plain(session.failure?.text ?? session.lastText);
    case 'unknown':
      if (session.suspended) return plain(words.session.suspended);
      return plain(session.limited ?? words.sentence.cannotTell(timeOfDay(session.since, now).replace(/:\d\d$/, '')));
    case 'idle':
      return plain(session.lastText);
    case 'ended':
      return null;
  }
}

/** What a prompt of `session` asks, in one line; `null` where it has no words for it. */
export function asking(prompt: Prompt, session: Session | undefined): Doing | null {
  const ask = askOf(prompt);
  if (ask.kind === 'edit' || ask.kind === 'write') {
    const path = pathWithin(cleanText(ask.path), session);
    return { text: `${cleanText(prompt.tool ?? '')} ${path}`, code: true, endTells: true };
  }
  const text = cleanText(subjectOf(prompt));
  return text === '' ? null : { text, code: prompt.kind === 'permission' };
}

/** `Bash · npm test` is read as its command; other tools keep their name: `Read src/a.ts`. */
export function shortAction(action: string): string {
  const [tool = '', ...rest] = action.split(' · ');
  if (rest.length === 0) return action;
  return tool === 'Bash' ? rest.join(' · ') : `${tool} ${rest.join(' · ')}`;
}

/** Where it runs, in one or two words: only what helps to find it. */
export function place(session: Session): string | null {
  if (session.desktopWorkspace !== null) return words.session.workspaceShort(session.desktopWorkspace);
  if (session.tmux !== null) return `tmux ${session.tmux.pane}`;
  if (session.kind === 'background') return words.session.inBackground;
  if (session.kind === 'editor') return words.session.inEditor;
  return null;
}

/** The time beside a session: how long it runs, waits, or has been so. */
export function rowTime(session: Session, now: number): string {
  const ms = elapsed(session.waitingSince ?? session.since, now);
  return session.state === 'busy' ? runningTime(ms) : shortTime(ms);
}

/** A row read aloud: name, state, how long, what. */
export function spoken(session: Session, name: string, now: number, asked: string | null = null): string {
  const time = spokenTime(elapsed(session.waitingSince ?? session.since, now));
  const failed = session.state === 'review' && session.failure !== null;
  const state = words.states[failed ? 'failed' : session.state].toLowerCase();
  return [
    name,
    session.guess ? `${words.probably} ${state}` : state,
    session.state === 'needs-input' ? words.spoken.waiting(time) : words.spoken.since(time),
    asked ?? doing(session, now)?.text,
    isMuted(session, now) ? words.spoken.muted : undefined,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The state in a sentence, for the head of the session page. */
export function sentence(session: Session, now: number): string {
  const since = session.waitingSince ?? session.since;
  const [at, ago] = [timeOfDay(since, now), shortTime(elapsed(since, now))];
  const guess = session.guess ? words.sentence.guess : '';
  return guess + stateSentence(session, at, ago, now);
}

function stateSentence(session: Session, at: string, ago: string, now: number): string {
  const say = words.sentence;
  switch (session.state) {
    case 'needs-input': {
      const what = [session.waitingFor, session.action].filter(Boolean).join(', ');
      return say.needs(at, ago, what || say.needsUnsaid);
    }
    case 'busy': {
      const what = doing({ ...session, lastText: null }, now)?.text;
      return `${say.busy(at, ago)}${what ? `: ${what}` : ''}.`;
    }
    case 'review':
      return session.failure ? say.failed(at, ago, session.failure.text) : say.review(at, ago);
    case 'idle':
      return say.idle(at, ago);
    case 'unknown':
      return session.suspended ? say.suspended(at) : say.unknown(at, ago);
    case 'ended':
      return say.ended(at);
  }
}

/** Whether it is muted now. `forever` and whatever else is no time mutes until taken back. */
export function isMuted(session: Session, now: number): boolean {
  if (session.mutedUntil === null) return false;
  const until = Date.parse(session.mutedUntil);
  return Number.isNaN(until) || until > now;
}

/** How long it stays muted; a mute without an end comes as a time thousands of years ahead. */
export function mutedText(session: Session, now: number): string {
  const until = new Date(session.mutedUntil ?? '');
  const forGood = Number.isNaN(until.getTime()) || until.getUTCFullYear() >= 9999;
  return forGood ? words.session.muted : words.session.mutedUntil(untilTime(until, now));
}

function plain(text: string | null): Doing | null {
  return text ? { text, code: false } : null;
}
