import { expect, it } from 'vitest';
import { promptLike } from '../../test/prompt-like.ts';
import { restOfInput } from './ask-rest.ts';

it('what a card does not draw by name is told all the same', () => {
  const input = { command: 'ls', description: 'List', timeout: 120_000, dangerouslyDisableSandbox: true };
  expect(restOfInput(promptLike({ input }))).toEqual([
    { name: 'timeout', value: '120000' },
    { name: 'dangerouslyDisableSandbox', value: 'true' },
  ]);
});

it('a tool that is drawn whole, and a prompt without an input, have no rest', () => {
  expect(restOfInput(promptLike({ tool: 'mcp__lab__deploy', input: { env: 'production' } }))).toEqual([]);
  expect(restOfInput(promptLike({ input: null }))).toEqual([]);
});
