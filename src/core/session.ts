// What a session looks like to everybody who shows one. Plain data: no behaviour, no clock.

/** What a session is doing, as one word. `decide` is the only place where it is derived. */
export type State = 'idle' | 'busy' | 'needs-input' | 'review' | 'unknown' | 'ended';

/** Why a turn ended in an error. `kind` is Claude's own word where it has one (`rate_limit`, `server_error`, …). */
export interface Failure {
  readonly kind: string;
  /** What Claude wrote about it, stripped of control characters; at most 300 characters. */
  readonly text: string;
  /** HTTP status of the API's answer, where it was stated. */
  readonly status: number | null;
}

/** Tokens of the newest assistant message: what its request held and what it wrote. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** How far Claude is with its list of things to do. */
export interface TodoProgress {
  readonly done: number;
  readonly total: number;
  /** The entry it works on, one line; `null` where it names none. */
  readonly current: string | null;
}

/** A sub-agent at work. */
export interface Subagent {
  /** Claude's `agent_id`. */
  readonly id: string;
  /** `general-purpose`, or one of the person's own kinds. */
  readonly type: string | null;
  /** What it was asked to do, in Claude's few words. */
  readonly description: string | null;
  /** Its newest tool call without a result: `Bash · npm test`. */
  readonly action: string | null;
}

/**
 * How a session came to be, and so where it can be answered.
 * `terminal`: a Claude with a terminal of its own; `background`: started by `claude --bg`;
 * `script`: print mode or SDK, folded under its parent; `editor`: an editor or desktop application.
 */
export type SessionKind = 'terminal' | 'background' | 'script' | 'editor';

/** A pane on one tmux server. `socket` is the server's socket path, `pane` its `%id`. */
export interface TmuxPane {
  readonly socket: string;
  readonly pane: string;
}

/**
 * One session as clients see it: exactly the elements of `tallymux list --json`.
 * Times are ISO 8601 UTC; what is absent is `null`, never missing.
 */
export interface Session {
  /** Short id, three or more characters of `a–z2–9`; stays through `/clear`, `/resume` and daemon restarts. */
  readonly id: string;
  /** This machine's name. */
  readonly host: string;
  readonly state: State;
  /** When `state` was entered. */
  readonly since: string;
  /** When the session began to wait for the person; `null` unless needs-input or review. */
  readonly waitingSince: string | null;
  readonly pid: number | null;
  readonly cwd: string;
  /** Claude's `session_id`. */
  readonly conversation: string | null;
  /** What the person called it. */
  readonly label: string | null;
  /** What Claude calls it (`/rename`, or derived by Claude from the directory). */
  readonly name: string | null;
  readonly branch: string | null;
  /** The tool at work, a sub-agent's where only those work: `Bash · npm test`. `null` unless busy or needs-input. */
  readonly action: string | null;
  readonly model: string | null;
  readonly contextPercent: number | null;
  /** Agents still at work in the background. */
  readonly background: number;
  readonly compacting: boolean;
  readonly failure: Failure | null;
  /** The state rests on weak evidence: say "probably". */
  readonly guess: boolean;
  /** What we cannot do or know here, in words; `null` when nothing is missing. */
  readonly limited: string | null;
  /** The process is stopped (Ctrl-Z, SIGSTOP). */
  readonly suspended: boolean;
  readonly desktopWorkspace: string | null;
  readonly tmux: TmuxPane | null;
  /** The panel tab that holds it. */
  readonly tab: string | null;
  /** Ports that its processes listen on. */
  readonly ports: readonly number[];
  readonly mutedUntil: string | null;

  readonly kind: SessionKind;
  /** Id of the session whose child a script is. */
  readonly parent: string | null;
  /** Controlling terminal, `/dev/pts/3`. */
  readonly tty: string | null;
  /** Claude Code's version, where it was stated. */
  readonly version: string | null;
  /** The Claude directory it belongs to. */
  readonly claudeDirectory: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Last sentence Claude wrote, one line, at most 300 characters. */
  readonly lastText: string | null;
  readonly tokens: Tokens | null;
  /** Sum over all messages of the conversation, without sub-agents; `null` where its beginning was not read. */
  readonly totalTokens: Tokens | null;
  /** Claude's list of things to do; `null` where it has none, or not all of it was read. */
  readonly todos: TodoProgress | null;
  /** Sub-agents at work, at most 16; empty unless busy or needs-input, and in versions before 2.1. */
  readonly agents: readonly Subagent[];
  /** Tool calls that failed in the newest turn; a call that the person refused is none. */
  readonly toolErrors: number;
  /** The API error that broke the newest turn off; it stays when the review was seen. */
  readonly apiError: Failure | null;
  /** Claude's word for what it waits for (`permission prompt`, `dialog open`, …) while needs-input. */
  readonly waitingFor: string | null;
  /** Name of the rule that decided the state; `tallymux explain` tells the rest. */
  readonly because: string;
  /** Number of the change that entered `state`; an acknowledgement must carry it (DESIGN §3.11). */
  readonly stateChange: number;
}
