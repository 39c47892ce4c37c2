// What a person hears who answers a session that asks nothing that is open.

import { expect, test } from 'vitest';
import type { Receipt } from '../../core/prompt.ts';
import { session } from '../testing/session.ts';
import { nothingOpen } from './pick-prompt.ts';

const closed = '2026-01-01T10:00:01.000Z';
const receipt: Receipt = {
  prompt: 'k3f.1',
  session: 'k3f',
  outcome: 'gone',
  ending: 'ended',
  subject: 'npm run e2e',
  answer: null,
  by: null,
  whole: true,
  at: closed,
};
const said = (since: string, last: Receipt) =>
  nothingOpen(session('k3f', { state: 'needs-input', since }), last, Date.parse(closed)).message;

test('B6: of a Claude that is gone it is not said that it still waits, until it waits anew', () => {
  for (const ending of ['ended', 'closed'] as const) {
    expect(said('2026-01-01T10:00:00.000Z', { ...receipt, ending })).toMatch(/ just now .*Nothing was sent\.$/);
    expect(said('2026-01-01T10:00:02.000Z', { ...receipt, ending })).toContain('tallymux attach k3f');
  }
  expect(said('2026-01-01T10:00:00.000Z', { ...receipt, ending: 'terminal' })).toContain('tallymux attach k3f');
});
