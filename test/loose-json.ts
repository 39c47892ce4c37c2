// Makes texts for property tests: JSON as people write it, with comments, trailing commas, tabs, CRLF and a byte order
// mark. For tests only.

import fc from 'fast-check';

/**
 * Texts that stand for values of `values`. Comments read `//c7` or `/*c7*\/`, numbered in order; no text inside a value
 * looks like one.
 */
export function looseJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const manner = fc.record({
    eol: fc.constantFrom('\n', '\r\n'),
    unit: fc.constantFrom('  ', '\t', '    ', ''),
    oneLine: fc.boolean(),
    comments: fc.array(fc.constantFrom('', '', '', 'line', 'block'), { minLength: 1, maxLength: 7 }),
    trailing: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    bom: fc.boolean(),
    end: fc.boolean(),
  });
  return fc.tuple(values, manner).map(([value, { eol, unit, oneLine, comments, trailing, bom, end }]) => {
    let number = 0;
    const comment = (): string => {
      const kind = comments[number % comments.length];
      number += 1;
      if (kind === 'block') return ` /*c${number}*/`;
      return kind === 'line' && !oneLine ? ` //c${number}${eol}` : '';
    };
    const print = (one: unknown, depth: number): string => {
      if (typeof one !== 'object' || one === null) return JSON.stringify(one).replaceAll('/', '\\/');
      const step = oneLine ? '' : eol + unit.repeat(depth + 1);
      const items = Array.isArray(one)
        ? one.map((item) => print(item, depth + 1))
        : Object.entries(one).map(
            ([name, item]) => `${JSON.stringify(name).replaceAll('/', '\\/')}: ${print(item, depth + 1)}`,
          );
      const [open, close] = Array.isArray(one) ? '[]' : '{}';
      const body = items.map((item) => step + item + comment()).join(',');
      const comma = items.length > 0 && trailing[number % trailing.length] ? ',' : '';
      return `${open}${comment()}${body}${comma}${comment()}${items.length > 0 && !oneLine ? eol + unit.repeat(depth) : ''}${close}`;
    };
    return (bom ? '\uFEFF' : '') + print(value, 0) + (end ? eol : '');
  });
}
