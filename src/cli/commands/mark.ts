// `label`, `mute`, `seen`: what the person says about a session. Each says what it did, and how to take it back.

import type { Session } from '../../core/session.ts';
import { type Connection, type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { print, tell } from '../output.ts';
import { pickSession } from '../pick.ts';
import { isIn } from '../text/marks.ts';
import { safeText } from '../text/safe-text.ts';
import { nameOf } from '../text/session-words.ts';
import { mutedHow, parseDuration } from '../text/times.ts';

/** Longest label, in UTF-16 units, as the contract's schema counts them. */
const LONGEST_LABEL = 120;

/** `label S [TEXT]`: gives, shows or removes the label. */
export async function label(
  context: Context,
  wanted: string,
  words: readonly string[],
  options: { readonly remove?: boolean },
): Promise<void> {
  const text = words.join(' ').trim();
  if (text !== '' && options.remove === true) {
    throw new Failure(EXIT.usage, 'Give either a text or --remove.');
  }
  if (text.length > LONGEST_LABEL) {
    throw new Failure(EXIT.usage, `A label has at most ${LONGEST_LABEL} characters; this one has ${text.length}.`);
  }
  const connection = await connect(context);
  const session = await pickSession(connection, wanted);
  if (text === '' && options.remove !== true) {
    if (session.label !== null) print(safeText(session.label));
    else tell(`${session.id} has no label. \`tallymux label ${session.id} TEXT\` gives it one.`);
    return;
  }
  const reply = await connection.ask('label', { session: session.id, label: options.remove === true ? null : text });
  const before = reply.previous === null ? '' : ` (was “${safeText(reply.previous)}”)`;
  const now = reply.session.label;
  tell(now === null ? `${session.id} has no label now${before}.` : `${session.id} is now “${safeText(now)}”${before}.`);
}

/** `mute S [DURATION|off]`: no announcements for a while, for good, or again. */
export async function mute(context: Context, wanted: string, duration: string | undefined): Promise<void> {
  const until = muteUntil(duration, Date.now());
  const connection = await connect(context);
  const { id } = await pickSession(connection, wanted);
  const { session } = await connection.ask('mute', { session: id, until });
  if (session.mutedUntil === null) tell(`${id} is not muted.`);
  else tell(`${id} is muted ${mutedHow(session.mutedUntil, Date.now())}. \`tallymux mute ${id} off\` takes it back.`);
}

/** When a mute ends: an ISO time, `forever`, or `null` for now. @param now epoch milliseconds. */
export function muteUntil(duration: string | undefined, now: number): string | null {
  if (duration === undefined) return 'forever';
  if (duration === 'off') return null;
  const ms = parseDuration(duration);
  if (ms !== null) return new Date(now + ms).toISOString();
  throw new Failure(
    EXIT.usage,
    `${JSON.stringify(duration)} is no duration: give 30m, 2h, 1d, or off; none mutes for good.`,
  );
}

/** `seen S`, `seen --all`: what finished was looked at; `--undo` takes it back. */
export async function seen(
  context: Context,
  wanted: string | undefined,
  options: { readonly all?: boolean; readonly undo?: boolean },
): Promise<void> {
  if ((wanted === undefined) === (options.all !== true)) {
    throw new Failure(EXIT.usage, 'Say which session, or --all.');
  }
  if (options.all === true && options.undo === true) {
    throw new Failure(EXIT.usage, '--undo needs one session: `tallymux seen S --undo`.');
  }
  const connection = await connect(context);
  if (wanted === undefined) return seenAll(connection);
  const session = await pickSession(connection, wanted);
  if (options.undo === true) {
    const { restored } = await connection.ask('unseen', { session: session.id });
    if (!restored) throw new Failure(EXIT.changed, `${session.id} has nothing to take back: something newer happened.`);
    return tell(`${session.id} is to review again.`);
  }
  if (session.state !== 'review') {
    if (session.state === 'idle') return tell(`${session.id} has nothing new to see.`);
    throw new Failure(EXIT.failed, `${session.id} ${isIn(session)} and is not to review: nothing was changed.`);
  }
  if (!(await see(connection, session))) {
    throw new Failure(
      EXIT.changed,
      `${session.id} went on meanwhile: look again with \`tallymux show ${session.id}\`.`,
    );
  }
  tell(`${session.id} ${nameOf(session)} is seen. \`tallymux seen ${session.id} --undo\` takes it back.`);
}

async function seenAll(connection: Connection): Promise<void> {
  const { sessions } = await connection.ask('list', {});
  const reviews = sessions.filter((session) => session.state === 'review');
  const cleared = await Promise.all(reviews.map((session) => see(connection, session)));
  tell(`${cleared.filter(Boolean).length} of ${reviews.length} to review are seen.`);
}

async function see(connection: Connection, session: Session): Promise<boolean> {
  return (await connection.ask('seen', { session: session.id, change: session.stateChange })).cleared;
}
