// The details of one session: what is known is said, what is not is left out.

import { expect, test } from 'vitest';
import { session } from '../testing/session.ts';
import { detailLines } from './details.ts';
import { actionOf } from './session-words.ts';

const style = { columns: 200, colour: false, now: Date.parse('2026-01-01T10:12:00.000Z') };
const names = (lines: readonly string[]) => lines.slice(1).map((line) => line.slice(2, 15).trim());

test('A7: to-dos, sub-agents, tokens and errors are said', () => {
  const lines = detailLines(
    session('abc', {
      state: 'busy',
      todos: { done: 2, total: 5, current: 'Run the auth suite' },
      agents: [
        { id: 'a1', type: 'tester', description: 'Test it', action: 'Bash · npm test' },
        { id: 'a2', type: null, description: null, action: null },
      ],
      tokens: { input: 1200, output: 34 },
      totalTokens: { input: 5000, output: 400 },
      toolErrors: 2,
      apiError: { kind: 'overloaded', text: 'API Error: 529', status: 529 },
    }),
    style,
  );
  const text = lines.join('\n');
  expect(text).toMatch(/to-dos +2 of 5 done; now: Run the auth suite/);
  expect(text).toMatch(/sub-agent +tester: Test it \(Bash · npm test\)\n +sub-agent +a2\n/);
  expect(text).toMatch(/tokens +1200 in, 34 out; whole conversation 5000 in, 400 out/);
  expect(text).toMatch(/tool errors +2 in this turn/);
  expect(text).toMatch(/failed +overloaded: API Error: 529/);
});

test('A9: listening ports are said', () => {
  expect(detailLines(session('abc', { ports: [3000, 5173] }), style).join('\n')).toMatch(/ports +3000, 5173/);
});

test('why it is in its state is said in words, where they are known, beside the name of the rule', () => {
  const known = session('abc', { because: 'level-busy' });
  expect(detailLines(known, style, 'The registry says busy.').join('\n')).toMatch(
    /because +The registry says busy\. \(level-busy\)/,
  );
  expect(detailLines(known, style).join('\n')).toMatch(/because +level-busy$/m);
});

test('what is not known has no line', () => {
  const said = names(detailLines(session('abc'), style));
  for (const name of ['to-dos', 'sub-agent', 'tokens', 'tool errors', 'failed', 'ports'])
    expect(said).not.toContain(name);
});

test('A7: a list says the to-do in hand where no tool is at work', () => {
  const todos = { done: 1, total: 3, current: 'Write the store' };
  expect(actionOf(session('abc', { state: 'busy', todos }))).toBe('Write the store');
  expect(actionOf(session('abc', { state: 'busy', todos, action: 'Bash · make' }))).toBe('Bash · make');
  expect(actionOf(session('abc', { state: 'idle', todos }))).toBe('');
});

test('text of a session cannot move the cursor', () => {
  const todos = { done: 0, total: 1, current: 'a\u001b[2Jb' };
  const agents = [{ id: 'x', type: 't\u0007', description: null, action: '\u202e' }];
  const text = detailLines(session('abc', { todos, agents }), style).join('\n');
  for (const character of ['\u0007', '\u001b', '\u202e']) expect(text).not.toContain(character);
});
