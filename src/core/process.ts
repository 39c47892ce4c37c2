// Words for operating-system processes, shared by the adapters that look and the daemon that judges. Plain data.

import type { PaneAddress } from './pane.ts';

/**
 * Identity of a process within its pid domain. `startTicks` is field 22 of `/proc/<pid>/stat` as text (on macOS the
 * start time in seconds), so a reused pid is another process.
 */
export interface ProcessKey {
  readonly pid: number;
  readonly startTicks: string;
}

/** A Claude Code process of this user, as first read. */
export interface ClaudeProcess extends ProcessKey {
  /** Start time, epoch milliseconds by the wall clock. */
  readonly startedAt: number;
  /** Pids of all ancestors, nearest first, without 0 and 1. */
  readonly ancestors: readonly number[];
  readonly cwd: string;
  /** Controlling terminal, `/dev/pts/3`; `null` without one. */
  readonly tty: string | null;
  /** Arguments, executable first, as a list. */
  readonly argv: readonly string[];
  /** `CLAUDE_CONFIG_DIR`, else `$HOME/.claude`, in that process's environment; links resolved. */
  readonly claudeDirectory: string;
  /** `HOME` in that process's environment, links resolved. */
  readonly home: string;
  /** The pane it runs in, by its own `TMUX` and `TMUX_PANE`. */
  readonly tmux: PaneAddress | null;
  /**
   * `session`: a Claude of its own. `background`: a claimed `--bg` session. `script`: print mode or SDK, by its
   * arguments. `helper`: Claude's own (`daemon run`, `bg-pty-host`, a spare without a job): never a row.
   */
  readonly role: 'session' | 'background' | 'script' | 'helper';
  /** Version told by the executable's path or package, where it tells one. */
  readonly version: string | null;
  /** Conversation named by `--resume` or `--session-id`, where it is a UUID. */
  readonly namedConversation: string | null;
}

/** One look at the whole process table. `could-not-look` is not "nothing there". */
export type ProcessScan =
  | { readonly kind: 'looked'; readonly processes: readonly ClaudeProcess[] }
  | { readonly kind: 'could-not-look'; readonly reason: string };

/** A known process to look at. `life` alone costs one system call; its terminal and children some more. */
export interface LookRequest extends ProcessKey {
  readonly only?: 'life';
}

/** One cheap look at one known process. */
export interface ProcessLook extends ProcessKey {
  /** `gone`: no such process, a zombie, or the pid now belongs to another. `stopped`: Ctrl-Z or SIGSTOP. */
  readonly condition: 'running' | 'stopped' | 'gone' | 'could-not-look';
  /** When its terminal last got input, epoch ms by the wall clock, whole 8 s steps on Linux; `null` where not read. */
  readonly ttyInputAt: number | null;
  /** Number of live direct children; `null` where it was not read. */
  readonly children: number | null;
  /** Processor time it has used so far, in milliseconds; absent where it was not read. */
  readonly cpuMs?: number;
}
