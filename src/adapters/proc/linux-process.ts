// Reads one process of Linux in full, from /proc. It never signals and never starts a program.

import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { ClaudeProcess } from '../../core/process.ts';
import { readProc, readProcLink, textOf } from './proc-files.ts';
import {
  conditionOf,
  isRenamed,
  parseArguments,
  parseBootTime,
  parseEnvironment,
  parseStat,
  parseTmux,
  type Stat,
  startedAt,
  terminalPath,
} from './protocol.ts';
import { resolvedPath } from './resolved-path.ts';
import { namedConversation, roleOf } from './role.ts';
import type { VersionOf } from './versions.ts';
import { isClaude, isNode } from './what-is-claude.ts';

/** Where and for whom to read. */
export interface LinuxPlace {
  /** `/proc`, or a recorded tree of its shape. */
  readonly proc: string;
  readonly uid: number;
  readonly versionOf: VersionOf;
}

/** What one full reading found. `could-not-look` may be otherwise a moment later. */
export type LinuxReading =
  | { readonly kind: 'claude'; readonly process: ClaudeProcess }
  | { readonly kind: 'other' | 'gone' | 'could-not-look' };

/** Reads `/proc/<pid>/stat`. */
export function readStat(proc: string, pid: number): Stat | 'gone' | 'could-not-look' {
  const read = readProc(`${proc}/${pid}/stat`);
  if (read.kind === 'gone') return 'gone';
  return (read.kind === 'text' ? parseStat(read.text) : null) ?? 'could-not-look';
}

/** Reads a process in full if it is a Claude of `uid` in our own pid namespace; `stat` was read just before. */
export function readLinuxProcess(place: LinuxPlace, pid: number, stat: Stat): LinuxReading {
  if (conditionOf(stat.state) === 'gone') return { kind: 'gone' };
  const directory = `${place.proc}/${pid}`;
  const commandLine = readProc(`${directory}/cmdline`);
  if (commandLine.kind !== 'text') return notRead(commandLine.kind);
  // Kernel threads have none; nor has a process in the instant of its exec.
  if (commandLine.text === '') return { kind: 'other' };
  const argv = parseArguments(commandLine.text);
  const executable = textOf(readProcLink(`${directory}/exe`));
  const cwdOf = () => textOf(readProcLink(`${directory}/cwd`)) ?? '';
  const script = isNode({ executable, argv }) && argv[1] ? resolvedPath(resolve(cwdOf() || '/', argv[1])) : null;
  if (!isClaude({ executable, argv, script })) return { kind: 'other' };
  if (!isOurs(place, pid)) return { kind: 'other' };
  const environ = readProc(`${directory}/environ`);
  if (environ.kind !== 'text') return notRead(environ.kind);
  const environment = parseEnvironment(environ.text);
  const bootTime = parseBootTime(textOf(readProc(`${place.proc}/stat`)) ?? '');
  if (bootTime === null) return { kind: 'could-not-look' };
  // An exec or a reused pid between the readings would mix two programs.
  const after = readStat(place.proc, pid);
  if (typeof after === 'string') return { kind: after };
  if (after.startTicks !== stat.startTicks || after.comm !== stat.comm) return { kind: 'could-not-look' };

  const cwd = cwdOf();
  const home = resolvedPath(environment.get('HOME') || ownHome());
  const tty = terminalPath(stat.ttyNumber);
  const sessionKind = environment.get('CLAUDE_CODE_SESSION_KIND') ?? null;
  const program = script ?? executable;
  return {
    kind: 'claude',
    process: {
      pid,
      startTicks: stat.startTicks,
      startedAt: startedAt(bootTime, stat.startTicks),
      ancestors: lineageOf(place.proc, stat.parent),
      cwd,
      tty,
      argv,
      claudeDirectory: resolvedPath(environment.get('CLAUDE_CONFIG_DIR') || join(home, '.claude')),
      home,
      tmux: parseTmux(environment.get('TMUX'), environment.get('TMUX_PANE')),
      role: roleOf({ argv, renamed: isRenamed(commandLine.text), cwd, sessionKind, tty }),
      version: program === null ? null : place.versionOf(program),
      namedConversation: namedConversation(argv),
    },
  };
}

/** This user's home by the user list; the root where that does not know us, as in a container with any number as user. */
function ownHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '/';
  }
}

function notRead(kind: 'gone' | 'refused' | 'failed'): LinuxReading {
  if (kind === 'refused') return { kind: 'other' };
  return { kind: kind === 'gone' ? 'gone' : 'could-not-look' };
}

/** A container's process has another number inside than the one we see, and its paths are other paths. */
function isOurs({ proc, uid }: LinuxPlace, pid: number): boolean {
  const own = textOf(readProcLink(`${proc}/self/ns/pid`));
  const its = textOf(readProcLink(`${proc}/${pid}/ns/pid`));
  if (own !== its) return false;
  try {
    return statSync(`${proc}/${pid}`).uid === uid;
  } catch {
    return false;
  }
}

/** A process and all above it, nearest first, without 0 and 1. */
export function lineageOf(proc: string, from: number): number[] {
  const lineage: number[] = [];
  // A pid that is reused while we walk could close a circle.
  for (let pid = from; pid > 1 && !lineage.includes(pid); ) {
    lineage.push(pid);
    const stat = readStat(proc, pid);
    if (typeof stat === 'string') break;
    pid = stat.parent;
  }
  return lineage;
}
