import { expect, test } from 'vitest';
import { inOrder, tableLines } from './session-table.ts';
import { session } from './testing/session.ts';
import { cutEnd, cutMiddle, displayWidth } from './text/display-width.ts';
import { safeText } from './text/safe-text.ts';
import { age } from './text/times.ts';

const now = Date.parse('2026-01-01T10:12:00.000Z');
const hostile = '\u001b]52;c;aGk=\u0007\u009b31m\u202eevil\r\n漢字 👩‍👩‍👧';
const sessions = [
  session('k3f', { state: 'needs-input', label: 'checkout-timeouts', action: 'Bash · npm test -- payments' }),
  session('u2d', { state: 'review', failure: { kind: 'x', text: 'Rate limited until 14:30', status: 429 } }),
  session('p2q', { state: 'review', name: '漢字'.repeat(20), lastText: '👩‍👩‍👧 done' }),
  session('zzz', { state: 'busy', label: hostile, action: hostile, guess: true }),
  session('i1d', {}),
];

test('the whole table reads without colour, width or terminal', () => {
  expect(tableLines([...sessions.slice(0, 2), session('i1d')], { columns: 80, colour: false, now })).toEqual([
    '◆ k3f  checkout-timeouts  needs you  12m  Bash · npm test -- payments',
    '✗ u2d  project            failed     12m  Rate limited until 14:30',
    '○ i1d  project            idle       12m',
  ]);
});

test.each([20, 30, 40, 80, 120, 200])('no line is wider than %i columns, and the time is whole', (columns) => {
  for (const line of tableLines(sessions, { columns, colour: false, now })) {
    expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(columns, 32));
    expect(line).toContain('12m');
  }
});

test('the time stands in the same column in every line', () => {
  const lines = tableLines(sessions, { columns: 80, colour: false, now });
  expect(new Set(lines.map((line) => displayWidth(line.slice(0, line.indexOf('12m')))))).toHaveLength(1);
});

test('nothing a session says reaches the terminal as a control', () => {
  const [line = ''] = tableLines([sessions[3] ?? session('x')], { columns: 1_000, colour: false, now });
  expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(line).toContain('\\x1b]52;c;aGk=\\x07\\x9b31m\\u202eevil\\r\\n漢字 👩‍👩‍👧');
});

test('colours are only around marks and words, and only when asked for', () => {
  const [line = ''] = tableLines(sessions, { columns: 80, colour: true, now });
  expect(line.startsWith('\u001b[1;33m◆\u001b[0m k3f')).toBe(true);
  expect(tableLines(sessions, { columns: 80, colour: false, now }).join('')).not.toContain('\u001b');
});

test('what waits for the person comes first, then busy, unknown, idle, ended; scripts apart', () => {
  const order = inOrder([
    session('end', { state: 'ended' }),
    session('idl'),
    session('old', { since: '2026-01-01T09:00:00.000Z' }),
    session('unk', { state: 'unknown' }),
    session('bus', { state: 'busy' }),
    session('rev', { state: 'review' }),
    session('scr', { state: 'busy', kind: 'script' }),
    session('ask', { state: 'needs-input' }),
  ]);
  expect(order.sessions.map((one) => one.id)).toEqual(['ask', 'rev', 'bus', 'unk', 'idl', 'old', 'end']);
  expect(order.scripts.map((one) => one.id)).toEqual(['scr']);
});

test.each([
  ['abc', 3],
  ['漢字', 4],
  ['👩‍👩‍👧', 2],
  ['é', 1],
  ['🇫🇷', 2],
  ['ｆ', 2],
  ['◆ ✗', 3],
])('%j takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test('a wide character that would stick out by half is left out', () => {
  expect(cutEnd('漢字', 4)).toBe('漢字');
  expect(cutEnd('漢字漢', 4)).toBe('漢…');
  expect(cutEnd('abc', 0)).toBe('');
});

test('names are cut in the middle and keep what tells them apart', () => {
  expect(cutMiddle('move-session-storage-to-postgres-2', 20)).toBe('move-sess…postgres-2');
  expect(displayWidth(cutMiddle('漢字'.repeat(20), 15))).toBeLessThanOrEqual(15);
});

test.each([
  '\u0000',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u00ad',
  '\u061c',
  '\u200e',
  '\u2028',
  '\u202e',
  '\u2066',
  '\ufeff',
])('%j is shown, not obeyed', (character) => {
  expect(safeText(`a${character}b`)).toMatch(/^a\\[xu][0-9a-f]+b$/);
});

test('C1 controls that came as UTF-8 bytes are shown too, lone surrogates as well, and emoji stay whole', () => {
  expect(safeText(Buffer.from([0x61, 0xc2, 0x9b, 0x62]).toString('utf8'))).toBe('a\\x9bb');
  expect(safeText('a\ud800b')).toBe('a\\ud800b');
  expect(safeText('👩‍👩‍👧 ✔️')).toBe('👩‍👩‍👧 ✔️');
});

test('ages take four characters at most, and a clock that stepped back shows no negative one', () => {
  expect(['10:11:59', '10:00:00', '07:12:00', '10:12:09'].map((time) => age(`2026-01-01T${time}.000Z`, now))).toEqual([
    '1s',
    '12m',
    '3h',
    '0s',
  ]);
  expect(age('2025-12-01T00:00:00.000Z', now)).toBe('31d');
});
