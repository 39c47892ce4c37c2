import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statusLike } from '../../../test/status-like.ts';
import { CONTRACT } from '../../contract/commands.ts';
import { homePaths } from '../../home/paths.ts';
import { contextOf } from '../connection.ts';
import { directoryFinding, runningIn } from './claude.ts';
import { statusFindings } from './daemon.ts';
import { homeFindings } from './home.ts';
import { portFindings } from './ports.ts';
import { settingFindings } from './settings.ts';

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'tmx-')));
});
afterEach(() => rmSync(place, { recursive: true }));

/** A path that cannot be looked at, for root either: a link that leads to itself. */
function unreadable(): string {
  const path = join(place, 'circle');
  symlinkSync(path, path);
  return path;
}

const running = statusLike();

describe('the daemon', () => {
  const status = running;

  test('that keeps its state in memory says why itself, and nothing else is advised', () => {
    const text = 'state.db cannot be written (the disk is full). Free some space: tallymux stop, tallymux start.';
    const findings = statusFindings({ ...status, warnings: [{ name: 'no-store', severity: 'red', text }] });
    expect(findings).toContainEqual({ level: 'red', text });
    expect(findings.filter((one) => one.level === 'red')).toHaveLength(1);
    expect(JSON.stringify(findings)).not.toContain('better-sqlite3');
  });

  test('that keeps its state in memory without a word is broken all the same', () => {
    expect(statusFindings(status)).toContainEqual({
      level: 'red',
      text: 'state is kept in memory only: nothing outlives a restart',
      mend: '`tallymux log` shows why',
    });
  });
});

describe('a daemon of another version', () => {
  const status = (version: string) => ({ ...running, store: 'node:sqlite' as const, version });

  test('goes on with what it was started with: doctor says how to take the new one', () => {
    expect(statusFindings(status('0.1.0'), '0.2.0')).toContainEqual({
      level: 'amber',
      text: `version 0.1.0 (this: 0.2.0), contract ${CONTRACT} (this: ${CONTRACT})`,
      mend: 'restart to take 0.2.0: `tallymux stop && tallymux start`',
    });
  });

  test('is no other one where they are the same', () => {
    expect(statusFindings(status('0.2.0'), '0.2.0').every(({ level }) => level === 'good')).toBe(true);
  });
});

describe('ports, while no daemon runs', () => {
  test('that are taken are named with what to set', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    const at = (more: Record<string, string>) =>
      portFindings(contextOf({ TALLYMUX_HOME: place, TALLYMUX_PORT: '0', TALLYMUX_HOOK_PORT: '0', ...more }, false));
    const taken = await at({ TALLYMUX_PORT: String(port), TALLYMUX_HOOK_PORT: String(port) });
    expect(taken).toMatchObject([
      { level: 'red', mend: expect.stringContaining('TALLYMUX_PORT') },
      { level: 'amber', mend: expect.stringContaining('TALLYMUX_HOOK_PORT') },
    ]);
    expect(taken.every(({ text }) => text.includes(`${port} on 127.0.0.1`) && text.includes('is taken'))).toBe(true);
    expect(await at({})).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
    expect(await at({ TALLYMUX_PORT: String(port) })).toEqual([]);
  });
});

describe('a directory of Claude', () => {
  test('that cannot be looked at is told, and doctor goes on', () => {
    expect(directoryFinding(join(unreadable(), 'inside'))).toMatchObject({
      level: 'red',
      text: expect.stringContaining('ELOOP'),
    });
  });

  test('that is not there is only noted', () => {
    expect(directoryFinding(join(place, 'none'))).toMatchObject({ level: 'note' });
  });

  test('that is set by a link counts the Claudes behind it', () => {
    const real = join(place, 'real');
    mkdirSync(real);
    symlinkSync(real, join(place, 'link'));
    const claude = { role: 'session', claudeDirectory: real } as const;
    expect(runningIn([claude], [join(place, 'link')])).toBe(1);
    expect(runningIn([claude], [place])).toBe(0);
    expect(runningIn([claude, { ...claude, role: 'helper' }], null)).toBe(1);
  });
});

describe('the home', () => {
  test('that cannot be looked at is told, and doctor goes on', () => {
    const paths = homePaths({ TALLYMUX_HOME: unreadable() });
    expect(homeFindings(paths)).toMatchObject([{ level: 'red', text: expect.stringContaining('ELOOP') }]);
  });

  test('has its links counted as well as its files', () => {
    const paths = homePaths({ TALLYMUX_HOME: place });
    for (const directory of [paths.hooks, paths.settings]) mkdirSync(directory);
    for (const name of ['Stop', 'SessionStart']) symlinkSync('../hook', join(paths.hooks, name));
    const told = () => homeFindings(paths).map(({ text }) => text);
    expect(told()).toContain('hooks/ 2 links');
    writeFileSync(join(paths.hooks, 'Own'), '12345');
    writeFileSync(join(paths.settings, '2.1.332.json'), '{}');
    expect(told()).toEqual(expect.arrayContaining(['hooks/ 1 file and 2 links, 5 B', 'settings/ 1 file, 2 B']));
  });

  test('of another user is not to be taken over', () => {
    const findings = homeFindings(homePaths({ TALLYMUX_HOME: place }), (process.getuid?.() ?? 0) + 1);
    expect(findings).toMatchObject([
      { level: 'red', mend: expect.stringMatching(/^set TALLYMUX_HOME .* as that user$/) },
    ]);
  });

  test('whose socket directory cannot be looked at is told, and doctor goes on', () => {
    const paths = { ...homePaths({ TALLYMUX_HOME: place }), socketDirectory: join(unreadable(), 'inside') };
    expect(homeFindings(paths).at(-1)).toMatchObject({ level: 'red', text: expect.stringContaining('ELOOP') });
  });
});

test('every setting is told with where it came from', () => {
  const texts = settingFindings(contextOf({ TALLYMUX_HOME: place, TALLYMUX_HOOK_PORT: '4000' }, false)).map(
    ({ text }) => text,
  );
  expect(texts).toContain('bind = "127.0.0.1" (default)');
  expect(texts).toContain('hookPort = 4000 (environment)');
});
