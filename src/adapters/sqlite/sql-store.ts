// The store over a SQLite database that is open and migrated. It never opens or repairs one; see `open-store.ts`.

import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { type Database, type Driver, inOurWords, type Value } from './driver.ts';
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

/** Makes the store; `close` closes the database. */
export function makeSqlStore(database: Database, driver: Driver['name']): RowStore {
  /** A prepared writing statement. */
  const writer = (sql: string) => {
    const statement = database.prepare(sql);
    return (...values: Value[]) => {
      inOurWords(() => statement.run(...values));
    };
  };
  /** A prepared reading statement; `Row` must say what `sql` selects. */
  const reader = <Row>(sql: string) => {
    const statement = database.prepare(sql);
    return (...values: Value[]) => inOurWords(() => statement.all(...values)) as Row[];
  };

  const allSessions = reader<SessionRow>('SELECT id, body FROM session ORDER BY id');
  const putSession = writer('INSERT INTO session VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body');
  const dropSession = writer('DELETE FROM session WHERE id = ?');
  const putTransition = writer(
    'INSERT INTO transition (session, at, from_state, to_state, rule) VALUES (?, ?, ?, ?, ?)',
  );
  const transitionsOf = reader<TransitionRow>(
    'SELECT session, at, from_state AS "from", to_state AS "to", rule FROM transition WHERE session = ? ORDER BY id',
  );
  const putEvidence = writer('INSERT INTO evidence (session, at, source, text) VALUES (?, ?, ?, ?)');
  const newestEvidence = reader<EvidenceRow>(
    'SELECT session, at, source, text FROM evidence WHERE session = ? ORDER BY id DESC LIMIT ?',
  );
  const allPrompts = reader<PromptRow>('SELECT id, session, body FROM prompt ORDER BY id');
  const putPrompt = writer(
    `INSERT INTO prompt VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET session = excluded.session, body = excluded.body`,
  );
  const dropPrompt = writer('DELETE FROM prompt WHERE id = ?');
  const putAnswer = writer(
    `INSERT INTO answer (at, session, prompt, subject, meaning, label, text, by_whom, channel, result)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const newestAnswers = reader<AnswerRow>(
    `SELECT at, session, prompt, subject, meaning, label, text, by_whom AS "by", channel, result FROM answer
       ORDER BY id DESC LIMIT ?`,
  );
  const labelOf = reader<{ label: string }>('SELECT label FROM label WHERE conversation = ?');
  const putLabel = writer('INSERT INTO label VALUES (?, ?) ON CONFLICT DO UPDATE SET label = excluded.label');
  const dropLabel = writer('DELETE FROM label WHERE conversation = ?');
  const allDevices = reader<DeviceRow>(
    `SELECT id, name, role, cookie_hash AS cookieHash, secret_hash AS secretHash, paired_at AS pairedAt,
       last_used_at AS lastUsedAt FROM device ORDER BY paired_at, id`,
  );
  const putDevice = writer(
    `INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name,
       role = excluded.role, cookie_hash = excluded.cookie_hash, secret_hash = excluded.secret_hash,
       paired_at = excluded.paired_at, last_used_at = excluded.last_used_at`,
  );
  const dropDevice = writer('DELETE FROM device WHERE id = ?');
  const settingOf = reader<{ value: string }>('SELECT value FROM setting WHERE name = ?');
  const putSetting = writer('INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const dropSetting = writer('DELETE FROM setting WHERE name = ?');
  const dropOldTransitions = writer('DELETE FROM transition WHERE at < ?');
  const dropOldAnswers = writer('DELETE FROM answer WHERE at < ?');
  const dropGoneEvidence = writer(
    `DELETE FROM evidence WHERE session IN (
       SELECT session FROM evidence WHERE session NOT IN (SELECT id FROM session)
       GROUP BY session HAVING max(at) < ?)`,
  );
  const dropLongEvidence = writer(
    `DELETE FROM evidence WHERE id IN (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY session ORDER BY id DESC) AS place FROM evidence)
       WHERE place > ?)`,
  );

  let inTransaction = false;
  function transaction<T>(work: () => T): T {
    if (inTransaction) return work();
    inOurWords(() => database.exec('BEGIN IMMEDIATE'));
    inTransaction = true;
    try {
      const result = work();
      inOurWords(() => database.exec('COMMIT'));
      return result;
    } catch (error) {
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself, as it does on a full disk.
      }
      throw error;
    } finally {
      inTransaction = false;
    }
  }

  return {
    driver,
    transaction,
    sessions: () => allSessions(),
    saveSession: ({ id, body }) => putSession(id, body),
    removeSession: (id) => dropSession(id),
    addTransition: ({ session, at, from, to, rule }) => putTransition(session, Math.round(at), from, to, rule),
    transitions: (session) => transitionsOf(session),
    addEvidence: (lines) =>
      transaction(() => {
        for (const { session, at, source, text } of lines) putEvidence(session, Math.round(at), source, text);
      }),
    evidence: (session, limit) => newestEvidence(session, limit).reverse(),
    prompts: () => allPrompts(),
    savePrompt: ({ id, session, body }) => putPrompt(id, session, body),
    removePrompt: (id) => dropPrompt(id),
    addAnswer: ({ at, session, prompt, subject, meaning, label, text, by, channel, result }) =>
      putAnswer(Math.round(at), session, prompt, subject, meaning, label, text, by, channel, result),
    answers: (limit) => newestAnswers(limit).reverse(),
    label: (conversation) => labelOf(conversation)[0]?.label ?? null,
    setLabel: (conversation, label) => (label === null ? dropLabel(conversation) : putLabel(conversation, label)),
    devices: () => allDevices(),
    saveDevice: ({ id, name, role, cookieHash, secretHash, pairedAt, lastUsedAt }) =>
      putDevice(
        id,
        name,
        role,
        cookieHash,
        secretHash,
        Math.round(pairedAt),
        lastUsedAt === null ? null : Math.round(lastUsedAt),
      ),
    removeDevice: (id) => dropDevice(id),
    setting: (name) => settingOf(name)[0]?.value ?? null,
    setSetting: (name, value) => (value === null ? dropSetting(name) : putSetting(name, value)),
    prune: (now) =>
      transaction(() => {
        dropOldTransitions(Math.round(now - TRANSITIONS_KEPT));
        dropOldAnswers(Math.round(now - ANSWERS_KEPT));
        dropGoneEvidence(Math.round(now - EVIDENCE_KEPT));
        dropLongEvidence(EVIDENCE_LINES_KEPT);
      }),
    backup: (path) => inOurWords(() => copyInto(database, path)),
    close: () => {
      database.close();
    },
  };
}

/** SQLite writes into an empty file of ours, so that the copy is private from its first byte. */
function copyInto(database: Database, path: string): void {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  try {
    database.prepare('VACUUM INTO ?').run(unfinished);
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
