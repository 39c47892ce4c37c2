// Reads the texts of Linux's /proc (man 5 proc). Pure; it never opens a file.

import type { PaneAddress } from '../../core/pane.ts';

/** What we use of `/proc/<pid>/stat`. */
export interface Stat {
  /** Name of the executable file, cut to 15 bytes; a program may change it. */
  readonly comm: string;
  /** One letter: `R S D T t Z X I`. */
  readonly state: string;
  readonly parent: number;
  /** Device number of the controlling terminal, 0 without one. */
  readonly ttyNumber: number;
  /** Start time in ticks since boot, as written. */
  readonly startTicks: string;
  /** Processor time used so far, in milliseconds, in steps of 10. */
  readonly cpuMs: number;
}

/** Ticks per second that the kernel shows to programs: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Reads `/proc/<pid>/stat`; `null` when it is not one. The name may hold spaces, brackets and line ends. */
export function parseStat(text: string): Stat | null {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open === -1 || close < open) return null;
  // Field 3 is the first one behind the name.
  const fields = text.slice(close + 2).split(' ');
  const [state, parent, , , ttyNumber] = fields;
  const startTicks = fields[19];
  if (!state || parent === undefined || ttyNumber === undefined || !startTicks) return null;
  return {
    comm: text.slice(open + 1, close),
    state,
    parent: Number(parent),
    ttyNumber: Number(ttyNumber),
    startTicks,
    cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND,
  };
}

/** What a state letter means to us. A zombie runs nothing any more: it is gone. */
export function conditionOf(state: string): 'running' | 'stopped' | 'gone' {
  if (state === 'Z' || state === 'X' || state === 'x') return 'gone';
  return state === 'T' || state === 't' ? 'stopped' : 'running';
}

/** Splits `/proc/<pid>/cmdline`. Zeros that a program left behind when it renamed itself are no arguments. */
export function parseArguments(text: string): string[] {
  return text.replace(/\0+$/, '').split('\0');
}

/** Whether a program wrote a shorter name over its arguments (`process.title`): the rest of their room is zeros then. */
export function isRenamed(commandLine: string): boolean {
  return commandLine.endsWith('\0\0');
}

/** Reads `/proc/<pid>/environ`; of a name that stands twice the first counts, as for `getenv`. */
export function parseEnvironment(text: string): Map<string, string> {
  const environment = new Map<string, string>();
  for (const entry of text.split('\0')) {
    const equals = entry.indexOf('=');
    const name = entry.slice(0, Math.max(0, equals));
    if (name !== '' && !environment.has(name)) environment.set(name, entry.slice(equals + 1));
  }
  return environment;
}

/** The device file of a terminal by its number, `/dev/pts/3` or `/dev/tty1`; `null` for none and for unknown kinds. */
export function terminalPath(ttyNumber: number): string | null {
  const major = (ttyNumber >> 8) & 0xfff;
  const minor = (ttyNumber & 0xff) | ((ttyNumber >>> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `/dev/pts/${(major - 136) * 256 + minor}`;
  if (major === 4) return minor < 64 ? `/dev/tty${minor}` : `/dev/ttyS${minor - 64}`;
  return null;
}

/** The pane that `TMUX` (`socket,server pid,session`) and `TMUX_PANE` (`%3`) name. The socket's path may hold commas. */
export function parseTmux(tmux: string | undefined, pane: string | undefined): PaneAddress | null {
  const [, socket, server] = /^(.+),(\d+),\d+$/.exec(tmux ?? '') ?? [];
  if (socket === undefined || pane === undefined || !/^%\d+$/.test(pane)) return null;
  return { socket, pane, server: Number(server) };
}

/** When the machine booted, epoch milliseconds by its present wall clock: `btime` of `/proc/stat`, else `null`. */
export function parseBootTime(text: string): number | null {
  const seconds = /^btime (\d+)$/m.exec(text)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** Start time in epoch milliseconds, exact to the second. */
export function startedAt(bootTime: number, startTicks: string): number {
  return bootTime + (Number(startTicks) * 1000) / TICKS_PER_SECOND;
}

/** Ticks since boot by `/proc/uptime`; 0 where the text is none. */
export function parseUptime(text: string): number {
  return Math.round((Number.parseFloat(text) || 0) * TICKS_PER_SECOND);
}

/** A socket that waits for connections. */
export interface ListeningSocket {
  /** Its inode, as text. */
  readonly socket: string;
  readonly port: number;
  /** User id. */
  readonly owner: number;
}

/** Reads the listening sockets of `/proc/net/tcp` or `tcp6`; whatever is no such line is left out. */
export function parseListening(text: string): ListeningSocket[] {
  return text.split('\n').flatMap((line) => {
    const [, local, , state, , , , owner, , socket] = line.trim().split(/\s+/);
    if (state !== '0A' || local === undefined || socket === undefined || socket === '0') return [];
    const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16);
    return port > 0 ? [{ socket, port, owner: Number(owner) }] : [];
  });
}
