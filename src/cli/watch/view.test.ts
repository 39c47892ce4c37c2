import { expect, test } from 'vitest';
import type { Snapshot } from '../../core/apply-change.ts';
import type { Session } from '../../core/session.ts';
import { session } from '../testing/session.ts';
import { displayWidth } from '../text/display-width.ts';
import { momentOf, screenLines } from './screen.ts';
import { EMPTY, keysOf, press, type View, withSnapshot } from './view.ts';

const now = Date.parse('2026-01-01T10:12:00.000Z');
const snapshot = (...sessions: Session[]): Snapshot => ({
  number: 1,
  host: 'here',
  epoch: 'e',
  claudeInstalled: true,
  sessions,
  prompts: [],
  warnings: [],
});
const three = snapshot(session('aaa', { state: 'review' }), session('bbb', { state: 'busy' }), session('ccc'));
const start = withSnapshot(EMPTY, three, now);
const pressed = (view: View, ...keys: string[]) =>
  keys.reduce<{ view: View; action?: unknown }>(
    (last, key) => press(last.view, key, momentOf(last.view, { columns: 80, rows: 12 }, now)),
    { view },
  );
const screen = (view: View, columns = 80, rows = 10) => screenLines(view, { columns, rows }, false, now);

test('the first session is chosen at first; j, k, arrows, g and G move and stop at the ends', () => {
  expect(start.selected).toBe('aaa');
  expect(pressed(start, 'j').view.selected).toBe('bbb');
  expect(pressed(start, '\u001b[B', '\u001bOB', 'j', 'j').view.selected).toBe('ccc');
  expect(pressed(start, 'G', 'k').view.selected).toBe('bbb');
  expect(pressed(start, 'G', 'g', 'k').view.selected).toBe('aaa');
});

test('the chosen session stays chosen when its row moves', () => {
  const moved = withSnapshot(
    pressed(start, 'j').view,
    snapshot(session('bbb', { state: 'needs-input' }), session('aaa'), session('ccc')),
    now,
  );
  expect(moved.selected).toBe('bbb');
  expect(screen(moved)[1]).toMatch(/^› ◆ bbb/);
});

test('when the chosen session goes away, the one in its place is chosen', () => {
  expect(withSnapshot(pressed(start, 'j').view, snapshot(session('aaa'), session('ccc')), now).selected).toBe('ccc');
  expect(withSnapshot(start, snapshot(), now).selected).toBeNull();
});

test('s asks only for a review, and says so otherwise', () => {
  expect(pressed(start, 's').action).toMatchObject({ kind: 'seen', session: { id: 'aaa', stateChange: 1 } });
  const busy = pressed(start, 'j', 's');
  expect(busy.action).toBeUndefined();
  expect(screen(busy.view).at(-1)).toContain('bbb is not to review.');
});

test('l types a label: any character counts, backspace takes one, Enter sends, Esc leaves all as it was', () => {
  expect(pressed(start, 'l', 'q', 'j', '漢', '👧', '\u007f', ' ', '\r').action).toEqual({
    kind: 'label',
    id: 'aaa',
    label: 'qj漢',
  });
  expect(pressed(start, 'l', '\r').action).toEqual({ kind: 'label', id: 'aaa', label: null });
  const left = pressed(start, 'l', 'x', '\u001b');
  expect(left.action).toBeUndefined();
  expect(left.view.mode.kind).toBe('list');
});

test('controls never get into a label', () => {
  const typed = pressed(start, 'l', '\u0007', '\u001b[A', 'a', '\u009b').view.mode;
  expect(typed).toMatchObject({ kind: 'label', draft: 'a' });
});

test('Ctrl-C quits from everywhere, q from the list', () => {
  expect(pressed(start, 'q').action).toEqual({ kind: 'quit' });
  expect(pressed(start, 'l', '\u0003').action).toEqual({ kind: 'quit' });
});

test('what the terminal sends is cut into keys', () => {
  expect(keysOf('jk\u001b[B\u001bOA\u001b[5~漢\u001b')).toEqual([
    'j',
    'k',
    '\u001b[B',
    '\u001bOA',
    '\u001b[5~',
    '漢',
    '\u001b',
  ]);
});

test.each([
  [40, 10],
  [80, 24],
  [120, 5],
  [20, 3],
])('on %i × %i the screen has exactly its rows and nothing sticks out', (columns, rows) => {
  const many = withSnapshot(
    start,
    snapshot(...Array.from({ length: 40 }, (_, n) => session(`s${n}`, { label: '漢字'.repeat(n) }))),
    now,
  );
  const lines = screen(pressed(many, 'G').view, columns, rows);
  expect(lines).toHaveLength(rows);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(columns, 34));
  expect(lines.some((line) => line.startsWith('›'))).toBe(true);
});

test('the head counts what waits, and says when the daemon is away', () => {
  expect(screen(start)[0]).toBe('Tallymux  1 to review · 1 busy · 1 idle');
  expect(screen({ ...start, away: true })[0]).toMatch(/Daemon away, reconnecting/);
  expect(withSnapshot({ ...start, away: true }, three, now).away).toBe(false);
});

test('a red warning takes the head', () => {
  const warned = { ...three, warnings: [{ name: 'disk-full', severity: 'red' as const, text: 'The disk is full.' }] };
  expect(screen(withSnapshot(EMPTY, warned, now))[0]).toBe('The disk is full.');
});

test('without sessions it says how to start one', () => {
  expect(screen(withSnapshot(EMPTY, snapshot(), now)).join('\n')).toContain('Start `claude` in any terminal');
});
