// One table of cases for every store that works on this Node: both libraries and the memory store. The same file runs
// on Node 24, where `node:sqlite` is; see node24.test.ts.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answered, NOW, phone } from '../../../test/lab/store-rows.ts';
import type { Driver } from './driver.ts';
import { nodeDriver, packageDriver } from './load-driver.ts';
import { openStore } from './open-store.ts';
import type { AnswerRow, RowStore } from './store-shape.ts';

const DAY = 86_400_000;
let directory: string;
let path: string;
let backupDirectory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallymux-store-'));
  path = join(directory, 'state.db');
  backupDirectory = join(directory, 'backup');
  mkdirSync(backupDirectory);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const drivers: (Driver | null)[] = [nodeDriver(), packageDriver()].filter((driver) => driver !== null);
const open = (driver: Driver | null) => openStore({ path, backupDirectory, now: NOW, driver });

describe.each([...drivers, null].map((driver) => ({ name: driver?.name ?? 'memory', driver })))(
  'a $name store',
  ({ name, driver }) => {
    let store: RowStore;
    beforeEach(() => {
      store = open(driver).store;
    });
    afterEach(() => store.close());

    test('says what it is', () => expect(store.driver).toBe(name));

    test('keeps the last body of each session until it is removed', () => {
      store.saveSession({ id: 'k3f', body: '{"a":1}' });
      store.saveSession({ id: 'b2c', body: '{}' });
      store.saveSession({ id: 'k3f', body: '{"a":2}' });
      expect(store.sessions()).toEqual([
        { id: 'b2c', body: '{}' },
        { id: 'k3f', body: '{"a":2}' },
      ]);
      store.removeSession('b2c');
      expect(store.sessions()).toEqual([{ id: 'k3f', body: '{"a":2}' }]);
    });

    test('gives the transitions of one session in the order they came, whole milliseconds', () => {
      const first = { session: 'k3f', at: NOW + 0.4, from: 'idle', to: 'busy', rule: 'level-busy' };
      const second = { session: 'k3f', at: NOW - 10, from: 'busy', to: 'review', rule: 'turn-ended' };
      store.addTransition(first);
      store.addTransition({ ...first, session: 'b2c' });
      store.addTransition(second);
      const rows = store.transitions('k3f');
      expect(rows).toMatchObject([{ ...first, at: expect.closeTo(NOW, 0) }, second]);
      expect(store.transitions('zzz')).toEqual([]);
    });

    test('gives the newest lines of evidence, oldest first', () => {
      const lines = [1, 2, 3].map((n) => ({ session: 'k3f', at: NOW + n, source: 'registry', text: `line ${n}` }));
      store.addEvidence(lines);
      expect(store.evidence('k3f', 2)).toEqual(lines.slice(1));
      expect(store.evidence('k3f', 9)).toEqual(lines);
    });

    test('keeps the last body of each open prompt until it is closed', () => {
      store.savePrompt({ id: 'k3f.2', session: 'k3f', body: '{"a":1}' });
      store.savePrompt({ id: 'b2c.1', session: 'b2c', body: '{}' });
      store.savePrompt({ id: 'k3f.2', session: 'k3f', body: '{"a":2}' });
      expect(store.prompts()).toEqual([
        { id: 'b2c.1', session: 'b2c', body: '{}' },
        { id: 'k3f.2', session: 'k3f', body: '{"a":2}' },
      ]);
      store.removePrompt('b2c.1');
      expect(store.prompts()).toEqual([{ id: 'k3f.2', session: 'k3f', body: '{"a":2}' }]);
    });

    test('gives the newest answers of all sessions, oldest first, with all they have', () => {
      const second: AnswerRow = { ...answered, session: 'b2c', prompt: 'b2c.1', text: null, channel: 'none' };
      const third: AnswerRow = { ...answered, at: NOW - 5, channel: 'pane', result: 'not-confirmed' };
      for (const one of [{ ...answered, at: NOW + 0.4 }, second, third]) store.addAnswer(one);
      expect(store.answers(2)).toEqual([second, third]);
      expect(store.answers(9)).toMatchObject([{ ...answered, at: expect.closeTo(NOW, 0) }, second, third]);
      expect(store.answers(0)).toEqual([]);
    });

    test('sets, replaces and clears labels and settings', () => {
      store.setLabel('c1', 'one');
      store.setLabel('c1', 'two');
      expect(store.label('c1')).toBe('two');
      store.setLabel('c1', null);
      expect(store.label('c1')).toBeNull();
      store.setSetting('theme', 'dark');
      store.setSetting('theme', 'light');
      expect(store.setting('theme')).toBe('light');
      store.setSetting('theme', null);
      expect(store.setting('theme')).toBeNull();
    });

    test('keeps devices with all they have', () => {
      store.saveDevice(phone);
      store.saveDevice({ ...phone, id: 'd0', pairedAt: NOW - 9 });
      store.saveDevice({ ...phone, name: 'tablet', lastUsedAt: NOW });
      expect(store.devices()).toEqual([
        { ...phone, id: 'd0', pairedAt: NOW - 9 },
        { ...phone, name: 'tablet', lastUsedAt: NOW },
      ]);
      store.removeDevice('d0');
      expect(store.devices().map(({ id }) => id)).toEqual(['d1']);
    });

    test('undoes a transaction that throws, what is inside it too', () => {
      store.setLabel('c1', 'before');
      const failing = () =>
        store.transaction(() => {
          store.setLabel('c1', 'after');
          store.addEvidence([{ session: 'k3f', at: NOW, source: 'process', text: 'gone' }]);
          store.transaction(() => store.saveDevice(phone));
          store.savePrompt({ id: 'k3f.2', session: 'k3f', body: '{}' });
          store.addAnswer(answered);
          throw new Error('stop');
        });
      expect(failing).toThrow('stop');
      expect([store.label('c1'), store.devices(), store.evidence('k3f', 5)]).toEqual(['before', [], []]);
      expect([store.prompts(), store.answers(9)]).toEqual([[], []]);
      expect(store.transaction(() => store.setSetting('a', 'b') ?? 7)).toBe(7);
      expect(store.setting('a')).toBe('b');
    });

    test('drops evidence of sessions gone for 7 days and transitions and answers older than 90 days, nothing else', () => {
      const line = (session: string, at: number) => ({ session, at, source: 'process', text: 'gone' });
      store.saveSession({ id: 'live', body: '{}' });
      store.addEvidence([line('live', NOW - 30 * DAY), line('gone', NOW - 8 * DAY), line('new', NOW - 8 * DAY)]);
      store.addEvidence([line('new', NOW - 6 * DAY)]);
      const change = { session: 'gone', from: 'idle', to: 'ended', rule: 'process-gone' };
      store.addTransition({ ...change, at: NOW - 91 * DAY });
      store.addTransition({ ...change, at: NOW - 89 * DAY });
      store.savePrompt({ id: 'live.1', session: 'live', body: '{}' });
      for (const days of [91, 89]) store.addAnswer({ ...answered, at: NOW - days * DAY });
      store.prune(NOW);
      expect(store.answers(9).map(({ at }) => at)).toEqual([NOW - 89 * DAY]);
      expect(store.prompts()).toHaveLength(1);
      expect(['live', 'gone', 'new'].map((id) => store.evidence(id, 9).length)).toEqual([1, 0, 2]);
      expect(store.transitions('gone').map(({ at }) => at)).toEqual([NOW - 89 * DAY]);
    });

    test('keeps the last 200 lines of a session when it prunes', () => {
      store.saveSession({ id: 'k3f', body: '{}' });
      const lines = Array.from({ length: 230 }, (_, n) => ({ session: 'k3f', at: NOW, source: 'x', text: String(n) }));
      store.addEvidence(lines);
      store.prune(NOW);
      expect(store.evidence('k3f', 999).map(({ text }) => text)).toEqual(lines.slice(30).map(({ text }) => text));
    });
  },
);

test('the library that belongs to this Node is tested here', () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ownSqlite = major > 22 || (major === 22 && minor >= 13);
  expect(drivers.map((driver) => driver?.name)).toContain(ownSqlite ? 'node:sqlite' : 'better-sqlite3');
});

test('without any library the store is in memory and says in red what to install', () => {
  const { store, warnings } = open(null);
  expect(store.driver).toBe('memory');
  expect(warnings).toMatchObject([{ name: 'no-database', severity: 'red', text: expect.stringContaining('22.13') }]);
});
