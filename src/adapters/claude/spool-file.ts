// One file of the spool: header lines `name value`, an empty line, the payload as Claude gave it. Pure. The header comes
// from the environment of whoever ran the launcher, so its values are claims, and what does not fit counts as not said.

import type { HookArrival, HookFault } from '../../core/hook.ts';
import { LARGEST_PAYLOAD, NOT_JSON, parseHook } from './hook-payload.ts';

/** What a file holds. `not-whole`: its writer may still be at work. */
export type SpoolFile =
  | { readonly kind: 'arrival'; readonly arrival: HookArrival }
  | { readonly kind: 'fault'; readonly fault: HookFault }
  | { readonly kind: 'not-whole' };

/** A header is shorter than this, in bytes; the rest of a longer one is not looked at. */
const LONGEST_HEADER = 16 * 1024;
/** A file larger than this holds more than the largest payload, in bytes. */
export const LARGEST_FILE = LARGEST_PAYLOAD + LONGEST_HEADER;
const LINE_END = 0x0a;
/** What a whole payload may end in: a line end or `}`. */
export const ENDS: readonly number[] = [LINE_END, 0x7d];

/** Reads a file. It is whole when its payload parses: an object cut short never does. Old versions end it without a
 * line end. @param key its idempotency key. */
export function parseSpoolFile(bytes: Uint8Array, key: string): SpoolFile {
  const at = headerEnd(bytes);
  if (at === null || !ENDS.includes(bytes.at(-1) ?? 0) || bytes.length <= at + 2) return { kind: 'not-whole' };
  const header = readHeader(bytes.subarray(0, at));
  const read = parseHook(bytes.subarray(at + 2), {
    key,
    event: match(header.get('event'), /^[A-Za-z]{1,64}$/),
    claimedPid: pidOf(header.get('pid')),
    parentPid: pidOf(header.get('ppid')),
    uptime: uptimeOf(header.get('uptime')),
    ask: header.get('ask') || null,
    background: header.get('background') || null,
  });
  if (!('fault' in read)) return { kind: 'arrival', arrival: read };
  return read.fault === NOT_JSON ? { kind: 'not-whole' } : { kind: 'fault', fault: read };
}

/** The fault of a file that is too large to be read, from its beginning: what it was, and nothing that it holds. */
export function oversizeFault(beginning: Uint8Array, size: number): HookFault {
  const event = match(readHeader(beginning.subarray(0, headerEnd(beginning) ?? 0)).get('event'), /^[A-Za-z]{1,64}$/);
  const text = new TextDecoder().decode(beginning);
  const conversation = /"session_id":\s?"([A-Za-z0-9_-]{1,128})"/.exec(text)?.[1];
  const whose = conversation === undefined ? '' : ` of conversation ${conversation}`;
  return { fault: `a hook (${event ?? 'unknown'}${whose}) of ${Math.ceil(size / 2 ** 20)} MB; 20 are read` };
}

/** Where the empty line is; `null` when there is none yet. */
function headerEnd(bytes: Uint8Array): number | null {
  const last = Math.min(bytes.length - 1, LONGEST_HEADER);
  for (let at = bytes.indexOf(LINE_END); at >= 0 && at < last; at = bytes.indexOf(LINE_END, at + 1))
    if (bytes[at + 1] === LINE_END) return at;
  return null;
}

function readHeader(bytes: Uint8Array): ReadonlyMap<string, string> {
  const header = new Map<string, string>();
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const space = line.indexOf(' ');
    const name = space < 0 ? line : line.slice(0, space);
    if (!header.has(name)) header.set(name, space < 0 ? '' : line.slice(space + 1));
  }
  return header;
}

function match(value: string | undefined, pattern: RegExp): string | null {
  return value !== undefined && pattern.test(value) ? value : null;
}

/** A pid as text; `null` for what can be none. */
export function pidOf(value: string | undefined): number | null {
  const digits = match(value, /^[1-9]\d{0,9}$/);
  return digits === null || digits === '1' ? null : Number(digits);
}

/** Seconds since boot as `/proc/uptime` writes them, in milliseconds. */
export function uptimeOf(value: string | undefined): number | null {
  const seconds = match(value, /^\d{1,10}(\.\d{1,6})?$/);
  return seconds === null ? null : Math.round(Number(seconds) * 1000);
}
