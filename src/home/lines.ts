// Cuts a stream of bytes into lines at byte 0x0A, however it was chunked. It must never split a character: bytes are
// decoded only when a line is whole.

/** Called with each chunk. @returns the lines that are whole now, without their newline. */
export type LineCutter = (chunk: Buffer) => string[];

/** A line longer than this is an error, so that a peer that never sends a newline cannot fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** A cutter with nothing in it yet. It throws when a line is longer than 64 MB. */
export function lineCutter(): LineCutter {
  let rest: Buffer[] = [];
  let held = 0;
  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      const end = chunk.subarray(from, at);
      lines.push((rest.length === 0 ? end : Buffer.concat([...rest, end])).toString('utf8'));
      rest = [];
      held = 0;
      from = at + 1;
    }
    if (from < chunk.length) {
      rest.push(chunk.subarray(from));
      held += chunk.length - from;
      if (held > LONGEST_LINE) throw new Error('The daemon sent a line that does not end.');
    }
    return lines;
  };
}
