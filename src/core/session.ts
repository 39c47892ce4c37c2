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
  /** The tool at work: `Bash · npm test`. `null` unless busy or needs-input. */
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
  /** Claude's word for what it waits for (`permission prompt`, `dialog open`, …) while needs-input. */
  readonly waitingFor: string | null;
  /** Name of the rule that decided the state; `tallymux explain` tells the rest. */
  readonly because: string;
  /** Number of the change that entered `state`; an acknowledgement must carry it (DESIGN §3.11). */
  readonly stateChange: number;
}
