import { expect, it } from 'vitest';
import { unreadByClaude } from './unread-by-claude.ts';

it.each([
  ['{ "env": { "A": "// no comment, and no comma ,}" } }', null],
  ['\uFEFF{\r\n}\r\n', null],
  ['', null],
  ['{\n  // mine\n  "env": {}\n}', { line: 2, column: 3 }],
  ['{ "a": [1, 2,] }', { line: 1, column: 13 }],
  ['{\n  "a": "\\"//",\n}', { line: 2, column: 14 }],
  ['{ /* one */ }', { line: 1, column: 3 }],
] as const)('H04: of %j Claude does not read from %j on', (text, place) => {
  expect(unreadByClaude(text)).toEqual(place);
});
