// What the daemon needs from the outside, in the core's words. Adapters have these shapes without importing them;
// `main` passes them in and the compiler checks the fit.

import type { ScreenReading } from '../core/dialog.ts';
import type { TranscriptEvidence } from '../core/evidence.ts';
import type { HookArrival, HookFault } from '../core/hook.ts';
import type { HookQuestion } from '../core/hook-question.ts';
import type { GuardedKeys, KeysOutcome, PaneAddress, PaneScreen, PaneTrouble } from '../core/pane.ts';
import type { ClaudeProcess, LookRequest, ProcessKey, ProcessLook, ProcessScan } from '../core/process.ts';
import type { PromptAnswer, PromptOption } from '../core/prompt.ts';
import type { RegistrySight } from '../core/registry.ts';
import type { TranscriptPosition } from '../core/transcript-position.ts';
import type { WorkEvidence } from '../core/work.ts';

/** Ends what was begun; safe to call twice. */
export type Dispose = () => void;

/** Two clocks and timers. Tests pass their own. */
export interface Clock {
  /** Milliseconds that never step; see `Steady`. */
  steady(): number;
  /** Epoch milliseconds by the wall clock, for display. */
  wall(): number;
}

/** Looks at processes. Every method answers "could not look" rather than throw. */
export interface Processes {
  /** All Claude processes of this user. Details are read only for pids not seen before. */
  scan(): Promise<ProcessScan>;
  /** One process in full, now; `null` when it is gone or no Claude. */
  find(pid: number): Promise<ClaudeProcess | null>;
  /** Looks at known processes; one answer for each key, in order. */
  look(keys: readonly LookRequest[]): Promise<readonly ProcessLook[]>;
  /** A process and all above it, nearest first, without 0 and 1; whether they are Claudes or not. */
  lineage(pid: number): Promise<readonly number[]>;
  /** This machine's pid domain as Claude writes it, `linux:<machine-id>:pid:[n]`; `null` where it has no such thing. */
  domain(): string | null;
}

/** Ports that processes listen on. */
export interface ListeningPorts {
  /** For each process, in order: the TCP ports that it and all below it listen on, ascending; `null`: could not look. */
  portsOf(roots: readonly ProcessKey[]): Promise<readonly (readonly number[] | null)[]>;
}

/** Claude's registry of sessions in one Claude directory. */
export interface Registries {
  /** Watches one Claude directory, also before it exists; tells what is there at once, then each change. */
  watch(claudeDirectory: string, listener: (sight: RegistrySight) => void): RegistryWatching;
}

/** A registry being watched. */
export interface RegistryWatching {
  /** Looks again at what changed by time or size; `all` reads every file. */
  sweep(all?: boolean): void;
  /** Reads one pid's file now. */
  look(pid: number): void;
  dispose: Dispose;
}

/** The transcripts of conversations. */
export interface Transcripts {
  follow(request: FollowRequest, listener: (evidence: readonly TranscriptNews[]) => void): Following;
  /** Transcripts for sessions working in `cwd`, newest writing first; times in epoch milliseconds. */
  candidates(
    claudeDirectory: string,
    cwd: string,
  ): readonly { readonly conversation: string; readonly bornAt: number; readonly writtenAt: number }[];
}

/** What a transcript tells: what moves states, and the work beside them. */
export type TranscriptNews = TranscriptEvidence | WorkEvidence;

/** Which transcript to follow, and from where. */
export interface FollowRequest {
  readonly claudeDirectory: string;
  readonly conversation: string;
  readonly cwd: string;
  readonly from: TranscriptPosition | null;
  /** Of a file met for the first time, lines written after this wall time are news; `null`: all is history. */
  readonly newsAfter: number | null;
}

/** A transcript being followed. `readNow` tells at least `end`, `missing` or `could-not-look` before it returns. */
export interface Following {
  readNow(): void;
  /** Reads what changed without a ring. */
  sweep(): void;
  locate(): void;
  named(claimed: string): void;
  /** Follows the sub-agents that work for these tool calls, and no others. */
  agents(calls: readonly string[]): void;
  /** The calls of tools with these ids, near its end; without those that are not found. */
  toolCalls(ids: readonly string[]): ReadonlyMap<string, ToolCall>;
  position(): TranscriptPosition | null;
  dispose: Dispose;
}

/** A call of a tool: Claude's name of it, and its complete input. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The directory into which the launcher writes one file for each hook. */
export interface HookSpool {
  /**
   * Reads what is there, then again whenever the directory rings. Files come in the order of the machine's uptime.
   * A file is gone once `taken` was called for its batch: call it after what it means is written down.
   * What is no hook is told as a fault, once, and is put away.
   * @param trouble told why the directory cannot be read, and `null` once it can.
   */
  watch(listener: (batch: HookBatch) => void, trouble: (reason: string | null) => void): HookSpoolWatching;
}

/** Whole files found at one ring. */
export interface HookBatch {
  readonly arrivals: readonly HookArrival[];
  readonly faults: readonly HookFault[];
  /** Names of launchers that were killed while they waited: refused or cancelled in the terminal, or Claude ended. */
  readonly gone: readonly string[];
  taken(): void;
}

/** A spool being watched. */
export interface HookSpoolWatching {
  /** Reads the directory now; resolves when all of it was told. Rests for others in between. */
  drain(): Promise<void>;
  dispose: Dispose;
}

/** Launchers that wait for a decision, each at a fifo of its own in `ask/`. */
export interface HeldHooks {
  /** Hands a decision over. `nobody`: no launcher waits there (asked for some milliseconds, for it may just come). */
  answer(name: string, decision: string): Promise<'written' | 'nobody'>;
  /** Lets the launcher go without a decision: Claude goes on as if there were no hook. */
  release(name: string): Promise<void>;
  /** Keeps the launcher so that it goes when we do, however we end; `null`: nobody waits there. */
  hold(name: string): Promise<Dispose | null>;
  /** Every name in `ask/`, whether somebody waits there or not. */
  names(): readonly string[];
  /** The process of the launcher, by its name, where it still lives. */
  writerLives(name: string): boolean;
  /** Takes the fifo of one that is gone away. */
  remove(name: string): void;
}

/** What a decision comes to. `stop`: a denial that also stops the turn, of which Claude writes no decision down. */
export type DecisionProof = 'allow' | 'deny' | 'stop';

/** What a hook's decision can say. */
export interface HookDecisions {
  /** The options of a card where no screen was read: numbered 1, 2, … in the card's own order. */
  options(question: HookQuestion): readonly PromptOption[];
  /**
   * The text that the waiting launcher prints, and what shows that it was taken (`null`: a form). `inexpressible`: only the terminal can do that.
   * `wrong`: the answer itself does not fit what was asked, in words for the person.
   */
  express(
    question: HookQuestion,
    answer: PromptAnswer,
  ):
    | { readonly decision: string; readonly proof: DecisionProof | null }
    | { readonly inexpressible: true }
    | { readonly wrong: string };
}

/** Panes of tmux servers. One silent client a server, shared by all that is asked of it. */
export interface Panes {
  /**
   * Begins to look at a server, also before it is there.
   * @param ring told when something of these panes may have changed (`null`: of any). At most once a second a pane.
   */
  open(socket: string, ring: (panes: readonly string[] | null) => void): PaneServer;
}

/** One tmux server. Every answer names the pane that was asked for, or says that it is gone. */
export interface PaneServer {
  screen(address: PaneAddress): Promise<PaneScreen | PaneTrouble>;
  /** Looks and presses in one command of tmux. */
  press(address: PaneAddress, keys: GuardedKeys): Promise<KeysOutcome>;
  dispose: Dispose;
}

/** What a screen of Claude shows at its live end. */
export type ReadScreen = (screen: PaneScreen) => ScreenReading;

/** The text of the file at `path`, below `directory`; `null` where it is not there or not for us. */
export type ReadFileBelow = (directory: string, path: string) => Promise<string | null>;

/** An open prompt as it is kept: `body` is JSON that only the daemon reads. */
export interface StoredPrompt {
  readonly id: string;
  readonly session: string;
  readonly body: string;
}

/** One row of the append-only audit of answers. `at`: epoch milliseconds. */
export interface StoredAnswer {
  readonly at: number;
  readonly session: string;
  readonly prompt: string;
  /** What was asked, one line. */
  readonly subject: string;
  readonly meaning: string;
  readonly label: string;
  readonly text: string | null;
  /** Id of the device, or `socket`. */
  readonly by: string;
  readonly channel: 'hook' | 'pane' | 'none';
  /** `answered`, `not-confirmed`, `elsewhere`, or why it was refused. */
  readonly result: string;
}

/** Where open prompts and answers are kept. */
export interface PromptStore {
  prompts(): readonly StoredPrompt[];
  savePrompt(prompt: StoredPrompt): void;
  removePrompt(id: string): void;
  addAnswer(answer: StoredAnswer): void;
  /** The newest `limit` answers, oldest first. */
  answers(limit: number): readonly StoredAnswer[];
}

/** A session as it is kept: `body` is JSON that only the daemon reads. */
export interface StoredSession {
  readonly id: string;
  readonly body: string;
}

/** One row of the audit of states. Times are epoch milliseconds. */
export interface StoredTransition {
  readonly session: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}

/** One line of evidence, kept for `explain`. */
export interface StoredEvidence {
  readonly session: string;
  readonly at: number;
  readonly source: string;
  readonly text: string;
}

/** A paired device as kept: only hashes of its two secrets. */
export interface StoredDevice {
  readonly id: string;
  readonly name: string;
  readonly role: 'full' | 'read-only';
  /** SHA-256 of the cookie half, hex. */
  readonly cookieHash: string;
  /** SHA-256 of the second half, hex. */
  readonly secretHash: string;
  readonly pairedAt: number;
  readonly lastUsedAt: number | null;
}

/** Where state lives. Methods are synchronous; a failed write throws `StoreFull` or another error with a plain message. */
export interface Store extends PromptStore {
  readonly driver: 'node:sqlite' | 'better-sqlite3' | 'memory';
  /** Runs `work` in one transaction; rolled back when it throws. */
  transaction<T>(work: () => T): T;
  sessions(): readonly StoredSession[];
  saveSession(session: StoredSession): void;
  removeSession(id: string): void;
  addTransition(transition: StoredTransition): void;
  transitions(session: string): readonly StoredTransition[];
  addEvidence(lines: readonly StoredEvidence[]): void;
  /** The newest `limit` lines of a session, oldest first. */
  evidence(session: string, limit: number): readonly StoredEvidence[];
  label(conversation: string): string | null;
  setLabel(conversation: string, label: string | null): void;
  devices(): readonly StoredDevice[];
  saveDevice(device: StoredDevice): void;
  removeDevice(id: string): void;
  setting(name: string): string | null;
  setSetting(name: string, value: string | null): void;
  /** Drops evidence of sessions gone for 7 days, transitions and answers older than 90 days. `now` in epoch milliseconds. */
  prune(now: number): void;
  /** Writes a whole copy of the database to `path` (`VACUUM INTO`), replacing it. */
  backup(path: string): void;
  close(): void;
}
