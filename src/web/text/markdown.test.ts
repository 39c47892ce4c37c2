import { expect, test } from 'vitest';
import { cpuTimeOf } from '../../../test/cpu-time.ts';
import { inline, markdown } from './markdown.ts';

const texts = (source: string) =>
  markdown(source).map((block) => {
    const text =
      'text' in block ? (typeof block.text === 'string' ? block.text : block.text.map((one) => one.text).join('')) : '';
    return `${block.kind}: ${text}`;
  });

test('headings, lists, code, tables and paragraphs are told apart', () => {
  const source =
    '# Plan\n\nFirst\nsecond.\n\n1. One\n   more\n2) Two\n  - deep\n\n```sh\nrm -rf x\n\n# no heading\n```\n| a | b |\n|---|---|\n---\n> said';
  expect(texts(source)).toEqual([
    'heading: Plan',
    'paragraph: First second.',
    'item: One more',
    'item: Two',
    'item: deep',
    'code: rm -rf x\n\n# no heading',
    'code: | a | b |\n|---|---|',
    'rule: ',
    'quote: said',
  ]);
  expect(markdown('- a\n  - b').map((block) => (block.kind === 'item' ? block.depth : null))).toEqual([0, 1]);
});

test('an open fence hides nothing', () => {
  expect(texts('```\nall of it\n\nto the end')).toEqual(['code: all of it\n\nto the end']);
});

test('code, strong and links within a line', () => {
  expect(inline('Use `a*b*` and **this**, *that*: [here](https://x.example/a), https://y.example/b.')).toEqual([
    { kind: 'text', text: 'Use ' },
    { kind: 'code', text: 'a*b*' },
    { kind: 'text', text: ' and ' },
    { kind: 'strong', text: 'this' },
    { kind: 'text', text: ', ' },
    { kind: 'em', text: 'that' },
    { kind: 'text', text: ': ' },
    { kind: 'link', text: 'here', href: 'https://x.example/a' },
    { kind: 'text', text: ', ' },
    { kind: 'link', text: 'https://y.example/b', href: 'https://y.example/b' },
    { kind: 'text', text: '.' },
  ]);
});

test.each(['[a](javascript:alert(1))', '[a](data:text/html,x)', '[a](file:///etc/passwd)', '[a](//x.example)'])(
  '%s is no link',
  (source) => {
    expect(inline(source).some(({ kind }) => kind === 'link')).toBe(false);
  },
);

test('a long hostile plan is read in a moment', () => {
  const hostile = `${'*a '.repeat(20_000)}\n${'`'.repeat(20_000)}\n${'['.repeat(20_000)}\n${'**a'.repeat(10_000)}`;
  expect(cpuTimeOf(() => markdown(hostile))).toBeLessThan(3000);
});
