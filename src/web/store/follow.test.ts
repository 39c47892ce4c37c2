import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { CONTRACT } from '../../contract/commands.ts';
import type { ServerFrame } from '../../contract/frames.ts';
import { type Followed, follow, NOTHING } from './follow.ts';

const snapshot = (number: number): ServerFrame => ({
  frame: 'snapshot',
  number,
  host: 'desk',
  epoch: 'e',
  claudeInstalled: true,
  sessions: [aSession('a')],
  prompts: [],
  warnings: [],
});
const change = (number: number): ServerFrame => ({
  frame: 'change',
  kind: 'session-changed',
  session: aSession(`s${number}`),
  announce: null,
  number,
  at: '2026-01-01T10:00:00.000Z',
  host: 'desk',
});
const hello: ServerFrame = {
  frame: 'hello',
  contract: CONTRACT,
  version: '1',
  epoch: 'e',
  role: 'full',
  pulseMs: 1000,
};
const after = (...frames: ServerFrame[]) => {
  let held: Followed = NOTHING;
  const asked = frames.map((frame) => {
    const next = follow(held, frame);
    held = next.held;
    return next.ask;
  });
  return { held, asked: asked.filter(Boolean).length, ids: held.snapshot?.sessions.map((one) => one.id) };
};

test('changes in step are applied', () => {
  expect(after(hello, snapshot(7), change(8), change(9)).ids).toEqual(['a', 's8', 's9']);
});

test('a gap asks once for a snapshot and shows what was there until it comes', () => {
  const gap = after(hello, snapshot(7), change(9), change(10));
  expect(gap).toMatchObject({ asked: 1, ids: ['a'] });
  expect(after(hello, snapshot(7), change(9), change(10), snapshot(10), change(11)).ids).toEqual(['a', 's11']);
});

test('after a new hello, changes wait for that daemon’s snapshot', () => {
  expect(after(hello, snapshot(7), hello, change(8))).toMatchObject({ asked: 0, ids: ['a'] });
});

test('a change that the snapshot already holds alters nothing', () => {
  expect(after(hello, snapshot(7), change(7)).ids).toEqual(['a']);
});
