// `send` and `interrupt`: words for a session, and Esc. Whether it is safe is judged by the daemon, which sees the
// session's screen; nothing here presses a key.

import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../output.ts';
import { pickSession } from '../pick.ts';
import { nameOf } from '../text/session-words.ts';
import { refuseUnderClaude } from '../under-claude.ts';

/** Longest text, in UTF-16 units, as the contract's schema counts them. */
const LONGEST_TEXT = 100_000;

/** `send S TEXT`: types a text into an empty composer and sends it. `-` reads it from standard input. */
export async function send(context: Context, wanted: string, words: readonly string[]): Promise<number> {
  refuseUnderClaude(context, 'send text to sessions');
  const text = words.length === 1 && words[0] === '-' ? await standardInput() : words.join(' ');
  if (text.trim() === '') throw new Failure(EXIT.usage, 'There is no text to send.');
  if (text.length > LONGEST_TEXT) {
    throw new Failure(EXIT.usage, `A text has at most ${LONGEST_TEXT} characters; this one has ${text.length}.`);
  }
  const connection = await connect(context);
  const { id } = await pickSession(connection, wanted);
  const { session, confirmed } = await connection.ask('send', { session: id, text });
  const to = `to ${session.id} ${nameOf(session)}`;
  print(confirmed ? `sent ${to}` : `sent, not confirmed: look at it with \`tallymux attach ${session.id}\``);
  return confirmed ? 0 : EXIT.failed;
}

/** `interrupt S`: presses Esc where Claude works. */
export async function interrupt(context: Context, wanted: string): Promise<number> {
  refuseUnderClaude(context, 'interrupt sessions');
  const connection = await connect(context);
  const { id } = await pickSession(connection, wanted);
  const { session, confirmed } = await connection.ask('interrupt', { session: id });
  print(
    confirmed
      ? `interrupted ${session.id} ${nameOf(session)}`
      : `sent, not confirmed: look at it with \`tallymux attach ${session.id}\``,
  );
  return confirmed ? 0 : EXIT.failed;
}

/** All of standard input, without the newline at its end. */
async function standardInput(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk as string;
    if (text.length > LONGEST_TEXT + 1) break;
  }
  return text.replace(/\r?\n$/, '');
}
