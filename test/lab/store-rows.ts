// Rows for tests of the store.

import type { AnswerRow, DeviceRow } from '../../src/adapters/sqlite/store-shape.ts';

/** The time of these rows, epoch milliseconds. */
export const NOW = Date.UTC(2026, 10, 30, 7);

/** A paired device. */
export const phone: DeviceRow = {
  id: 'd1',
  name: 'phone',
  role: 'read-only',
  cookieHash: 'aa',
  secretHash: 'bb',
  pairedAt: NOW - 5,
  lastUsedAt: null,
};

/** An answer in the audit. */
export const answered: AnswerRow = {
  at: NOW,
  session: 'k3f',
  prompt: 'k3f.2',
  subject: 'npm test',
  meaning: 'deny',
  label: 'No',
  text: 'use pnpm',
  by: 'd1',
  channel: 'hook',
  result: 'answered',
};
