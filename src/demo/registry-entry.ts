// The content of `sessions/<pid>.json` as Claude Code 2.1.332 writes it. Pure: it makes and changes entries, and never
// touches a file.

/** The version of Claude Code that a stand-in is like. */
export const CLAUDE_VERSION = '2.1.332';

/** One registry file. Key order is the real one's. */
export interface RegistryEntry {
  readonly pid: number;
  readonly sessionId: string;
  readonly cwd: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Field 22 of `/proc/<pid>/stat`. */
  readonly procStart: string;
  readonly version: string;
  readonly peerProtocol: 1;
  readonly peerFeatures: readonly string[];
  readonly kind: 'interactive' | 'bg';
  readonly entrypoint: string;
  readonly pidDomain: string;
  readonly asksForConvertedSkills: null;
  readonly tmux?: string;
  readonly name: string;
  readonly nameSource: 'derived' | 'user' | 'auto';
  readonly nameSince: number;
  readonly jobId?: string;
  readonly status?: string;
  readonly updatedAt?: number;
  readonly statusUpdatedAt?: number;
  readonly waitingFor?: string;
}

/** What is known of the process that an entry speaks for. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly procStart: string;
  /** `linux:<machine-id>:pid:[n]`. */
  readonly pidDomain: string;
}

/** A new session's entry: without `status`, as in its first 0.3 s. */
export function newEntry(
  process: ProcessIdentity,
  session: Pick<RegistryEntry, 'sessionId' | 'cwd' | 'version' | 'kind' | 'entrypoint' | 'name' | 'nameSource'> & {
    readonly tmux?: string | undefined;
  },
  at: number,
): RegistryEntry {
  const { tmux, name, nameSource, ...rest } = session;
  return {
    pid: process.pid,
    sessionId: rest.sessionId,
    cwd: rest.cwd,
    startedAt: at,
    procStart: process.procStart,
    version: rest.version,
    peerProtocol: 1,
    peerFeatures: ['notify_idle', 'reply_across_default_dirs', 'artifact_yield'],
    kind: rest.kind,
    entrypoint: rest.entrypoint,
    pidDomain: process.pidDomain,
    asksForConvertedSkills: null,
    ...(tmux === undefined ? {} : { tmux }),
    name,
    nameSource,
    nameSince: at,
    ...(rest.kind === 'bg' ? { jobId: rest.sessionId.slice(0, 8) } : {}),
  };
}

/** The entry with another level. `waitingFor` stands only while it waits. */
export function withLevel(entry: RegistryEntry, status: string, waitingFor: string | null, at: number): RegistryEntry {
  const { waitingFor: _before, ...rest } = entry;
  const next = { ...rest, status, updatedAt: at, statusUpdatedAt: at };
  return waitingFor === null ? next : { ...next, waitingFor };
}

/** The entry after `/clear` or `/resume`: another conversation in place, the level untouched. */
export function withConversation(entry: RegistryEntry, sessionId: string, at: number): RegistryEntry {
  return { ...entry, sessionId, updatedAt: at };
}

/** The entry after `/rename`. */
export function withName(entry: RegistryEntry, name: string, at: number): RegistryEntry {
  return { ...entry, name, nameSource: 'user', nameSince: at, updatedAt: at };
}
