// Reads what a control client of tmux prints (`tmux -C`): replies to commands, and notices. Pure; any chunking gives the
// same messages. It must never take a line of a reply for a notice, whatever a screen shows.

/** One block between `%begin` and `%end` or `%error`. */
export interface Reply {
  readonly kind: 'reply';
  /** Whether it answers a command that this client sent (and is not one of a hook's or of the attaching). */
  readonly ours: boolean;
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/** One message of the stream. */
export type ControlMessage =
  | Reply
  /** The client ends: its session died, it was detached, the server ended. */
  | { readonly kind: 'exit'; readonly reason: string }
  /** A format that we subscribed to has another value. */
  | { readonly kind: 'subscription'; readonly name: string; readonly value: string }
  /** Any other line that begins with `%`; `rest` is what follows its name. */
  | { readonly kind: 'notice'; readonly name: string; readonly rest: string };

/** Takes bytes as they come, and tells the messages that they complete. */
export type ControlReader = (bytes: Uint8Array) => ControlMessage[];

const LINE_FEED = 10;
/** `time number flags`: only the guard with the same three ends a block. */
const BEGIN = /^%begin (\d+ \d+ (\d+))$/;

interface OpenBlock {
  readonly guard: string;
  readonly ours: boolean;
  readonly lines: string[];
}

/** Makes a reader for one client. Text is UTF-8; what is none comes as U+FFFD. */
export function makeControlReader(): ControlReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Pieces of a line that has not ended yet. */
  let begun: Uint8Array[] = [];
  let block: OpenBlock | null = null;

  const readLine = (line: string): ControlMessage | null => {
    if (block === null) {
      const [, guard, flags] = BEGIN.exec(line) ?? [];
      if (guard === undefined) return readNotice(line);
      block = { guard, ours: (Number(flags) & 1) === 1, lines: [] };
      return null;
    }
    const ok = line === `%end ${block.guard}`;
    if (!ok && line !== `%error ${block.guard}`) {
      block.lines.push(line);
      return null;
    }
    const { ours, lines } = block;
    block = null;
    return { kind: 'reply', ours, ok, lines };
  };

  return (bytes) => {
    const messages: ControlMessage[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      begun.push(bytes.subarray(from, end));
      from = end + 1;
      const message = readLine(decoder.decode(joined(begun)));
      begun = [];
      if (message !== null) messages.push(message);
    }
    // A copy: the caller may use its buffer again.
    if (from < bytes.length) begun.push(bytes.slice(from));
    return messages;
  };
}

function readNotice(line: string): ControlMessage | null {
  const [, name, rest = ''] = /^%([a-z-]+)(?: (.*))?$/s.exec(line) ?? [];
  if (name === undefined) return null;
  if (name === 'exit') return { kind: 'exit', reason: rest };
  if (name === 'subscription-changed') {
    // `name $session @window index %pane : value`, where what does not apply is `-`.
    const [, subscription = '', value = ''] = /^(\S+) .*? : (.*)$/s.exec(rest) ?? [];
    return { kind: 'subscription', name: subscription, value };
  }
  return { kind: 'notice', name, rest };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
