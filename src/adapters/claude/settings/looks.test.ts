// What only looks, and the files for panel tabs.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsFor } from '../hook-events.ts';
import { inspectHooks } from './inspect-hooks.ts';
import { lineDiff } from './line-diff.ts';
import { ourGroup, ourHook } from './our-hooks.ts';
import { installHooks } from './setup-hooks.ts';
import { silencedBy } from './silenced-hooks.ts';
import { removeVersionSettings, writeVersionSettings } from './version-settings.ts';

let place: string;
let path: string;
let home: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tallymux-looks-'));
  mkdirSync(join(place, '.claude'));
  path = join(place, '.claude', 'settings.json');
  home = join(place, '.tallymux');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));
const write = (value: unknown, at = path): void => {
  writeFileSync(at, typeof value === 'string' ? value : JSON.stringify(value));
  utimesSync(at, 1_700_000_000, 1_700_000_000);
};

describe('inspectHooks', () => {
  it('H06: counts what stands there twice, other homes, and what leads to nothing', () => {
    const other = ourHook('/nowhere/.tallymux', 'Stop').command;
    write({
      hooks: {
        Stop: [ourGroup(home, 'Stop'), ourGroup(home, 'Stop'), ourGroup('/nowhere/.tallymux', 'Stop')],
        SessionStart: [ourGroup(home, 'SessionStart')],
      },
    });
    mkdirSync(join(home, 'hooks'), { recursive: true });
    writeFileSync(join(home, 'hooks', 'Stop'), '');
    expect(inspectHooks(path, home)).toEqual({
      events: ['Stop', 'SessionStart'],
      doubled: ['Stop'],
      outdated: [],
      others: [{ home: '/nowhere/.tallymux', hooks: 1, gone: true }],
      dead: [other, join(home, 'hooks', 'SessionStart')],
      unread: null,
      refusal: null,
    });
  });

  it('finds a permission hook that Claude does not wait for, as an earlier Tallymux wrote it; setup mends it', () => {
    const { timeout: _, ...entry } = ourHook(home, 'PermissionRequest');
    write({ hooks: { PermissionRequest: [{ hooks: [{ ...entry, async: true }] }], Stop: [ourGroup(home, 'Stop')] } });
    expect(inspectHooks(path, home)).toMatchObject({
      events: ['PermissionRequest', 'Stop'],
      outdated: ['PermissionRequest'],
    });
    const setup = { path, home, backup: join(place, 'backup'), now: new Date(), dryRun: false };
    installHooks(setup, ['PermissionRequest', 'Stop']);
    expect(inspectHooks(path, home)).toMatchObject({
      events: ['PermissionRequest', 'Stop'],
      outdated: [],
      doubled: [],
    });
    expect(ourHook(home, 'PermissionRequest')).toMatchObject({ timeout: 86_400 });
    expect(ourHook(home, 'Elicitation')).toMatchObject({ timeout: 60 });
    expect(ourHook(home, 'Stop')).toMatchObject({ async: true });
  });

  it('looks into a large file only where it may', () => {
    write({ a: 'x'.repeat(2_000_000), hooks: { Stop: [ourGroup(home, 'Stop')] } });
    expect(inspectHooks(path, home).refusal).toMatch(/larger than/);
    expect(inspectHooks(path, home, 3_000_000)).toMatchObject({ events: ['Stop'], refusal: null });
  });

  it('says why a file cannot be understood; a missing one holds nothing', () => {
    expect(inspectHooks(path, home)).toMatchObject({ events: [], refusal: null });
    write('{"a": \n');
    expect(inspectHooks(path, home).refusal).toContain('line 2, column 1');
  });
});

describe('silencedBy', () => {
  it.each([
    ['.claude/settings.json', { disableAllHooks: true }, 'disableAllHooks'],
    ['project/.claude/settings.local.json', { disableAllHooks: true }, 'disableAllHooks'],
    ['managed/managed-settings.json', { allowManagedHooksOnly: true }, 'allowManagedHooksOnly'],
    ['managed/managed-settings.d/10.json', { disableAllHooks: true }, 'disableAllHooks'],
    ['.claude/settings.json', { allowManagedHooksOnly: true }, null],
    ['.claude/settings.json', { disableAllHooks: false }, null],
    ['.claude/settings.json', '{"disableAllHooks": true', null],
  ])('%s with %j: %s', (file, content, key) => {
    for (const name of ['project/.claude', 'managed/managed-settings.d'])
      mkdirSync(join(place, name), { recursive: true });
    write(content, join(place, file));
    const found = silencedBy(join(place, '.claude'), join(place, 'project'), join(place, 'managed'));
    expect(found).toEqual(key === null ? [] : [{ file: join(place, file), key }]);
  });
});

describe('writeVersionSettings', () => {
  it('gives a version all it knows, with the very command and args of the settings of the person', () => {
    const directory = join(home, 'settings');
    const file = writeVersionSettings(directory, home, '2.1.112') ?? '';
    const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown> };
    expect(Object.keys(hooks)).toEqual(eventsFor(['2.1.112']));
    installHooks({ path, home, backup: join(home, 'backup'), now: new Date(), dryRun: false }, eventsFor(['2.1.332']));
    const own = JSON.parse(readFileSync(path, 'utf8')) as { hooks: Record<string, unknown> };
    expect(own.hooks.Stop).toEqual(hooks.Stop);
    writeFileSync(join(directory, 'mine.txt'), '');
    removeVersionSettings(directory);
    expect(readdirSync(directory)).toEqual(['mine.txt']);
  });

  it('takes no version that is a path', () => {
    expect(writeVersionSettings(join(home, 'settings'), home, '../2.1.1')).toBeNull();
    expect(existsSync(home)).toBe(false);
  });
});

describe('lineDiff', () => {
  it('shows changed lines with three lines around them', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
    expect(lineDiff(before, before.replace('e\n', 'E\nE2\n'))).toEqual(
      '@@ -2,7 +2,8 @@| b| c| d|-e|+E|+E2| f| g| h'.split('|'),
    );
    expect(lineDiff(before, before)).toEqual([]);
    expect(lineDiff('', 'a\n')).toEqual(['@@ -1,0 +1,1 @@', '+a']);
  });

  it('of any two texts its lines make the one from the other', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = lineDiff(before.join('\n'), after.join('\n'));
        let at = 0;
        const made: string[] = [];
        for (const line of diff) {
          const hunk = /^@@ -(\d+),/.exec(line);
          if (hunk) while (at < Number(hunk[1]) - 1) made.push(before[at++] ?? '');
          else if (line.startsWith('+')) made.push(line.slice(1));
          else {
            expect(line.slice(1)).toBe(before[at]);
            at += 1;
            if (line.startsWith(' ')) made.push(line.slice(1));
          }
        }
        expect([...made, ...before.slice(at)]).toEqual(after);
      }),
    );
  });
});
