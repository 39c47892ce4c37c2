// When the file of a hook may go.

import { expect, it } from 'vitest';
import { until } from '../../test/lab/until.ts';
import { hookReceipts } from './hook-receipts.ts';
import type { Living } from './living.ts';

const living = { id: 'k3f', dirty: false, unwritten: [] } as unknown as Living;

it('it stays while any write waits, such as the one of the question that it brought', async () => {
  let waits = true;
  let flushed = 0;
  let taken = 0;
  const keeping = {
    waits: () => waits,
    flush() {
      flushed += 1;
      waits = flushed < 2;
    },
  };
  const receipts = hookReceipts(keeping, { byId: () => living }, { steady: () => 0, wall: () => 0 });
  receipts.owe([living], { taken: () => (taken += 1) } as never);
  await until('it was tried', () => flushed === 1);
  expect(taken).toBe(0);
  receipts.dispose();
  expect([flushed, taken]).toEqual([2, 1]);

  receipts.owe([living], { taken: () => (taken += 1) } as never);
  expect([flushed, taken]).toEqual([2, 2]);
  receipts.dispose();
});
