import { expect, it } from 'vitest';
import type { LoggedEffect } from '../../src/demo/effects-log.ts';
import { type Attempt, judge, strayKeys } from './race-judge.ts';

const DIALOGS = [
  { dialog: 'a', words: 'touch a' },
  { dialog: 'b', words: 'touch b' },
];
const open = (dialog: string, at: number): LoggedEffect => ({ at, event: 'open', dialog, subject: '' });
const key = (at: number, dialog: string | null, name: string, highlighted = 'Yes', blind = false): LoggedEffect => ({
  ...{ at, event: 'key', dialog, key: name, bytes: name, taken: true, blind, highlighted },
});
const effect = (at: number, dialog: string, via: 'key' | 'person' | 'hook' = 'key'): LoggedEffect => ({
  ...{ at, event: 'effect', dialog, effect: 'yes', via, label: 'Yes', text: null, answers: null, keys: ['1'] },
});
const YES = { n: 1, label: 'Yes', meaning: 'allow' } as const;
const NO = { n: 4, label: 'No', meaning: 'deny' } as const;
const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  ...{ prompt: 'k3f.1', shown: 'touch a', option: YES, askedAt: 10, repliedAt: 30, reply: 'answered', ...more },
});

it.each([
  ['an answer by its digit', [open('a', 0), key(20, 'a', '1'), effect(20, 'a')], [attempt()]],
  ['an answer by Enter on its row', [open('a', 0), key(20, 'a', 'Enter', 'Yes'), effect(20, 'a')], [attempt()]],
  ['an answer that came second', [open('a', 0), effect(9, 'a', 'person')], [attempt({ reply: 'over' })]],
  ['the same answer by the person', [open('a', 0), effect(20, 'a', 'person')], [attempt()]],
  [
    'a key for what was gone a moment ago',
    [open('a', 0), effect(15, 'a', 'person'), key(20, null, '1', '', true)],
    [attempt({ reply: 'over' })],
  ],
  [
    'an arrow that is read behind a reply which says that its effect was not seen',
    [open('a', 0), key(40, 'a', 'Down', 'No')],
    [attempt({ reply: 'half done' })],
  ],
] satisfies [string, LoggedEffect[], Attempt[]][])('lets pass %s', (_what, log, attempts) => {
  expect(judge(log, attempts, DIALOGS)).toEqual([]);
});

it('takes the key that takes a digit back for what it is, also where it is read in the next race', () => {
  const late = [key(20, null, '1', '', true)];
  const back = [key(40, null, 'BSpace')];
  expect(judge(back, [], DIALOGS, late)).toEqual([]);
  expect(judge(back, [], DIALOGS).join()).toMatch(/composer/);
  expect(judge(back, [], DIALOGS, [...late, key(30, null, 'BSpace')]).join()).toMatch(/composer/);
});

it.each([
  ['two effects', [open('a', 0), effect(15, 'a'), effect(20, 'a', 'hook')], [attempt()], /two effects/],
  ['a key into another dialog', [open('b', 0), key(20, 'b', '1'), effect(20, 'a')], [attempt()], /reached b/],
  [
    'a key for an earlier one of the same text',
    [open('a', 15), key(20, 'a', '1'), effect(20, 'a')],
    [attempt()],
    /reached a/,
  ],
  ['a key after the reply', [open('a', 0), effect(20, 'a'), key(40, 'a', '1')], [attempt()], /reached a/],
  ['an arrow after "answered"', [open('a', 0), effect(20, 'a'), key(40, 'a', 'Down')], [attempt()], /reached a/],
  ['an arrow long after', [open('a', 0), key(6_040, 'a', 'Down')], [attempt({ reply: 'half done' })], /reached a/],
  [
    'an arrow after "nothing was sent"',
    [open('a', 0), key(40, 'a', 'Down')],
    [attempt({ reply: 'changed' })],
    /reached a/,
  ],
  ['a digit after "half done"', [open('a', 0), key(40, 'a', '1')], [attempt({ reply: 'half done' })], /reached a/],
  [
    'an arrow into another dialog after "half done"',
    [open('b', 0), key(40, 'b', 'Down')],
    [attempt({ reply: 'half done' })],
    /reached b/,
  ],
  ['a key in the composer', [open('a', 0), key(20, null, '1'), effect(25, 'a')], [attempt()], /composer/],
  [
    'Enter on another row',
    [open('a', 0), key(20, 'a', 'Enter', 'No'), effect(20, 'a')],
    [attempt()],
    /Enter came on "No"/,
  ],
  ['another digit', [open('a', 0), key(20, 'a', '2'), effect(20, 'a')], [attempt()], /2 came to a/],
  ['"answered" without an effect', [open('a', 0)], [attempt()], /no effect/],
  ['"answered" with the opposite', [open('a', 0), effect(20, 'a', 'person')], [attempt({ option: NO })], /no effect/],
  ['two that were both told so', [open('a', 0), effect(20, 'a')], [attempt(), attempt()], /answered twice/],
  ['a broken reply', [open('a', 0)], [attempt({ reply: '500 internal' })], /500/],
] satisfies [string, LoggedEffect[], Attempt[], RegExp][])('finds %s', (_what, log, attempts, found) => {
  expect(judge(log, attempts, DIALOGS).join('\n')).toMatch(found);
});

it('finds a key in the pane of the next tmux server', () => {
  expect(strayKeys('')).toEqual([]);
  expect(strayKeys('1').join()).toMatch(/"1" reached/);
});
