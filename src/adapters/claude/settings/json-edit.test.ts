import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looseJson } from '../../../../test/loose-json.ts';
import { append, takeOut } from './json-edit.ts';
import { type JsonArray, JsonMistake, type JsonObject, parseTree, plainValue } from './json-tree.ts';

const at = (text: string, ...way: (string | number)[]): JsonObject | JsonArray => {
  let node = parseTree(text);
  for (const step of way) {
    if (node.kind === 'object') node = node.children.find(({ name }) => name === step)?.value ?? node;
    else if (node.kind === 'array') node = node.children[Number(step)] ?? node;
  }
  if (node.kind === 'scalar') throw new Error('no container');
  return node;
};

describe('append', () => {
  it.each([
    ['{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "n": {\n    "x": []\n  }\n}\n'],
    ['{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"n": {\n\t\t"x": []\n\t}\n}'],
    ['{\r\n    "a": 1\r\n}', '{\r\n    "a": 1,\r\n    "n": {\r\n        "x": []\r\n    }\r\n}'],
    ['{"a":1}', '{"a":1,"n":{"x":[]}}'],
    ['{"a": 1, "b": 2}', '{"a": 1, "b": 2, "n": {"x": []}}'],
    ['{}', '{\n  "n": {\n    "x": []\n  }\n}'],
    ['\uFEFF{}', '\uFEFF{\n  "n": {\n    "x": []\n  }\n}'],
    ['{\n  "a": 1, // why\n}', '{\n  "a": 1, // why\n  "n": {\n    "x": []\n  }\n}'],
    ['{\n  "a": 1 // why\n}', '{\n  "a": 1, // why\n  "n": {\n    "x": []\n  }\n}'],
    ['{\n  "a": 1,\n}', '{\n  "a": 1,\n  "n": {\n    "x": []\n  },\n}'],
    ['{ // none\n}', '{ // none\n  "n": {\n    "x": []\n  }\n}'],
  ])('writes as the file does: %j', (before, after) => {
    expect(append(before, at(before), 'n', { x: [] })).toBe(after);
  });

  it('keeps what stands in texts as it is on one line', () => {
    const text = '{"a": 1}';
    const after = append(text, at(text), 'n', { path: '/a [ b ] { c }, d: e' });
    expect(after).toBe('{"a": 1, "n": {"path": "/a [ b ] { c }, d: e"}}');
  });
});

describe('takeOut', () => {
  it.each([
    ['[1,2,3]', 0, '[2,3]'],
    ['[1,2,3]', 1, '[1,3]'],
    ['[1,2,3]', 2, '[1,2]'],
    ['[\n  1,\n  2,\n]', 1, '[\n  1,\n]'],
    ['[\n  1 /* , */,\n  2\n]', 0, '[ /* , */\n  2\n]'],
    ['[ // c\n 1, 2\n]', 0, '[ // c\n  2\n]'],
    ['[ // c\n 1 ]', 0, '[ // c\n  ]'],
    ['[ 1 ]', 0, '[]'],
    ['[\n  1 // c\n]', 0, '[ // c\n]'],
  ])('%j without number %i', (before, index, after) => {
    const result = takeOut(before, at(before), index);
    expect(result).toBe(after);
    const left = plainValue(parseTree(before)) as unknown[];
    expect(plainValue(parseTree(result))).toEqual(left.toSpliced(index, 1));
  });

  it('takes exactly one thing out of any file and keeps every comment', () => {
    fc.assert(
      fc.property(looseJson(fc.array(fc.jsonValue(), { minLength: 1 })), fc.nat(), (text, seed) => {
        const root = parseTree(text);
        if (root.kind !== 'array') throw new Error('no list');
        const index = seed % root.children.length;
        const child = root.children[index] as { start: number; end: number };
        const after = takeOut(text, root, index);
        expect(plainValue(parseTree(after))).toEqual((plainValue(root) as unknown[]).toSpliced(index, 1));
        const outside = text.slice(0, child.start) + text.slice(child.end);
        expect(comments(after)).toEqual(comments(outside));
      }),
      { numRuns: 300 },
    );
  });
});

describe('parseTree', () => {
  it('agrees with JSON.parse on all that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(plainValue(parseTree(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a": 1', 1, 8],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{"a": 01}', 1, 7],
    ['{"a": "x\ny"}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['{} x', 1, 4],
    ['{ /* }', 1, 3],
    ['[1,,2]', 1, 4],
    ['', 1, 1],
  ])('H04: tells where %j is wrong', (text, line, column) => {
    expect(() => parseTree(text)).toThrow(expect.objectContaining({ name: 'JsonMistake', line, column }));
  });

  it('takes every text that JSON takes, and no other', () => {
    for (const text of ['"\u007f\u0085"', '"\\\\"', '"\\\\\\""', '"/* no */ // comment"', '""'])
      expect(plainValue(parseTree(text))).toBe(JSON.parse(text));
    for (const text of ['"a', '"a\\"', '"\\x"', '"\t"', '"\\u12"', '"a"b"'])
      expect(() => parseTree(text)).toThrow(JsonMistake);
  });

  it('is not exhausted by a long text, blank or comment', () => {
    for (const filled of [
      `"${'x'.repeat(3e7)}"`,
      `${' \n'.repeat(1e7)}1`,
      `/*${'*'.repeat(2e7)}*/1`,
      `//${'/'.repeat(2e7)}\n1`,
    ])
      expect(parseTree(filled).end).toBe(filled.length);
  });

  it('is not exhausted by deep nesting', () => {
    expect(() => parseTree('['.repeat(100_000))).toThrow(JsonMistake);
  });
});

const comments = (text: string): string[] => text.match(/\/\*c\d*\*\/|\/\/c\d*/g) ?? [];
