// Action lines of tool calls.

import { expect, it } from 'vitest';
import { actionOf } from './tool-action.ts';

it.each([
  ['Bash', { command: 'npm test', description: 'Run tests' }, 'Bash · npm test'],
  ['Bash', { command: '  cat <<EOF\none\nEOF' }, 'Bash · cat <<EOF'],
  ['Bash', { command: 'a\tb  \t c' }, 'Bash · a b c'],
  ['Bash', {}, 'Bash'],
  ['Bash', { command: 7 }, 'Bash'],
  ['Bash', { command: '   ' }, 'Bash'],
  ['Edit', { old_string: 'secret', new_string: 'x', file_path: '/a/b.ts' }, 'Edit · /a/b.ts'],
  ['NotebookEdit', { notebook_path: '/n.ipynb' }, 'NotebookEdit · /n.ipynb'],
  ['Agent', { description: 'Look around', prompt: 'long' }, 'Agent · Look around'],
  ['WebFetch', { url: 'https://example.org', prompt: 'x' }, 'WebFetch · https://example.org'],
  ['Grep', { pattern: 'foo', path: '/src' }, 'Grep · foo'],
  ['AskUserQuestion', { description: 'no', questions: [] }, 'AskUserQuestion'],
  ['ExitPlanMode', { path: '/plan.md', plan: '…' }, 'ExitPlanMode'],
  ['mcp__lab__deploy', { url: 'https://x' }, 'lab · deploy'],
  ['mcp__my_server__do_it__now', {}, 'my_server · do_it__now'],
  ['Later', { thing: 'x' }, 'Later'],
])('%s with %j reads "%s"', (tool, input, line) => {
  expect(actionOf(tool, input)).toBe(line);
});

it('is never longer than 120 characters', () => {
  const line = actionOf('Bash', { command: 'x'.repeat(5000) });
  expect(line).toHaveLength(120);
  expect(line.endsWith('x…')).toBe(true);
});
