import { expect, test } from 'vitest';
import { promptLike } from '../../../test/prompt-like.ts';
import type { Prompt, Receipt } from '../../core/prompt.ts';
import { above, lookedAt, queueItems } from './queue.ts';

const at = (second: number): string => `2026-01-01T10:00:0${second}.000Z`;
const open = (id: string, second: number): Prompt =>
  promptLike({ id, session: id.split('.')[0] ?? '', openedAt: at(second) });
const closed = (prompt: Prompt) => ({
  receipt: { prompt: prompt.id, session: prompt.session, at: at(9) } as Receipt,
  prompt,
  late: false,
});
const ids = (items: ReturnType<typeof queueItems>) => items.map(({ kind, id }) => `${kind} ${id}`);

test('prompts stand in the order in which they were opened, of one moment by their number', () => {
  const prompts = [open('a.10', 2), open('a.9', 2), open('b.1', 1)];
  expect(ids(queueItems(prompts, [], null))).toEqual(['open b.1', 'open a.9', 'open a.10']);
  expect(ids(queueItems(prompts, [], 'a'))).toEqual(['open a.9', 'open a.10']);
});

test('what is left of a prompt stays where it was, also before the list without it has come', () => {
  const [first, second] = [open('a.1', 1), open('a.2', 2)];
  expect(ids(queueItems([first, second], [closed(first)], 'a'))).toEqual(['closed a.1', 'open a.2']);
});

test('after the one that was looked at, the next is; a new one at the end changes nothing', () => {
  const [first, second, third] = [open('a.1', 1), open('a.2', 2), open('a.3', 3)];
  expect(lookedAt(queueItems([first, second, third], [], null), 'a.2')?.id).toBe('a.2');
  expect(lookedAt(queueItems([first, third], [closed(second)], null), 'a.2')?.id).toBe('a.3');
  expect(lookedAt(queueItems([first], [closed(second)], null), 'a.2')?.id).toBe('a.1');
  expect(lookedAt(queueItems([], [closed(second)], null), 'a.2')).toBeNull();
});

test('what stands above is another only when something there comes, goes or folds', () => {
  const [first, second, third] = [open('a.1', 1), open('a.2', 2), open('a.3', 3)];
  const before = above(queueItems([first, second], [], null), 'a.2');
  expect(above(queueItems([first, second, third], [], null), 'a.2')).toBe(before);
  expect(above(queueItems([second], [closed(first)], null), 'a.2')).not.toBe(before);
});
