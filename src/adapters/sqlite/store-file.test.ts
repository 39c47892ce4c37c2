// The file of the store, by every library that works on this Node: private, found again, damaged, of another version. Runs
// on Node 24 too; see node24.test.ts.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answered, NOW, phone } from '../../../test/lab/store-rows.ts';
import type { Driver } from './driver.ts';
import { nodeDriver, packageDriver } from './load-driver.ts';
import { openStore } from './open-store.ts';

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

describe.each(drivers.map((driver) => ({ name: driver?.name, driver })))('the file of $name', ({ driver }) => {
  /** A whole database with a device, a label and a setting, closed again, and a copy of it in the backups. */
  function fill(): void {
    const { store } = open(driver);
    store.saveDevice(phone);
    store.setLabel('c1', 'one');
    store.setSetting('theme', 'dark');
    store.saveSession({ id: 'k3f', body: '{}' });
    store.savePrompt({ id: 'k3f.2', session: 'k3f', body: '{}' });
    store.addAnswer(answered);
    store.backup(join(backupDirectory, 'state-2026-11-29.db'));
    store.close();
  }
  const opened = () => {
    const { store, warnings } = open(driver);
    const kept = [store.devices(), store.label('c1'), store.setting('theme'), store.answers(9)];
    store.close();
    return { kept, driver: store.driver, warnings };
  };
  const everything = [[phone], 'one', 'dark', [answered]];
  const nothing = [[], null, null, []];

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

  test('of the version before prompts were kept is brought up to date with all that was in it', () => {
    fill();
    const database = driver?.open(path);
    database?.exec('DROP TABLE prompt; DROP TABLE answer; PRAGMA user_version = 1');
    database?.close();
    expect(opened()).toEqual({ kept: [...everything.slice(0, 3), []], driver: driver?.name, warnings: [] });
  });

  test('gives its open prompts again, and those of a copy not: they are of another day', () => {
    fill();
    const prompts = () => {
      const { store } = open(driver);
      const ids = store.prompts().map(({ id }) => id);
      store.close();
      return ids;
    };
    expect(prompts()).toEqual(['k3f.2']);
    writeFileSync(path, 'no database at all '.repeat(500));
    expect(prompts()).toEqual([]);
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
