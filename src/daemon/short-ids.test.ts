// Short ids.

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeShortIds } from './short-ids.ts';

it('are three letters and digits that are not taken for each other, a letter first, none twice', () => {
  const taken = new Set<string>();
  const next = makeShortIds(randomBytes, (id) => taken.has(id));
  for (let count = 0; count < 2_000; count++) {
    const id = next();
    expect(id).toMatch(/^[a-hjkmnp-z][a-hjkmnp-z2-9]{2}$/);
    expect(taken.has(id)).toBe(false);
    taken.add(id);
  }
});

it('are four long once three are used up', () => {
  expect(makeShortIds(randomBytes, (id) => id.length === 3)()).toHaveLength(4);
});
