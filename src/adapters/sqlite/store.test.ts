// One table of cases for every store that works on this Node: both libraries and the memory store. The same file runs
// on Node 24, where `node:sqlite` is; see test/integration/sqlite-on-node24.test.ts.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Driver } from './driver.ts';
import { nodeDriver, packageDriver } from './load-driver.ts';
import { openStore } from './open-store.ts';
import type { DeviceRow, RowStore } from './store-shape.ts';

const NOW = Date.UTC(2026, 10, 30, 7);
const DAY = 86_400_000;
const phone: DeviceRow = {
  id: 'd1',
  name: 'phone',
  role: 'read-only',
  cookieHash: 'aa',
  secretHash: 'bb',
  pairedAt: NOW - 5,
  lastUsedAt: null,
};

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
          throw new Error('stop');
        });
      expect(failing).toThrow('stop');
      expect([store.label('c1'), store.devices(), store.evidence('k3f', 5)]).toEqual(['before', [], []]);
      expect(store.transaction(() => store.setSetting('a', 'b') ?? 7)).toBe(7);
      expect(store.setting('a')).toBe('b');
    });

    test('drops evidence of sessions gone for 7 days and transitions older than 90 days, nothing else', () => {
      const line = (session: string, at: number) => ({ session, at, source: 'process', text: 'gone' });
      store.saveSession({ id: 'live', body: '{}' });
      store.addEvidence([line('live', NOW - 30 * DAY), line('gone', NOW - 8 * DAY), line('new', NOW - 8 * DAY)]);
      store.addEvidence([line('new', NOW - 6 * DAY)]);
      const change = { session: 'gone', from: 'idle', to: 'ended', rule: 'process-gone' };
      store.addTransition({ ...change, at: NOW - 91 * DAY });
      store.addTransition({ ...change, at: NOW - 89 * DAY });
      store.prune(NOW);
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

describe.each(drivers.map((driver) => ({ name: driver?.name, driver })))('the file of $name', ({ driver }) => {
  /** A whole database with a device, a label and a setting, closed again, and a copy of it in the backups. */
  function fill(): void {
    const { store } = open(driver);
    store.saveDevice(phone);
    store.setLabel('c1', 'one');
    store.setSetting('theme', 'dark');
    store.saveSession({ id: 'k3f', body: '{}' });
    store.backup(join(backupDirectory, 'state-2026-11-29.db'));
    store.close();
  }
  const opened = () => {
    const { store, warnings } = open(driver);
    const kept = [store.devices(), store.label('c1'), store.setting('theme')];
    store.close();
    return { kept, driver: store.driver, warnings };
  };
  const everything = [[phone], 'one', 'dark'];
  const nothing = [[], null, null];

  test('is private from the start, as are its journal and its copy', () => {
    const before = process.umask(0);
    const { store } = open(driver);
    store.setSetting('a', 'b');
    store.backup(join(backupDirectory, 'state-2026-11-29.db'));
    const modes = ['state.db', 'state.db-wal', 'backup/state-2026-11-29.db'].map(
      (name) => statSync(join(directory, name)).mode & 0o777,
    );
    store.close();
    process.umask(before);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  test('is found again with all that was in it', () => {
    fill();
    expect(opened()).toEqual({ kept: everything, driver: driver?.name, warnings: [] });
  });

  test('is new, without a warning, where there is nothing and never was', () => {
    writeFileSync(path, '');
    expect(opened()).toEqual({ kept: nothing, driver: driver?.name, warnings: [] });
  });

  test.each([
    ['garbage', () => writeFileSync(path, 'no database at all '.repeat(500))],
    ['cut in half', () => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2))],
    ['empty', () => writeFileSync(path, '')],
    [
      'overwritten in its middle',
      () => {
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0xff, 4096, bytes.length - 4096));
      },
    ],
  ])('that is %s is kept aside and rebuilt from the newest good copy', (_, damage) => {
    fill();
    writeFileSync(join(backupDirectory, 'state-2026-11-30.db'), 'a copy that is no better');
    damage();
    const damaged = readFileSync(path);
    const { kept, driver: name, warnings } = opened();
    expect({ kept, name }).toEqual({ kept: everything, name: driver?.name });
    const aside = `${path}.damaged-2026-11-30T07-00-00`;
    expect(readFileSync(aside).equals(damaged)).toBe(true);
    expect(warnings).toEqual([{ name: 'database-rebuilt', severity: 'amber', text: expect.stringContaining(aside) }]);
    expect(warnings[0]?.text).toContain('state-2026-11-29.db');
    expect(opened().warnings).toEqual([]);
  });

  test('that is damaged without any copy starts empty and says that devices must be paired again', () => {
    writeFileSync(path, 'no database at all '.repeat(500));
    const { kept, warnings } = opened();
    expect(kept).toEqual(nothing);
    expect(warnings).toMatchObject([{ name: 'database-rebuilt', text: expect.stringContaining('pair your devices') }]);
  });

  test('that a newer Tallymux wrote is left as it is, byte for byte, and said in red', () => {
    fill();
    const database = driver?.open(path);
    database?.exec('PRAGMA user_version = 99');
    database?.close();
    const before = readFileSync(path);
    const { driver: name, warnings } = opened();
    expect(name).toBe('memory');
    expect(warnings).toMatchObject([{ name: 'newer-database', severity: 'red' }]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

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
