// The store without a database: the same methods, kept in this process only. It never touches a file.

import {
  ANSWERS_KEPT,
  type AnswerRow,
  type DeviceRow,
  EVIDENCE_KEPT,
  EVIDENCE_LINES_KEPT,
  type EvidenceRow,
  type PromptRow,
  type RowStore,
  type SessionRow,
  TRANSITIONS_KEPT,
  type TransitionRow,
} from './store-shape.ts';

/** All that is kept. Lists are replaced, never changed, so that a copy of the maps is a copy of everything. */
interface Contents {
  readonly sessions: Map<string, SessionRow>;
  readonly transitions: Map<string, readonly TransitionRow[]>;
  readonly evidence: Map<string, readonly EvidenceRow[]>;
  readonly prompts: Map<string, PromptRow>;
  /** Under one name, so that it is a map of lists as the others are. */
  readonly answers: Map<typeof ALL, readonly AnswerRow[]>;
  readonly labels: Map<string, string>;
  readonly devices: Map<string, DeviceRow>;
  readonly settings: Map<string, string>;
}

const ALL = 'all';

/** Makes an empty one. */
export function makeMemoryStore(): RowStore {
  let contents: Contents = copyOf({
    sessions: new Map(),
    transitions: new Map(),
    evidence: new Map(),
    prompts: new Map(),
    answers: new Map(),
    labels: new Map(),
    devices: new Map(),
    settings: new Map(),
  });
  let inTransaction = false;

  function transaction<T>(work: () => T): T {
    if (inTransaction) return work();
    const before = copyOf(contents);
    inTransaction = true;
    try {
      return work();
    } catch (error) {
      contents = before;
      throw error;
    } finally {
      inTransaction = false;
    }
  }

  return {
    driver: 'memory',
    transaction,
    sessions: () => [...contents.sessions.values()].sort((a, b) => compare(a.id, b.id)),
    saveSession: ({ id, body }) => void contents.sessions.set(id, { id, body }),
    removeSession: (id) => void contents.sessions.delete(id),
    addTransition: (transition) => append(contents.transitions, transition.session, { ...transition }),
    transitions: (session) => contents.transitions.get(session) ?? [],
    addEvidence: (lines) => {
      for (const line of lines) append(contents.evidence, line.session, { ...line });
    },
    evidence: (session, limit) => (limit > 0 ? (contents.evidence.get(session) ?? []).slice(-limit) : []),
    prompts: () => [...contents.prompts.values()].sort((a, b) => compare(a.id, b.id)),
    savePrompt: ({ id, session, body }) => void contents.prompts.set(id, { id, session, body }),
    removePrompt: (id) => void contents.prompts.delete(id),
    addAnswer: (answer) => append(contents.answers, ALL, { ...answer }),
    answers: (limit) => (limit > 0 ? (contents.answers.get(ALL) ?? []).slice(-limit) : []),
    label: (conversation) => contents.labels.get(conversation) ?? null,
    setLabel: (conversation, label) => put(contents.labels, conversation, label),
    devices: () => [...contents.devices.values()].sort((a, b) => a.pairedAt - b.pairedAt || compare(a.id, b.id)),
    saveDevice: (device) => void contents.devices.set(device.id, { ...device }),
    removeDevice: (id) => void contents.devices.delete(id),
    setting: (name) => contents.settings.get(name) ?? null,
    setSetting: (name, value) => put(contents.settings, name, value),
    prune: (now) => prune(contents, now),
    backup: () => {},
    close: () => {},
  };
}

function prune({ sessions, transitions, evidence, answers }: Contents, now: number): void {
  answers.set(
    ALL,
    (answers.get(ALL) ?? []).filter(({ at }) => at >= now - ANSWERS_KEPT),
  );
  for (const [session, rows] of transitions) {
    const kept = rows.filter(({ at }) => at >= now - TRANSITIONS_KEPT);
    if (kept.length === 0) transitions.delete(session);
    else transitions.set(session, kept);
  }
  for (const [session, rows] of evidence) {
    const gone = !sessions.has(session) && rows.every(({ at }) => at < now - EVIDENCE_KEPT);
    if (gone) evidence.delete(session);
    else evidence.set(session, rows.slice(-EVIDENCE_LINES_KEPT));
  }
}

function copyOf(contents: Contents): Contents {
  return {
    sessions: new Map(contents.sessions),
    transitions: new Map(contents.transitions),
    evidence: new Map(contents.evidence),
    prompts: new Map(contents.prompts),
    answers: new Map(contents.answers),
    labels: new Map(contents.labels),
    devices: new Map(contents.devices),
    settings: new Map(contents.settings),
  };
}

function append<Key, Row>(rows: Map<Key, readonly Row[]>, key: Key, row: Row): void {
  rows.set(key, [...(rows.get(key) ?? []), row]);
}

function put(values: Map<string, string>, key: string, value: string | null): void {
  if (value === null) values.delete(key);
  else values.set(key, value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
