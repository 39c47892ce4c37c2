// Words for Claude's own registry of sessions, `~/.claude/sessions/<pid>.json`, shared by adapter and daemon. Plain data.

import type { LevelWord } from './evidence.ts';

/** One registry file, read and understood. The format is described in FINDINGS §c and by the captures in the tests. */
export interface RegistryEntry {
  readonly pid: number;
  /** Field 22 of `/proc/<pid>/stat` when the file was written; absent before 2.1.120. */
  readonly procStart: string | null;
  /** `linux:<machine>:pid:[n]`; absent in older versions. */
  readonly pidDomain: string | null;
  /** Epoch milliseconds by Claude's clock. */
  readonly startedAt: number | null;
  readonly conversation: string | null;
  readonly cwd: string;
  readonly kind: 'interactive' | 'bg' | 'other';
  /** `cli`, `sdk-cli`, `sdk-ts`, an editor's name, … */
  readonly entrypoint: string;
  readonly version: string | null;
  readonly name: string | null;
  readonly status: LevelWord;
  readonly waitingFor: string | null;
  readonly statusUpdatedAt: number;
  readonly jobId: string | null;
}

/** What was seen of one pid in a registry directory. */
export type RegistrySight =
  | { readonly kind: 'entry'; readonly pid: number; readonly entry: RegistryEntry }
  /** Only its `.key` is there: starting, or standing at a start dialog. */
  | { readonly kind: 'key-only'; readonly pid: number }
  | { readonly kind: 'gone'; readonly pid: number }
  | { readonly kind: 'could-not-look'; readonly pid: number; readonly reason: string };
