import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { looseJson } from '../../../../test/loose-json.ts';
import { eventsFor, HOOK_EVENTS, linkOf } from '../hook-events.ts';
import { installLauncher } from '../launcher.ts';
import { inspectHooks } from './inspect-hooks.ts';
import { digest, saveRecord } from './install-record.ts';
import { parseTree, plainValue } from './json-tree.ts';
import { mergeHooks } from './merge-hooks.ts';
import { OtherHomeRefusal } from './other-homes.ts';
import { makeIsOurs, ourHook } from './our-hooks.ts';
import { SettingsRefusal, unreadable } from './settings-refusal.ts';
import { type HookSetup, installHooks, uninstallHooks } from './setup-hooks.ts';
import { unreadByClaude } from './unread-by-claude.ts';

const EVENTS = eventsFor(['2.1.332']);
const root = process.getuid?.() === 0;
let place: string;
let path: string;
let home: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tallymux-settings-'));
  mkdirSync(join(place, '.claude'));
  path = join(place, '.claude', 'settings.json');
  home = join(place, '.tallymux');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const setup = (more: Partial<HookSetup> = {}): HookSetup => ({
  path,
  home,
  backup: join(home, 'backup'),
  now: new Date('2026-11-30T10:00:00Z'),
  dryRun: false,
  ...more,
});
/** Writes a file that has been left alone for a while. */
const write = (content: string | Buffer, at = path): void => {
  writeFileSync(at, content);
  utimesSync(at, 1_700_000_000, 1_700_000_000);
};
const age = (at = path) => utimesSync(at, 1_700_000_000, 1_700_000_000);
const text = (at = path) => readFileSync(at, 'utf8');
const value = (at = path) => plainValue(parseTree(text(at))) as { hooks?: Record<string, unknown[]> };
const commands = (at = path): [string, string][] =>
  Object.entries(value(at).hooks ?? {}).flatMap(([event, groups]) =>
    (groups as { hooks: { command: string }[] }[]).flatMap(({ hooks }) =>
      hooks.map(({ command }): [string, string] => [event, command]),
    ),
  );
const own = (at = path) => commands(at).filter(([, command]) => makeIsOurs(home)(command));
/** Puts hooks in, as an earlier Tallymux did where Claude reads nothing of the file. */
const putIn = (content: string, events: readonly string[]): void => {
  if (unreadByClaude(content) === null) {
    installHooks(setup(), events);
    return;
  }
  expect(() => installHooks(setup(), events)).toThrow(/not plain JSON from here on/);
  expect(text()).toBe(content);
  const { text: wrote, made } = mergeHooks(content, home, events);
  saveRecord(setup().backup, { real: path, original: content, wrote: digest(wrote), made });
  write(wrote);
};
const foreignHook = (command: string) => ({ hooks: [{ type: 'command', command }] });

describe('H01: a file of a person', () => {
  const foreign = Object.fromEntries(
    HOOK_EVENTS.flatMap(({ name }) => [
      [name, [{ matcher: 'Bash|Edit', ...foreignHook(`/opt/${name}.sh`) }, foreignHook('echo "two words" && true')]],
    ]),
  );
  const person = { zeta: 1, ...Object.fromEntries([...'ponmlkjihgfedc'].map((k) => [k, { [k]: [] }])), hooks: foreign };

  it.each([
    ['in odd indentation, without a final newline', JSON.stringify(person, null, 3)],
    ['with tabs', `${JSON.stringify(person, null, '\t')}\n`],
    ['with CRLF', `${JSON.stringify(person, null, 2)}\n`.replaceAll('\n', '\r\n')],
    ['on one line', JSON.stringify(person)],
    ['with a byte order mark', `\uFEFF${JSON.stringify(person, null, 2)}\n`],
    ['without hooks', '{\n  "model": "opus"\n}\n'],
    ['with empty hooks', '{ "hooks": { } }'],
    ['with empty events', '{ "hooks": {"Stop": [ ]}, "x": 1 }'],
    ['empty', ''],
    ['of white space', ' \n'],
  ])('%s: gets our hooks, keeps all else, and gives back its bytes', (_what, content) => {
    write(content);
    const change = installHooks(setup(), EVENTS);
    expect(change.changed).toBe(true);
    expect(
      own()
        .map(([event]) => event)
        .sort(),
    ).toEqual([...EVENTS].sort());
    const before = content.trim() === '' ? {} : (plainValue(parseTree(content)) as Record<string, unknown>);
    const { hooks: _hooks, ...rest } = value();
    const { hooks: _before, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(Object.keys(value()).slice(0, Object.keys(before).length)).toEqual(Object.keys(before));
    expect(readFileSync(change.backup ?? '', 'utf8')).toBe(content);
    expect(uninstallHooks(setup()).changed).toBe(true);
    expect(text()).toBe(content);
  });

  it('H02: every foreign entry stays under every event, matchers too', () => {
    write(JSON.stringify(person, null, 2));
    installHooks(setup(), EVENTS);
    installHooks(setup(), EVENTS);
    for (const [event, groups] of Object.entries(foreign)) expect(value().hooks?.[event]?.slice(0, 2)).toEqual(groups);
  });

  it('that is not there yet is made for its owner alone, and taken away again', () => {
    installHooks(setup(), EVENTS);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(own()).toHaveLength(EVENTS.length);
    uninstallHooks(setup());
    expect(existsSync(path)).toBe(false);
  });
});

it('any settings, in any manner of writing: in and out again gives the very bytes; with the record lost, the same values', () => {
  const hook = fc.record({ type: fc.constant('command'), command: fc.constantFrom('a', 'b c', '/x/hooks/Stop') });
  const group = fc.record(
    { matcher: fc.constantFrom('Bash', '*'), hooks: fc.array(hook, { maxLength: 3 }) },
    { requiredKeys: ['hooks'] },
  );
  const events = fc.constantFrom('Stop', 'SessionStart', 'Setup', 'PreToolUse');
  const settings = fc.record(
    {
      model: fc.string(),
      env: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      hooks: fc.dictionary(events, fc.array(group, { maxLength: 3 })),
      permissions: fc.record({ allow: fc.array(fc.string(), { maxLength: 3 }) }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(looseJson(settings), fc.constantFrom('2.0.77', '2.1.112', '2.1.332'), (content, version) => {
      write(content);
      putIn(content, eventsFor([version]));
      expect(own()).toHaveLength(eventsFor([version]).length);
      expect(text().match(/\/\*c\d*\*\/|\/\/c\d*/g)).toEqual(content.match(/\/\*c\d*\*\/|\/\/c\d*/g));
      age();
      const lost = join(place, 'lost');
      uninstallHooks(setup({ dryRun: true, backup: lost }));
      const withoutRecord = uninstallHooks(setup({ dryRun: true, backup: lost })).after ?? '';
      const strip = (given: unknown) => JSON.stringify(given, (_key, one) => (isEmpty(one) ? undefined : one));
      expect(strip(plainValue(parseTree(withoutRecord)))).toBe(strip(plainValue(parseTree(content))));
      expect(withoutRecord.match(/\/\*c\d*\*\/|\/\/c\d*/g)).toEqual(content.match(/\/\*c\d*\*\/|\/\/c\d*/g));
      uninstallHooks(setup());
      expect(text()).toBe(content);
    }),
    { numRuns: 60 },
  );
});

it('plain JSON comes back byte for byte even after somebody else changed it meanwhile', () => {
  write(`${JSON.stringify({ a: 1, hooks: { Stop: [foreignHook('x')] }, z: [] }, null, 2)}\n`);
  installHooks(setup(), EVENTS);
  write(text().replace('"a": 1', '"a": 2'));
  uninstallHooks(setup());
  expect(text()).toBe(`${JSON.stringify({ a: 2, hooks: { Stop: [foreignHook('x')] }, z: [] }, null, 2)}\n`);
});

it('twice changes nothing, not even the time of the file', () => {
  write('{}');
  installHooks(setup(), EVENTS);
  age();
  const before = [text(), statSync(path).ctimeMs, statSync(path).ino];
  expect(installHooks(setup(), EVENTS)).toMatchObject({ changed: false, backup: null });
  expect([text(), statSync(path).ctimeMs, statSync(path).ino]).toEqual(before);
  expect(uninstallHooks(setup()).changed).toBe(true);
  expect(uninstallHooks(setup()).changed).toBe(false);
});

it('H01: whatever a person had in the file is in a dated copy, each content once, and nothing of our own making', () => {
  const copies = () => readdirSync(join(home, 'backup')).filter((name) => name.startsWith('claude-settings.json-'));
  write('{"a":1}');
  expect(installHooks(setup(), EVENTS).backup).toMatch(/claude-settings\.json-\w+-2026-11-30T100000Z$/);
  age();
  expect(installHooks(setup(), eventsFor(['2.0.77'])).backup).toBeNull();
  age();
  expect(uninstallHooks(setup()).backup).toBeNull();
  age();
  expect(installHooks(setup({ now: new Date('2027-01-01') }), EVENTS).backup).toBeNull();
  expect(copies()).toHaveLength(1);
  for (const content of ['{"a":2}', '{"a":3}']) {
    write(content);
    const { backup } = installHooks(setup(), EVENTS);
    expect(backup).toMatch(/2026-11-30T100000Z-[23]$/);
    expect(text(backup ?? '')).toBe(content);
  }
  write(text().replace('"a":3', '"a":4'));
  const mixed = text();
  expect(text(uninstallHooks(setup()).backup ?? '')).toBe(mixed);
  expect(copies()).toHaveLength(4);
});

it('other versions in use: the events change, and the first bytes still come back', () => {
  write('{ "a" : 1 }');
  installHooks(setup(), EVENTS);
  age();
  installHooks(setup(), eventsFor(['2.0.77']));
  expect(
    own()
      .map(([event]) => event)
      .sort(),
  ).toEqual([...eventsFor(['2.0.77'])].sort());
  age();
  installHooks(setup(), []);
  expect(own()).toEqual([]);
  age();
  installHooks(setup(), EVENTS);
  age();
  uninstallHooks(setup());
  expect(text()).toBe('{ "a" : 1 }');
});

describe('H03: a settings file that is a link', () => {
  const dotfiles = () => join(place, 'dotfiles', 'settings.json');
  beforeEach(() => {
    mkdirSync(dirname(dotfiles()));
    write('{"a":1}', dotfiles());
    chmodSync(dotfiles(), 0o640);
  });

  it.each([1, 3])('through %i links: the target changes, links and mode stay', (count) => {
    let target = dotfiles();
    for (let i = 1; i < count; i += 1) {
      symlinkSync(target, join(place, `link${i}`));
      target = join(place, `link${i}`);
    }
    symlinkSync(target, path);
    installHooks(setup(), EVENTS);
    expect(readlinkSync(path)).toBe(target);
    expect(own(dotfiles())).toHaveLength(EVENTS.length);
    expect(lstatSync(dotfiles()).mode & 0o777).toBe(0o640);
    age(dotfiles());
    uninstallHooks(setup());
    expect(text(dotfiles())).toBe('{"a":1}');
    expect(readdirSync(dirname(dotfiles()))).toEqual(['settings.json']);
  });

  it('that dangles is refused', () => {
    symlinkSync('nowhere.json', path);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/link to nowhere\.json, where nothing is/);
    expect(existsSync(join(dirname(path), 'nowhere.json'))).toBe(false);
  });

  it.runIf(root)('into a read-only file system is refused; nothing of it changes', () => {
    const disk = join(place, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      write('{"a":1}', join(disk, 'settings.json'));
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      symlinkSync(join(disk, 'settings.json'), path);
      expect(() => installHooks(setup(), EVENTS)).toThrow(/cannot be written.*EROFS.*Nothing was changed/);
      expect(text(join(disk, 'settings.json'))).toBe('{"a":1}');
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

it.runIf(root)('a full disk: refused, with the old file whole and nothing left beside it', () => {
  const disk = join(place, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12k', 'tmpfs', disk]);
  try {
    write('{"a":1}', join(disk, 'settings.json'));
    // One page is left, for the lock.
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(4096));
    symlinkSync(join(disk, 'settings.json'), path);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/Nothing was changed/);
    expect(text(join(disk, 'settings.json'))).toBe('{"a":1}');
    expect(readdirSync(disk).sort()).toEqual(['ballast', 'settings.json']);
  } finally {
    execFileSync('umount', [disk]);
  }
});

describe('H04: what cannot be understood is refused with its place, and not touched', () => {
  it.each([
    ['[]', /line 1, column 1: settings must be one object/],
    ['"x"', /line 1, column 1: settings must be one object/],
    ['{"hooks":[]}', /line 1, column 10: "hooks" must be an object/],
    ['{\n  "hooks": null\n}', /line 2, column 12: "hooks" must be an object/],
    ['{\n "hooks": {"Stop": {}}}', /line 2, column 20: "Stop" must be a list/],
    ['{"a": 1', /line 1, column 8/],
    ['{"a": 1,\n "b" 2}', /line 2, column 6/],
    ['{"hooks":{},\n"hooks":{}}', /line 2, column 1: "hooks" stands here a second time/],
    ['{"hooks":{"Stop":[],\n"Stop":[]}}', /line 2, column 1: "Stop" stands here a second time/],
    ['// only a comment\n', /line 2, column 1: a value is missing/],
  ])('%j', (content, message) => {
    write(content);
    expect(() => installHooks(setup(), EVENTS)).toThrow(message);
    expect(() => installHooks(setup(), EVENTS)).toThrow(SettingsRefusal);
    expect(text()).toBe(content);
    expect(readdirSync(dirname(path))).toEqual(['settings.json']);
  });

  it('bytes that are no UTF-8', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    write(bytes);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/not UTF-8/);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('a directory, a read-only file, a file with two names', () => {
    mkdirSync(path);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/is not a file but a directory\. Move it away, then/);
    rmSync(path, { recursive: true });
    write('{}');
    chmodSync(path, 0o444);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/is read-only/);
    chmodSync(path, 0o644);
    linkSync(path, join(place, 'second'));
    expect(() => installHooks(setup(), EVENTS)).toThrow(/second name/);
    expect(text()).toBe('{}');
  });

  it('a pipe, which is never waited for', () => {
    execFileSync('mkfifo', [path]);
    expect(() => installHooks(setup(), EVENTS)).toThrow(`${path} is not a file but a pipe. Move it away, then`);
  });

  it('a socket', async () => {
    const server = createServer();
    await once(server.listen(path), 'listening');
    try {
      expect(() => installHooks(setup(), EVENTS)).toThrow(`${path} is not a file but a socket. Move it away, then`);
    } finally {
      server.close();
    }
  });

  it('a link to a device: the link is what is wrong, and the device is not to be moved', () => {
    symlinkSync('/dev/null', path);
    expect(() => installHooks(setup(), EVENTS)).toThrow(
      `${path} leads to /dev/null, which is not a file but a device. Let the link lead to a file, or remove the link`,
    );
  });

  it('a link in a circle, and one through a file: in words, with the next step', () => {
    symlinkSync('settings.json', path);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/is a link that leads in a circle\. Remove it/);
    rmSync(path);
    write('', join(place, 'file'));
    symlinkSync(join(place, 'file', 'inside'), path);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/leads through something that is a file.*put the link right/);
    expect(() => installHooks(setup({ path: join(place, 'file', 'settings.json') }), EVENTS)).toThrow(SettingsRefusal);
  });

  it.each([
    ['EACCES', /^\/s is closed to you\. Make it readable \(chmod u\+r\).*then try again\. Nothing was changed\./],
    ['EIO', /^\/s cannot be read\. Make it readable, then try again\. Nothing was changed\. \(EIO: what\)/],
  ])('a file that is not given to us (%s): in words, with the next step', (code, words) => {
    expect(unreadable('/s', Object.assign(new Error(`${code}: what`), { code })).message).toMatch(words);
  });

  it('a file of 30 MB, by its size alone', () => {
    writeFileSync(path, '{}');
    truncateSync(path, 30 * 2 ** 20);
    expect(() => installHooks(setup(), EVENTS)).toThrow(/holds 30 MB; settings over 8 MB are not changed\. Take out/);
    expect(statSync(path).size).toBe(30 * 2 ** 20);
  });

  it('one long string or comment within the limit is no trouble', () => {
    for (const [open, fill, close] of [
      ['{"a":"', '\\n', '"}'],
      ['{"a":1/*', '*', '*/\n}'],
    ] as const) {
      write(open + fill.repeat(7_000_000 / fill.length) + close);
      const before = text();
      putIn(before, EVENTS);
      age();
      expect(uninstallHooks(setup())).toMatchObject({ changed: true });
      expect(text() === before).toBe(true);
    }
  });

  it('names that stand twice elsewhere stay both', () => {
    write('{"a":1,"a":2}');
    installHooks(setup(), EVENTS);
    expect(text().startsWith('{"a":1,"a":2,')).toBe(true);
  });
});

describe('H06: our entries are there once', () => {
  it('those of other install directories and other forms are collapsed into one, foreign ones with like paths stay', () => {
    const other = join(place, 'srv', 'lights');
    installLauncher(other);
    const stop = [
      ourHook('/old/.tallymux', 'Stop'),
      ourHook(other, 'Stop'),
      ourHook(`/with space/.tallymux`, 'Stop'),
      { ...ourHook(home, 'Stop'), timeout: 5 },
      { type: 'command', command: '/opt/tool/hooks/Stop' },
    ];
    write(JSON.stringify({ hooks: { Stop: [{ hooks: stop }, { hooks: [ourHook('/old/.tallymux', 'Stop')] }] } }));
    expect(installHooks(setup(), EVENTS, true).replaced).toEqual([
      { home: '/old/.tallymux', hooks: 2, gone: true },
      { home: other, hooks: 1, gone: false },
      { home: '/with space/.tallymux', hooks: 1, gone: true },
    ]);
    expect(commands().filter(([event]) => event === 'Stop')).toEqual([
      ['Stop', '/opt/tool/hooks/Stop'],
      ['Stop', ourHook(home, 'Stop').command],
    ]);
    age();
    uninstallHooks(setup());
    expect(commands()).toEqual([['Stop', '/opt/tool/hooks/Stop']]);
  });

  it('a foreign one stays, whatever its directory is called', () => {
    const clone = join(place, 'src', 'tallymux');
    const emptied = join(place, 'srv', '.tallymux');
    for (const directory of [clone, emptied]) mkdirSync(join(directory, 'hooks'), { recursive: true });
    writeFileSync(join(clone, 'hooks', 'Stop'), '#!/bin/sh\n');
    writeFileSync(join(emptied, 'hooks', 'Stop'), '#!/bin/sh\n');
    const foreign = [
      '/home/u/tallymux-hooks/hooks/Stop',
      '/opt/tallymux/hooks/Stop',
      '/opt/.tallymux-old/hooks/Stop',
      join(clone, 'hooks', 'Stop'),
      join(emptied, 'hooks', 'Stop'),
      '/old/.tallymux/hooks/Own',
      join(home, 'hooks', 'Own'),
    ];
    const before = JSON.stringify({ hooks: { Stop: foreign.map(foreignHook) } });
    write(before);
    installHooks(setup(), EVENTS);
    expect(commands().filter(([event]) => event === 'Stop')).toEqual(
      [...foreign, join(home, 'hooks', 'Stop')].map((command) => ['Stop', command]),
    );
    age();
    uninstallHooks(setup({ backup: join(place, 'lost') }));
    expect(text()).toBe(before);
  });

  it('removing leaves those of another home', () => {
    const other = join(place, 'real', '.tallymux');
    installLauncher(other);
    write('{}');
    installHooks(setup({ home: other, backup: join(other, 'backup') }), EVENTS);
    age();
    const before = text();
    expect(uninstallHooks(setup()).changed).toBe(false);
    expect(text()).toBe(before);
    write(
      before.replace(
        '"hooks": {',
        `"hooks": { "Setup": ${JSON.stringify([foreignHook(join(home, 'hooks', 'Stop'))])},`,
      ),
    );
    uninstallHooks(setup());
    expect(commands()).toEqual(EVENTS.map((event) => [event, join(other, 'hooks', linkOf(event))]));
  });

  it('one that an earlier Tallymux wrote, for which Claude did not wait, is replaced and not wrapped', () => {
    const before = { type: 'command', command: join(home, 'hooks', 'PermissionRequest'), args: [], async: true };
    write(JSON.stringify({ hooks: { PermissionRequest: [{ hooks: [before] }] } }));
    expect(inspectHooks(path, home)).toMatchObject({ events: ['PermissionRequest'], outdated: ['PermissionRequest'] });
    expect(installHooks(setup(), ['PermissionRequest']).wrapped).toEqual([]);
    expect(JSON.parse(text()).hooks).toEqual({ PermissionRequest: [{ hooks: [ourHook(home, 'PermissionRequest')] }] });
    expect(commands()).toEqual([['PermissionRequest', join(home, 'hooks', 'PermissionRequestHeld')]]);
  });

  it('one that was wrapped by hand is kept and counts as the entry of its event', () => {
    const command = `nice -n 5 ${join(home, 'hooks', 'Stop')}`;
    write(JSON.stringify({ hooks: { Stop: [foreignHook(command)] } }));
    expect(installHooks(setup(), EVENTS).wrapped).toEqual(['Stop']);
    expect(commands().filter(([event]) => event === 'Stop')).toEqual([['Stop', command]]);
    expect(commands().some(([event]) => event === 'StopFailure')).toBe(true);
    age();
    expect(installHooks(setup(), EVENTS).changed).toBe(false);
    uninstallHooks(setup());
    expect(commands()).toEqual([['Stop', command]]);
  });

  it('one that was wrapped and kept its `args` runs nothing: it stays, and does not count', () => {
    const command = `nice -n 5 ${join(home, 'hooks', 'Stop')}`;
    write(JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command, args: [] }] }] } }));
    expect(installHooks(setup(), EVENTS).wrapped).toEqual([]);
    expect(commands().filter(([event]) => event === 'Stop')).toEqual([
      ['Stop', command],
      ['Stop', join(home, 'hooks', 'Stop')],
    ]);
    expect(inspectHooks(path, home).dead).toContain(command);
  });

  it.each([
    ['{\n  // mine\n  "env": {}\n}\n', 'line 2, column 3'],
    ['{"a":1,}', 'line 1, column 7'],
    ['{"hooks":{"Stop":[],},\n"z":1 /* mine */}', 'line 1, column 20'],
  ])('H04: a file that Claude reads nothing of is left as it is, and the place is told: %j', (content, where) => {
    for (const dryRun of [true, false]) {
      write(content);
      expect(() => installHooks(setup({ dryRun }), EVENTS)).toThrow(`${path}, ${where}: not plain JSON from here on`);
      expect(text()).toBe(content);
    }
  });

  it('H04: of a file with our hooks that got a comment since it is told where; removing keeps the comment', () => {
    write('{\n  "env": {}\n}\n');
    installHooks(setup(), EVENTS);
    write(text().replace('  "env"', '  // mine\n  "env"'));
    expect(installHooks(setup(), EVENTS).changed).toBe(false);
    expect(inspectHooks(path, home)).toMatchObject({ events: EVENTS, unread: { line: 2, column: 3 } });
    expect(() => installHooks(setup(), eventsFor(['2.0.77']))).toThrow(SettingsRefusal);
    uninstallHooks(setup());
    expect(text()).toBe('{\n  // mine\n  "env": {}\n}\n');
  });

  it('one of an event that an earlier Tallymux registered goes', () => {
    write(JSON.stringify({ hooks: { TeammateIdle: [{ hooks: [ourHook(home, 'TeammateIdle')] }] } }));
    installHooks(setup(), EVENTS);
    expect(commands().map(([event]) => event)).not.toContain('TeammateIdle');
  });

  it('one under the wrong event goes', () => {
    write(JSON.stringify({ hooks: { Setup: [{ hooks: [ourHook(home, 'Stop')] }] } }));
    installHooks(setup(), EVENTS);
    expect(own().map(([event]) => event)).not.toContain('Setup');
  });
});

describe('H06: hooks of another Tallymux home', () => {
  let other: string;
  const theirs = () => setup({ home: other, backup: join(other, 'backup') });
  beforeEach(() => {
    other = join(place, 'other', '.tallymux');
    installLauncher(other);
    installLauncher(home);
    write('{"a":1}');
    installHooks(theirs(), EVENTS);
    age();
  });

  it('that is still there are left alone, and it is named', () => {
    const before = [text(), statSync(path).ino];
    for (const dryRun of [true, false]) {
      const refusal = new OtherHomeRefusal(path, [{ home: other, hooks: EVENTS.length, gone: false }]);
      expect(() => installHooks(setup({ dryRun }), EVENTS)).toThrow(refusal);
    }
    expect([text(), statSync(path).ino]).toEqual(before);
    expect(readdirSync(dirname(path))).toEqual(['settings.json']);
    expect(installHooks(theirs(), EVENTS).changed).toBe(false);
  });

  it('one hook of it is enough, also beside our own', () => {
    const [first] = EVENTS;
    write(JSON.stringify({ hooks: { Stop: [{ hooks: [ourHook(home, 'Stop'), ourHook(other, 'Stop')] }] } }));
    expect(() => installHooks(setup(), [first ?? ''])).toThrow(OtherHomeRefusal);
  });

  it('go where the person said so; then the other is refused, and may take them back', () => {
    const told = installHooks(setup(), EVENTS, true);
    expect(told.replaced).toEqual([{ home: other, hooks: EVENTS.length, gone: false }]);
    expect(own().map(([, command]) => command)).toEqual(EVENTS.map((event) => ourHook(home, event).command));
    age();
    expect(() => installHooks(theirs(), EVENTS)).toThrow(OtherHomeRefusal);
    expect(uninstallHooks(theirs()).changed).toBe(false);
    installHooks(theirs(), EVENTS, true);
    age();
    expect(inspectHooks(path, home)).toMatchObject({ events: [], others: told.replaced });
    uninstallHooks(theirs());
    expect(text()).toBe('{"a":1}');
  });

  it('go where nothing is left of it, and that is told', () => {
    rmSync(other, { recursive: true });
    const { changed, replaced } = installHooks(setup(), EVENTS);
    expect({ changed, replaced }).toEqual({
      changed: true,
      replaced: [{ home: other, hooks: EVENTS.length, gone: true }],
    });
    expect(inspectHooks(path, home)).toMatchObject({ events: EVENTS, others: [], dead: [] });
    age();
    uninstallHooks(setup());
    expect(text()).toBe('{"a":1}');
  });

  it.each(['lights', 'two words'])('go where nothing is left of it, whatever it was called: %s', (name) => {
    const gone = join(place, name);
    installLauncher(gone);
    const foreign = [
      '/opt/tool/hooks/Stop',
      join(place, 'away', 'hooks', 'Stop'),
      join(place, 'away', 'hooks', 'Held'),
    ];
    const group = { hooks: foreign.map((command) => ({ type: 'command', command, args: [], async: true })) };
    write(JSON.stringify({ hooks: { Stop: [group], PermissionRequest: [group] } }, null, 2));
    const before = text();
    installHooks(setup({ home: gone, backup: join(gone, 'backup') }), EVENTS);
    age();
    rmSync(gone, { recursive: true });
    const others = [{ home: gone, hooks: EVENTS.length, gone: true }];
    expect(inspectHooks(path, home)).toMatchObject({ events: [], others });
    expect(uninstallHooks(setup()).changed).toBe(false);
    expect(installHooks(setup(), EVENTS)).toMatchObject({ changed: true, replaced: others });
    expect(inspectHooks(path, home)).toMatchObject({ others: [], dead: [] });
    expect(new Set(own().map(([event]) => event))).toEqual(new Set(EVENTS));
    age();
    uninstallHooks(setup());
    expect(JSON.parse(text())).toEqual(JSON.parse(before));
  });

  it('are not taken for gone by a path alone, without a hook that Claude waits for', () => {
    write(JSON.stringify({ hooks: { Stop: [{ hooks: [ourHook(join(place, 'lights'), 'Stop')] }] } }));
    expect(installHooks(setup(), EVENTS).replaced).toEqual([]);
    expect(commands()).toContainEqual(['Stop', join(place, 'lights', 'hooks', 'Stop')]);
  });

  it('are our own where the other is this home by another name', () => {
    const link = join(place, 'link');
    symlinkSync(other, link);
    expect(inspectHooks(path, link)).toMatchObject({ events: EVENTS, others: [], outdated: EVENTS });
    const byLink = setup({ home: link, backup: join(link, 'backup') });
    expect(installHooks(byLink, EVENTS)).toMatchObject({ changed: true, replaced: [] });
    expect(commands().map(([, command]) => command)).toEqual(EVENTS.map((event) => ourHook(link, event).command));
    age();
    uninstallHooks(theirs());
    expect(text()).toBe('{"a":1}');
  });
});

it('H09: a home that needs quoting goes in shell form, and a shell runs exactly it', () => {
  home = join(place, `o'b "q" $x \`é\` ;|&`, '.tallymux');
  installLauncher(home);
  write('{}');
  installHooks(setup(), EVENTS);
  const { command, args } = ourHook(home, 'Stop');
  expect(args).toBeUndefined();
  expect(own().map(([, one]) => one)).toContain(command);
  execFileSync('/bin/sh', ['-c', command], { input: '{}\n', env: { PATH: '/usr/bin:/bin' } });
  expect(readdirSync(join(home, 'spool'))).toHaveLength(1);
  expect(ourHook('/home/me/.tallymux', 'Stop')).toEqual({
    type: 'command',
    command: '/home/me/.tallymux/hooks/Stop',
    args: [],
    async: true,
  });
  expect(() => ourHook('/a\nb', 'Stop')).toThrow(RangeError);
});

it('a dry run tells all and writes nothing', () => {
  write('{"a":1}');
  const change = installHooks(setup({ dryRun: true }), EVENTS);
  expect(change).toMatchObject({ changed: true, before: '{"a":1}', backup: null });
  expect(change.after).toContain('SessionStart');
  expect(text()).toBe('{"a":1}');
  expect(readdirSync(place)).toEqual(['.claude']);
  expect(readdirSync(dirname(path))).toEqual(['settings.json']);
});

describe('others who write the same file', () => {
  /** Another program: adds its own numbered keys as fast as it can, whole file by whole file. */
  const rewriter = (how: 'rename' | 'in place', count: number) => `
    const fs = require('node:fs');
    const path = ${JSON.stringify(path)};
    let n = 0;
    const step = () => {
      let value;
      try { value = JSON.parse(fs.readFileSync(path, 'utf8')); } catch { return setTimeout(step, 1); }
      value['k' + n] = n;
      const text = JSON.stringify(value, null, 2);
      ${how === 'rename' ? "fs.writeFileSync(path + '.other', text); fs.renameSync(path + '.other', path);" : 'fs.writeFileSync(path, text);'}
      n += 1;
      if (n < ${count}) setTimeout(step, n % 5 === 0 ? 130 : 1);
    };
    step();`;

  it.each(['rename', 'in place'] as const)('nothing of theirs is lost (%s)', async (how) => {
    write('{"a":1}');
    const other = spawn(process.execPath, ['-e', rewriter(how, 40)], { stdio: 'inherit' });
    const over = once(other, 'exit');
    let alive = true;
    void over.then(() => {
      alive = false;
    });
    do {
      for (const work of [() => installHooks(setup(), EVENTS), () => uninstallHooks(setup())]) {
        try {
          work();
        } catch (error) {
          expect(error).toBeInstanceOf(SettingsRefusal);
        }
        await new Promise(setImmediate);
      }
    } while (alive);
    await over;
    installHooks(setup(), EVENTS);
    const { hooks: _hooks, ...rest } = value();
    expect(rest).toEqual({ a: 1, ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, n])) });
    expect(own()).toHaveLength(EVENTS.length);
  });

  it('what setup did is told, also where they wrote over it at once and took it along', async () => {
    write('{"a":1}');
    /** Does `work` while another writer waits for that very moment; false when it came too late. */
    const worksUnderOther = async (work: typeof installHooks, there: boolean): Promise<boolean> => {
      // Keeps the old file young from our writing on, so that setup waits with reading back until it was written over.
      const script = `
        const fs = require('node:fs');
        const path = ${JSON.stringify(path)};
        const old = fs.openSync(path, 'r+');
        const end = Date.now() + 4000;
        const late = () => Date.now() > end && process.exit(3);
        console.log('ready');
        const text = () => fs.readFileSync(path, 'utf8');
        while (!fs.readdirSync(${JSON.stringify(dirname(path))}).some((name) => name.endsWith('.new'))) late();
        while (text().includes('SessionStart') !== ${there}) {
          fs.futimesSync(old, Date.now() / 1000, Date.now() / 1000);
          late();
        }
        fs.writeFileSync(path + '.other', text().replace('"a":', '"k${there}":2,"a":'));
        fs.renameSync(path + '.other', path);`;
      const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      const over = once(other, 'exit');
      await once(other.stdout, 'data');
      expect(work(setup(), EVENTS).changed).toBe(true);
      const [code] = await over;
      return code === 0;
    };
    for (const [work, undo, there] of [
      [installHooks, uninstallHooks, true],
      [uninstallHooks, installHooks, false],
    ] as const) {
      // A loaded machine may run the other writer too late: then once more.
      for (let tries = 0; !(await worksUnderOther(work, there)); tries += 1) {
        expect(tries, 'the other writer came too late each time').toBeLessThan(5);
        undo(setup(), EVENTS);
        age();
      }
      expect(own()).toHaveLength(there ? EVENTS.length : 0);
      expect(value()).toHaveProperty(`k${there}`, 2);
      age();
    }
  });

  it('a lock of a setup that died is taken over, and none stays behind', () => {
    write('{}');
    writeFileSync(join(dirname(path), '.settings.json.tallymux-lock'), '999999999 1\n');
    installHooks(setup(), EVENTS);
    expect(readdirSync(dirname(path))).toEqual(['settings.json']);
  });
});

const isEmpty = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && Object.values(one).every((inner) => isEmpty(inner));
