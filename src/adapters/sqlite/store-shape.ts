// The shape that both stores of this room have, and how long they keep what. Types and numbers only.

/** A session as it is kept. */
export interface SessionRow {
  readonly id: string;
  readonly body: string;
}

/** One row of the audit of states; times are epoch milliseconds. */
export interface TransitionRow {
  readonly session: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}

/** One line of evidence. */
export interface EvidenceRow {
  readonly session: string;
  readonly at: number;
  readonly source: string;
  readonly text: string;
}

/** An open prompt; `body` is JSON that only the daemon reads. */
export interface PromptRow {
  readonly id: string;
  readonly session: string;
  readonly body: string;
}

/** One row of the append-only audit of answers; `at` is epoch milliseconds. */
export interface AnswerRow {
  readonly at: number;
  readonly session: string;
  readonly prompt: string;
  readonly subject: string;
  readonly meaning: string;
  readonly label: string;
  readonly text: string | null;
  readonly by: string;
  readonly channel: 'hook' | 'pane' | 'none';
  readonly result: string;
}

/** A paired device; only hashes of its secrets. */
export interface DeviceRow {
  readonly id: string;
  readonly name: string;
  readonly role: 'full' | 'read-only';
  readonly cookieHash: string;
  readonly secretHash: string;
  readonly pairedAt: number;
  readonly lastUsedAt: number | null;
}

/** Where state lives. Methods are synchronous; a write that finds no room throws `StoreFull` and changes nothing. */
export interface RowStore {
  readonly driver: 'node:sqlite' | 'better-sqlite3' | 'memory';
  /** Runs `work` in one transaction, rolled back when it throws; one inside another is part of the outer one. */
  transaction<T>(work: () => T): T;
  sessions(): readonly SessionRow[];
  saveSession(session: SessionRow): void;
  removeSession(id: string): void;
  addTransition(transition: TransitionRow): void;
  /** Oldest first. */
  transitions(session: string): readonly TransitionRow[];
  addEvidence(lines: readonly EvidenceRow[]): void;
  /** The newest `limit` lines of a session, oldest first. */
  evidence(session: string, limit: number): readonly EvidenceRow[];
  /** By id. */
  prompts(): readonly PromptRow[];
  savePrompt(prompt: PromptRow): void;
  removePrompt(id: string): void;
  addAnswer(answer: AnswerRow): void;
  /** The newest `limit` answers, oldest first. */
  answers(limit: number): readonly AnswerRow[];
  label(conversation: string): string | null;
  setLabel(conversation: string, label: string | null): void;
  devices(): readonly DeviceRow[];
  saveDevice(device: DeviceRow): void;
  removeDevice(id: string): void;
  setting(name: string): string | null;
  setSetting(name: string, value: string | null): void;
  /** Drops what is older than it is kept; `now` in epoch milliseconds. */
  prune(now: number): void;
  /** Writes a whole copy to `path`, mode 0600, replacing what is there. The memory store has no file and does nothing. */
  backup(path: string): void;
  close(): void;
}

const DAY = 86_400_000;

/** Evidence of sessions that are gone is kept so long, in milliseconds. */
export const EVIDENCE_KEPT = 7 * DAY;

/** Transitions are kept so long, in milliseconds. */
export const TRANSITIONS_KEPT = 90 * DAY;

/** Answers are kept so long, in milliseconds. */
export const ANSWERS_KEPT = 90 * DAY;

/** Lines of evidence that stay of each session. */
export const EVIDENCE_LINES_KEPT = 200;
