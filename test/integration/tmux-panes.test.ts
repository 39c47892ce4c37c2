// Panes of a real tmux: looking at them, and pressing keys only where what was expected stands.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePanes } from '../../src/adapters/tmux/panes.ts';
import type { GuardedKeys, KeyName, PaneScreen, PaneTrouble } from '../../src/core/pane.ts';
import { piecesOf } from '../../src/core/text-pieces.ts';
import { composerGuard } from '../../src/daemon/composer-text.ts';
import { type ListeningPane, type PrivateTmux, startPrivateTmux } from '../lab/private-tmux.ts';
import { until } from '../lab/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'tallymux-panes-'));
let server: PrivateTmux;
let looking: ReturnType<ReturnType<typeof makePanes>['open']>;

beforeAll(async () => {
  server = await startPrivateTmux(directory);
  looking = makePanes('/usr/local/bin:/usr/bin:/bin').open(server.socket, () => {});
});
afterAll(async () => {
  looking.dispose();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const at = (pane: string, pid: number | null = server.pid) => ({ socket: server.socket, pane, server: pid });
const screen = (pane: string) => looking.screen(at(pane));
const press = (to: ListeningPane, keys: Partial<GuardedKeys>) =>
  looking.press(at(to.pane), { expect: ['ready'], unless: [], process: to.pid, keys: { key: 'Enter' }, ...keys });

/** The screen, or a failure that says what was told instead. */
function shown(look: PaneScreen | PaneTrouble): PaneScreen {
  if ('trouble' in look) throw new Error(`${look.trouble}: ${look.reason}`);
  return look;
}

const types = (pane: ListeningPane, text: string) =>
  until(`${JSON.stringify(text)} is typed`, () => pane.typed() === text, { seen: () => JSON.stringify(pane.typed()) });

test('a screen has its lines, colours, size, cursor, process and command', async () => {
  const pane = await server.listen('plain\n\u001b[31mred\u001b[0m 日本語 “q”\n  ❯ 1. Yes   \n> ');
  const look = shown(await screen(pane.pane));
  expect(look).toMatchObject({
    columns: 100,
    rows: 30,
    inMode: false,
    process: pane.pid,
    command: 'cat',
    tty: expect.stringMatching(/^\/dev\/pts\/\d+$/),
  });
  expect(look.cursor).toEqual({ row: 3, column: 2 });
  expect(look.lines.length).toBe(30);
  expect(look.lines.slice(0, 5)).toEqual(['plain', '\u001b[31mred\u001b[39m 日本語 “q”', '  ❯ 1. Yes', '>', '']);
});

test('a wrapped line comes as the rows it takes', async () => {
  const pane = await server.listen(`${'x'.repeat(150)}\n`);
  expect(shown(await screen(pane.pane)).lines.slice(0, 3)).toEqual(['x'.repeat(100), 'x'.repeat(50), '']);
});

test('every key of ours arrives as itself', async () => {
  const pane = await server.listen('ready');
  const keys: Record<KeyName, string> = {
    Enter: '\r',
    Escape: '\u001b',
    Tab: '\t',
    BTab: '\u001b[Z',
    Up: '\u001b[A',
    Down: '\u001b[B',
    Right: '\u001b[C',
    Left: '\u001b[D',
    Space: ' ',
    BSpace: '\u007f',
  };
  for (const key of Object.keys(keys) as KeyName[]) expect(await press(pane, { keys: { key } })).toBe('sent');
  await types(pane, Object.values(keys).join(''));
});

/** Lines that mean something to tmux, to a shell or to a pattern. */
const ODD_LINES = [
  `it's "quoted" 'twice'`,
  '#{pane_pid} #{S:#{session_name}} #{?1,a,b}',
  '#(touch ran-by-format) $(touch ran-by-shell) `touch ran`',
  '; kill-server ;',
  '\\; \\ \\\\ back\\slash \\n \\u0041',
  '*?[a-z] [!x] [[:alpha:]] a*b',
  '} { %if #[fg=red] ##{x} #, #}',
  '$HOME ~ ~root %1 %% -t -x',
  '日本語 données 🎉 e\u0301 ❯ 1. Yes',
  '-leading dash',
  `'`,
  '\\',
  '#',
  '  ❯ 2. No, and tell   Claude   what',
];

test.for(ODD_LINES)(
  'the expected line is found as it is, runs nothing, and lets no other line pass: %s',
  async (line) => {
    const [pane, other] = await Promise.all([server.listen(`${line}\nready`), server.listen('ready\n❯ 1. Yes')]);
    const standing = shown(await screen(pane.pane)).lines[0] ?? '';
    expect(await press(pane, { expect: [standing] })).toBe('sent');
    expect(await press(pane, { expect: ['ready', line] })).toBe('sent');
    expect(await press(pane, { expect: [], rows: [line], unless: ['not there'] })).toBe('sent');
    expect(await press(pane, { unless: [line] })).toBe('changed');
    expect(await press(other, { expect: [line] })).toBe('changed');
    expect(await press(other, { unless: [line] })).toBe('sent');
    await types(pane, '\r\r\r');
    await types(other, '\r');
    expect(await server.tmux('show-options', '-p', '-t', pane.pane)).toBe('');
    expect(await server.tmux('show-options', '-p', '-t', other.pane)).toBe('');
  },
);

test('any line is found as it stands on the screen, and not with one character changed', async () => {
  const character = fc.oneof(fc.constantFrom(...'\\*?[]{}#,;\'"`$%~!^-.:|&()<>@= '), fc.constantFrom(...'aZ09é日❯│🎉'));
  const line = fc.string({ unit: character, minLength: 3, maxLength: 60 }).map((text) => `<${text}>`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 25 }),
      fc.nat(),
      fc.nat(),
      async (lines, which, where) => {
        const pane = await server.listen(lines.map((each) => `${each}\n`).join(''));
        const standing = shown(await screen(pane.pane)).lines;
        const one = lines[which % lines.length] ?? '';
        const letters = [...one];
        const at = where % letters.length;
        const other = letters.with(at, letters[at] === '*' ? '?' : '*').join('');
        expect(standing.slice(0, lines.length)).toEqual(lines);
        expect(await press(pane, { expect: lines.slice(0, 6), unless: [] })).toBe('sent');
        expect(await press(pane, { expect: [one] })).toBe('sent');
        if (standing.some((row) => row.includes(other))) return;
        expect(await press(pane, { expect: [other] })).toBe('changed');
        expect(await press(pane, { expect: [], rows: [other] })).toBe('changed');
        expect(await press(pane, { expect: [], rows: [one.slice(1)] })).toBe('changed');
        expect(await press(pane, { expect: [], rows: [one] })).toBe('sent');
        expect(await press(pane, { expect: [one], unless: [other] })).toBe('sent');
        await types(pane, '\r\r\r\r');
        await server.tmux('kill-pane', '-t', pane.pane);
      },
    ),
    // What fails waits for keys that do not come: shrinking would take minutes.
    { numRuns: 15, endOnFailure: true },
  );
});

test('patterns match nothing but themselves', async () => {
  const pane = await server.listen('ready axb a\\*b');
  for (const line of ['a*b', 'a?b', 'a[x]b', 'r*', '[r]eady', 'READY', 'ready  axb', '\\a']) {
    expect([line, await press(pane, { expect: [line] })]).toEqual([line, 'changed']);
  }
  expect(await press(pane, { expect: ['a\\*b'] })).toBe('sent');
  await types(pane, '\r');
});

test('blanks count, and what no row can hold is never found', async () => {
  const pane = await server.listen(`ready go \nlast\n${'w'.repeat(120)}`);
  expect(await press(pane, { expect: ['ready '] })).toBe('sent');
  for (const line of ['go ', 'last ', ' last', '', '   ', 'ready go\nlast', 'last\n', 'a\0', 'w'.repeat(101)]) {
    expect([line, await press(pane, { expect: [line] })]).toEqual([line, 'changed']);
  }
  expect(await press(pane, { expect: [] })).toBe('changed');
  expect(await press(pane, { unless: ['a\0', 'a\nb'] })).toBe('sent');
  expect(await press(pane, { expect: ['w'.repeat(100)] })).toBe('sent');
  await types(pane, '\r\r\r');
});

test('every expected line must stand, and none of the others', async () => {
  const pane = await server.listen('ready\none\ntwo\nthree');
  expect(await press(pane, { expect: ['one', 'two', 'three'], unless: ['four', 'five'] })).toBe('sent');
  expect(await press(pane, { expect: ['one', 'two', 'four'] })).toBe('changed');
  expect(await press(pane, { expect: ['four', 'two', 'one'] })).toBe('changed');
  expect(await press(pane, { unless: ['four', 'three'] })).toBe('changed');
  expect(await press(pane, { unless: ['one', 'four'] })).toBe('changed');
  await types(pane, '\r');
});

test('a row that is expected is all of it but for blanks: what only names it elsewhere does not count', async () => {
  const line = `it's #{pid} (a) [b] {2} a+b|c^d$ \\ ; "é日"`;
  const pane = await server.listen(`ready\n  ${line}\u00a0 \n⏺ Bash(touch p1.txt)\n> run touch p2.txt\n touch p3.txt`);
  for (const rows of [
    ['touch p1.txt'],
    ['touch p2.txt'],
    ['touch p3.tx'],
    ['touch p3xtxt'],
    ['ready', 'ready x'],
    [''],
  ]) {
    expect([rows, await press(pane, { rows })]).toEqual([rows, 'changed']);
  }
  expect(await press(pane, { expect: [], rows: [] })).toBe('changed');
  expect(await press(pane, { expect: [], rows: ['touch p3.txt', ' ready '] })).toBe('sent');
  expect(await press(pane, { expect: [], rows: [line, '> run touch p2.txt'] })).toBe('sent');
  await types(pane, '\r\r');
  expect(await server.tmux('show-options', '-p', '-t', pane.pane)).toBe('');
});

test('M05: dead `bill`, live `billing`: nothing arrives', async () => {
  const session = (name: string) => ['new-session', '-d', '-x', '100', '-y', '30', '-s', name];
  const bill = await server.listen('ready', session('bill'));
  const billing = await server.listen('ready', session('billing'));
  await server.tmux('kill-session', '-t', '=bill');
  expect(await press(bill, {})).toMatchObject({ trouble: 'gone' });
  expect(await screen('bill')).toMatchObject({ trouble: 'gone' });
  expect(await looking.screen(at('=billing:'))).toMatchObject({ trouble: 'gone' });
  expect(await press(billing, {})).toBe('sent');
  await types(billing, '\r');
});

test('M06: a pane that is no more is gone, by look and by press, and no other gets the key', async () => {
  const [pane, stays] = await Promise.all([server.listen('ready'), server.listen('ready')]);
  await server.tmux('kill-pane', '-t', pane.pane);
  const gone = { trouble: 'gone', reason: `${pane.pane} is no more` };
  // Where our client was in its very session, that goes too, and it has to attach to another first.
  await until('it is gone', async () => isDeepStrictEqual(await screen(pane.pane), { ...gone, closed: true }));
  expect(await press(pane, {})).toEqual(gone);
  expect(await press({ ...pane, pane: '%99999' }, {})).toMatchObject({ trouble: 'gone' });
  expect(stays.typed()).toBe('');
});

test('another program in the same pane gets no key, nor does one that ended', async () => {
  const pane = await server.listen('ready');
  await server.tmux('set-option', '-p', '-t', pane.pane, 'remain-on-exit', 'on');
  await server.tmux('respawn-pane', '-k', '-t', pane.pane, 'printf ready; exec sleep 60');
  await until('it shows', async () => shown(await screen(pane.pane)).lines[0] === 'ready');
  expect(await press(pane, {})).toEqual({ trouble: 'gone', reason: `another program runs in ${pane.pane}` });
  await server.tmux('respawn-pane', '-k', '-t', pane.pane, 'exec true');
  await until('it ended', async () => 'trouble' in (await screen(pane.pane)));
  expect(await screen(pane.pane)).toEqual({ trouble: 'gone', reason: `the program in ${pane.pane} has ended` });
  expect(await press(pane, {})).toMatchObject({ trouble: 'gone' });
});

test('M11: copy mode is told, gets no key, and is not left', async () => {
  const pane = await server.listen('ready');
  await server.tmux('copy-mode', '-t', pane.pane);
  expect(shown(await screen(pane.pane)).inMode).toBe(true);
  expect(await press(pane, {})).toBe('changed');
  expect(await press(pane, { keys: { text: 'q' } })).toBe('changed');
  expect(shown(await screen(pane.pane)).inMode).toBe(true);
  await server.tmux('send-keys', '-t', pane.pane, '-X', 'cancel');
  expect(await press(pane, {})).toBe('sent');
  await types(pane, '\r');
});

test('keys that tmux would copy into other panes, or drop, are refused with the reason', async () => {
  const pane = await server.listen('ready');
  const beside = await server.listen('ready', ['split-window', '-d', '-t', pane.pane]);
  await server.tmux('set-option', '-w', '-t', pane.pane, 'synchronize-panes', 'on');
  expect(await press(pane, {})).toMatchObject({
    trouble: 'unreachable',
    reason: expect.stringContaining('all 2 panes'),
  });
  await server.tmux('set-option', '-w', '-t', pane.pane, 'synchronize-panes', 'off');
  await server.tmux('select-pane', '-d', '-t', pane.pane);
  expect(await press(pane, {})).toMatchObject({
    trouble: 'unreachable',
    reason: expect.stringContaining('switched off'),
  });
  await server.tmux('select-pane', '-e', '-t', pane.pane);
  expect(await press(pane, {})).toBe('sent');
  await types(pane, '\r');
  expect(beside.typed()).toBe('');
});

test.for(['go;', ';', 'a\\;', '\\', ';;', 'x ; kill-server'])('M12: text keeps its semicolons: %s', async (text) => {
  const pane = await server.listen('ready');
  expect(await press(pane, { keys: { text } })).toBe('sent');
  await types(pane, text);
});

test.for(['- item', '--help', '-H', 'Enter', 'C-c', 'Up', '0x41', '#{pid}'])(
  'M13: text is no option and no key: %s',
  async (text) => {
    const pane = await server.listen('ready');
    expect(await press(pane, { keys: { text } })).toBe('sent');
    await types(pane, text);
  },
);

test('M14: forty lines, four kilobytes in one line, and a line end at the end arrive byte for byte', async () => {
  const texts = [
    Array.from({ length: 40 }, (_, n) => `line ${n}: it's "x" \\ ; 日本 🎉`).join('\n'),
    'données-日本-🎉-'.repeat(180),
    'ends with a line\n',
    '\u0001\u007f\t',
    '',
  ];
  for (const text of texts) {
    const pane = await server.listen('ready');
    for (const piece of piecesOf(text)) expect(await press(pane, { keys: { text: piece } })).toBe('sent');
    await types(pane, text);
  }
});

test('M14: every piece of a long text looks for what is expected, and one that is too long types nothing', async () => {
  const pane = await server.listen('ready');
  const [first = '', second = ''] = piecesOf('é'.repeat(400));
  expect(await press(pane, { keys: { text: first } })).toBe('sent');
  expect(await press(pane, { expect: ['another'], keys: { text: second } })).toBe('changed');
  expect(await press(pane, { keys: { text: 'é'.repeat(257) } })).toMatchObject({ trouble: 'unreachable' });
  await types(pane, first);
});

test('M14: a piece as long as can be goes with all that guards a composer', async () => {
  const status = `  ${'状'.repeat(20)} on · ? for shortcuts`;
  const pane = await server.listen(`● Done.\n${'─'.repeat(100)}\n❯\u00a0 \n${'─'.repeat(100)}\n${status}`);
  const guard = composerGuard(shown(await screen(pane.pane)));
  if (guard === null) throw new Error('nothing guards it');
  expect(guard.unless.length).toBeGreaterThan(10);
  const text = `${'日'.repeat(170)}ab`;
  expect(await press(pane, { ...guard, keys: { text } })).toBe('sent');
  await types(pane, text);
  await server.tmux('respawn-pane', '-k', '-t', pane.pane, `printf '%s\\n' '❯ 1. Yes' '${status}' '❯'; exec cat`);
  await until('it shows', async () => shown(await screen(pane.pane)).lines[0] === '❯ 1. Yes');
  const process = shown(await screen(pane.pane)).process;
  expect(await press(pane, { ...guard, process })).toBe('changed');
  expect(await press(pane, { ...guard, process, unless: [] })).toBe('sent');
}, 20_000);

test('M15: line ends stay under extended keys', async () => {
  await server.tmux('set-option', '-s', 'extended-keys', 'always');
  const pane = await server.listen('ready\u001b[>4;2m');
  expect(await press(pane, { keys: { text: 'one\ntwo\nthree' } })).toBe('sent');
  await types(pane, 'one\ntwo\nthree');
  await server.tmux('set-option', '-su', 'extended-keys');
});

test('M04: odd session names do not matter', async () => {
  for (const name of ['app_3.1.9', 'a:b', 'my work', '-dash', "it's #{pid} ; x"]) {
    const pane = await server.listen('ready', ['new-session', '-d', '-x', '100', '-y', '30', '-s', name]);
    expect(shown(await screen(pane.pane)).lines[0]).toBe('ready');
    expect(await press(pane, {})).toBe('sent');
    await types(pane, '\r');
  }
});

test('M03: a title, name or command with separators and line ends shifts no field', async () => {
  const title = '\u001b]2;a\tb|c;d%e f #{pid}\u0007\u001bk x\ty \u001b\\';
  const pane = await server.listen(`ready${title}`);
  await server.tmux('rename-window', '-t', pane.pane, 'a\tb|c %end 1 1 1');
  await server.tmux(
    'respawn-pane',
    '-k',
    '-t',
    pane.pane,
    `exec perl -e '$0="x 1 2\\n%exit\\n%9 |y"; print "up"; $|=1; sleep 60'`,
  );
  await until('it shows', async () => shown(await screen(pane.pane)).lines[0] === 'up', { within: 3_000 });
  expect(shown(await screen(pane.pane))).toMatchObject({ columns: 100, rows: 30, inMode: false });
});

test('many questions at once each get their own answer', async () => {
  const panes = await Promise.all(Array.from({ length: 8 }, (_, n) => server.listen(`ready\npane ${n}`)));
  const looks = await Promise.all(panes.flatMap((pane) => [screen(pane.pane), press(pane, {}), screen(pane.pane)]));
  const told = looks.map((look) => (typeof look === 'string' ? look : shown(look as PaneScreen).lines[1]));
  expect(told).toEqual(panes.flatMap((_, n) => [`pane ${n}`, 'sent', `pane ${n}`]));
  for (const pane of panes) await types(pane, '\r');
});

test('a screen that looks like tmux’s own protocol is a screen', async () => {
  const pane = await server.listen('%begin 1 1 1\n%end 1 1 1\n%error 1 1 1\n%exit\nsent\nready');
  expect(shown(await screen(pane.pane)).lines.slice(0, 6)).toEqual([
    ...['%begin 1 1 1', '%end 1 1 1', '%error 1 1 1', '%exit', 'sent', 'ready'],
  ]);
  expect(await press(pane, {})).toBe('sent');
});
