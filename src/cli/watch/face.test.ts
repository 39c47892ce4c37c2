// Digits in the live list: they answer the prompt that stands there, and nothing else.

import { expect, test } from 'vitest';
import { optionLike, promptLike } from '../../../test/prompt-like.ts';
import type { Snapshot } from '../../core/apply-change.ts';
import type { Prompt } from '../../core/prompt.ts';
import { session } from '../testing/session.ts';
import { displayWidth } from '../text/display-width.ts';
import { momentOf, screenLines } from './screen.ts';
import { EMPTY, press, type View, withSnapshot } from './view.ts';

const now = Date.parse('2026-01-01T10:12:00.000Z');
const size = { columns: 80, rows: 24 };
const waits = { state: 'needs-input' as const, waitingSince: '2026-01-01T10:00:00.000Z' };
const snapshot = (...prompts: Prompt[]): Snapshot => ({
  number: 1,
  host: 'here',
  epoch: 'e',
  claudeInstalled: true,
  sessions: [session('k3f', waits), session('m2q', { ...waits, waitingSince: '2026-01-01T10:01:00.000Z' })],
  prompts,
  warnings: [],
});
const showing = (...prompts: Prompt[]): View => withSnapshot(EMPTY, snapshot(...prompts), now);

/** Keys one after another, the first `after` milliseconds later. */
function keys(view: View, after: number, pressed: readonly string[], at = size) {
  let last: ReturnType<typeof press> = { view };
  for (const key of pressed) last = press(last.view, key, momentOf(last.view, at, now + after));
  return last;
}
const foot = (view: View, at = size) => screenLines(view, at, false, now).at(-1)?.trimEnd();
const numbered = (count: number) =>
  [
    optionLike(1, 'Yes', { meaning: 'allow' }),
    optionLike(2, 'Yes, always', { meaning: 'allow-always' }),
    optionLike(3, 'Yes, and use auto mode', { meaning: 'allow-mode' }),
  ]
    .slice(0, count - 1)
    .concat(optionLike(count, 'No', { meaning: 'deny', text: 'may' }));

test('B6: the prompt of the chosen row stands below the list, with its options', () => {
  const lines = screenLines(showing(promptLike()), size, false, now).map((line) => line.trimEnd());
  expect(lines.slice(-7)).toEqual([
    `── k3f.1 · Bash command · 12m ${'─'.repeat(50)}`,
    '  npm run e2e',
    '  # Run the end-to-end tests',
    '  1. Yes',
    "  2. Yes, and don't ask again for npm run commands in /home/dev/shop",
    '  3. No',
    '1–3 answer  p all  j/k  ⏎ attach  e explain  l s m  q quit',
  ]);
  expect(lines[1]).toMatch(/^› ◆ k3f .*Bash · npm run e2e$/);
});

test.each([2, 3, 4])(
  'B6, P07: with %i options each digit is the option of that number, and no other digit is one',
  (count) => {
    const view = showing(promptLike({ options: numbered(count) }));
    for (const { n, label, meaning } of numbered(count)) {
      const { action, view: after } = keys(view, 300, [`${n}`]);
      expect(action).toMatchObject({ kind: 'answer', answer: { prompt: 'k3f.1', option: { n, label, meaning } } });
      expect(foot(after)).toBe(`Sending k3f.1 → ${n}. ${label}`);
    }
    for (const key of ['0', `${count + 1}`, '9']) {
      const { action, view: after } = keys(view, 300, [key]);
      expect(action).toBeUndefined();
      expect(foot(after)).toBe(`k3f.1 has no option ${key}.`);
    }
  },
);

test('B6: digits rest for 300 ms after a prompt came, changed, followed another, or its row was chosen', () => {
  const view = showing(promptLike());
  const refused = keys(view, 299, ['1']);
  expect(refused.action).toBeUndefined();
  expect(foot(refused.view)).toBe('It just came up: read it, then press again.');
  expect(keys(view, 300, ['1']).action).toBeDefined();
  const later = now + 5_000;
  const changed = withSnapshot(view, snapshot(promptLike({ changedAt: '2026-01-01T10:12:05.000Z' })), later);
  const followed = withSnapshot(view, snapshot(promptLike({ id: 'k3f.2' })), later);
  for (const other of [changed, followed]) {
    expect(keys(other, 5_299, ['1']).action).toBeUndefined();
    expect(keys(other, 5_300, ['1']).action).toBeDefined();
  }
  const both = showing(promptLike(), promptLike({ id: 'm2q.1', session: 'm2q' }));
  expect(keys(both, 5_000, ['j', '1']).action).toBeUndefined();
  expect(keys(keys(both, 5_000, ['j']).view, 5_300, ['1']).action).toMatchObject({ answer: { prompt: 'm2q.1' } });
  const back = keys(view, 5_000, ['p', '\u001b']).view;
  expect(keys(back, 5_100, ['1']).action).toBeUndefined();
});

test('B6: a change elsewhere wakes nothing and moves nothing', () => {
  const view = showing(promptLike());
  const other = withSnapshot(view, snapshot(promptLike(), promptLike({ id: 'm2q.1', session: 'm2q' })), now + 290);
  expect(keys(other, 300, ['1']).action).toMatchObject({ answer: { prompt: 'k3f.1' } });
});

test('B6, P08: the prompt that stands there stays while others of its session come, and Tab goes through them', () => {
  const second = promptLike({ id: 'k3f.2', position: { n: 1, of: 2 } });
  const view = withSnapshot(showing(promptLike()), snapshot(second, promptLike({ position: { n: 2, of: 2 } })), now);
  expect(keys(view, 300, ['1']).action).toMatchObject({ answer: { prompt: 'k3f.1' } });
  const next = keys(view, 300, ['\t']).view;
  expect(keys(next, 400, ['1']).action).toBeUndefined();
  expect(keys(next, 600, ['1']).action).toMatchObject({ answer: { prompt: 'k3f.2' } });
});

test('B6: while an answer is on its way a second digit sends nothing', () => {
  const view = showing(promptLike());
  expect(keys(view, 300, ['1', '3']).action).toBeUndefined();
  const sending = showing(promptLike({ standing: 'sending' }));
  expect(keys(sending, 300, ['1']).action).toBeUndefined();
});

test('B6: digits never answer what needs words, several answers or values', () => {
  const words = promptLike({ options: [optionLike(1, 'Tell Claude', { meaning: 'deny', text: 'must' })] });
  expect(foot(keys(showing(words), 300, ['1']).view)).toBe('1 needs words: tallymux answer k3f.1 1 --text "…"');
  const question = { question: 'Parts?', multiSelect: true, options: [{ label: 'API' }] };
  const parts = promptLike({
    kind: 'question',
    tool: 'AskUserQuestion',
    input: { questions: [question] },
    options: [optionLike(1, 'API', { meaning: 'choose' }), optionLike(2, 'Chat', { meaning: 'chat' })],
  });
  expect(keys(showing(parts), 300, ['1']).action).toBeUndefined();
  expect(foot(keys(showing(parts), 300, ['1']).view)).toContain('tallymux answer k3f.1 --answer 1,2');
  expect(keys(showing(parts), 300, ['2']).action).toMatchObject({ answer: { answers: null } });
  const schema = { type: 'object', properties: { region: { type: 'string' } } };
  const form = promptLike({
    kind: 'form',
    tool: 'lab',
    input: { message: 'Where?', requested_schema: schema },
    options: [optionLike(1, 'Accept', { meaning: 'accept' }), optionLike(2, 'Decline', { meaning: 'decline' })],
  });
  expect(keys(showing(form), 300, ['1']).action).toBeUndefined();
  expect(keys(showing(form), 300, ['2']).action).toBeDefined();
});

test('B6, P02: what is not wholly on the screen is not allowed by a digit, but may be refused', () => {
  const long = promptLike({ input: { command: 'line\n'.repeat(60) } });
  const view = showing(long);
  const drawn = screenLines(view, size, false, now);
  expect(drawn.join('\n')).toContain('── p shows all · k3f.1');
  expect(drawn.at(-2)).toBe('  3. No');
  expect(keys(view, 300, ['1']).action).toBeUndefined();
  expect(foot(keys(view, 300, ['1']).view)).toBe('Not all of it is on the screen: p shows it.');
  expect(keys(view, 300, ['3']).action).toBeDefined();
  const full = keys(view, 300, ['p']).view;
  expect(keys(full, 900, ['1']).action).toBeUndefined();
  expect(foot(keys(full, 900, ['1']).view)).toBe('Read it to its end first: j goes on.');
  const end = keys(full, 900, ['G']).view;
  expect(keys(end, 900, ['1']).action).toMatchObject({ answer: { option: { n: 1 } } });
  expect(
    keys(showing(promptLike({ unseenLines: 52, input: null, screen: ['cut'] })), 300, ['1']).action,
  ).toBeUndefined();
});

test('B6: what cannot be answered here, or is not known, says where to go', () => {
  const closed = promptLike({ answerableBy: [], trouble: 'Its screen cannot be read.' });
  expect(foot(keys(showing(closed), 300, ['1']).view)).toContain('tallymux attach k3f');
  expect(foot(keys(showing(), 300, ['1']).view)).toBe('What it asks is not known here: Enter goes to its terminal.');
  expect(keys({ ...showing(promptLike()), away: true }, 300, ['1']).action).toBeUndefined();
});

test('B6: a digit typed into a label answers nothing', () => {
  expect(keys(showing(promptLike()), 300, ['l', '1', '\r']).action).toMatchObject({ kind: 'label', label: '1' });
});

test('on a small terminal the list gives way to one row where the prompt then fits', () => {
  const small = { columns: 40, rows: 10 };
  const view = showing(promptLike());
  const lines = screenLines(view, small, false, now);
  expect(lines.slice(1, 3).join('\n')).toMatch(/^› ◆ k3f.*\n── k3f\.1/);
  expect(keys(view, 300, ['1'], small).action).toBeDefined();
});

test('what was said about a prompt goes when it becomes another', () => {
  const hinted = keys(showing(promptLike()), 300, ['9']).view;
  expect(hinted.message).not.toBe('');
  const changed = snapshot(promptLike({ changedAt: '2026-01-01T10:12:05.000Z' }));
  expect(withSnapshot(hinted, changed, now).message).toBe('');
  expect(withSnapshot(hinted, snapshot(promptLike()), now).message).toBe(hinted.message);
});

test('a prompt that closes while it is read in full gives the list back', () => {
  const full = keys(showing(promptLike()), 300, ['p']).view;
  expect(full.mode.kind).toBe('prompt');
  expect(withSnapshot(full, snapshot(), now).mode.kind).toBe('list');
});

test.each([
  [40, 10],
  [80, 24],
  [120, 40],
  [120, 5],
  [20, 3],
])('on %i × %i the screen has exactly its rows, and nothing of a hostile prompt sticks out', (columns, rows) => {
  const evil = `\u001b[2J\u202e漢字 ${'x'.repeat(200)}`;
  const options = [...numbered(4), optionLike(5, evil, { detail: evil })];
  const view = showing(promptLike({ title: evil, input: { command: `${evil}\n`.repeat(9) }, options }));
  for (const shown of [view, keys(view, 300, ['p']).view]) {
    const lines = screenLines(shown, { columns, rows }, false, now);
    expect(lines).toHaveLength(rows);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e]/u);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(columns, 34));
  }
});
