// The sequence of changes.

import { expect, it } from 'vitest';
import type { Change } from '../core/apply-change.ts';
import { startChangeLog } from './change-log.ts';

const clock = { steady: () => 5, wall: () => 1_000_000 };

it('has no gaps, begins at the wall clock, and reaches every listener in order', () => {
  const log = startChangeLog(clock, 'here');
  expect(log.number()).toBe(1_000_000);
  const heard: Change[][] = [[], []];
  const stops = heard.map((list) => log.subscribe((change) => list.push(change)));
  log.emit({ kind: 'session-removed', id: 'a' });
  stops[0]?.();
  log.emit({ kind: 'session-removed', id: 'b' });
  expect(heard.map((list) => list.map(({ number }) => number))).toEqual([[1_000_001], [1_000_001, 1_000_002]]);
  expect(heard[1]?.[1]).toEqual({
    kind: 'session-removed',
    id: 'b',
    number: 1_000_002,
    at: '1970-01-01T00:16:40.000Z',
    host: 'here',
  });
});

it('hands over what was held in order, also when the work fails', () => {
  const log = startChangeLog(clock, 'here');
  const heard: number[] = [];
  log.subscribe(({ number }) => heard.push(number));
  const work = () => {
    log.emit({ kind: 'session-removed', id: 'a' });
    log.hold(() => log.emit({ kind: 'session-removed', id: 'b' }));
    expect(heard).toEqual([]);
    throw new Error('halfway');
  };
  expect(() => log.hold(work)).toThrow('halfway');
  expect(heard).toEqual([1_000_001, 1_000_002]);
  log.emit({ kind: 'session-removed', id: 'c' });
  expect(heard).toHaveLength(3);
});

it('goes on for the others when a listener stops listening while it is told', () => {
  const log = startChangeLog(clock, 'here');
  const heard: string[] = [];
  const stop = log.subscribe(() => {
    heard.push('one');
    stop();
  });
  log.subscribe(() => heard.push('two'));
  log.emit({ kind: 'session-removed', id: 'a' });
  log.emit({ kind: 'session-removed', id: 'b' });
  expect(heard).toEqual(['one', 'two', 'two']);
});

it('is seen only where somebody says that a person looks there, and only for as long', () => {
  const log = startChangeLog(clock, 'here');
  log.subscribe(() => {});
  expect(log.seen()).toBe(false);
  let visible = true;
  const stop = log.subscribe(
    () => {},
    () => visible,
  );
  expect(log.seen()).toBe(true);
  visible = false;
  expect(log.seen()).toBe(false);
  visible = true;
  stop();
  expect(log.seen()).toBe(false);
});

it('tells the others, and the rest of what was held, when a listener fails', () => {
  const faults: unknown[] = [];
  const log = startChangeLog(clock, 'here', (fault) => faults.push(fault));
  const heard: number[] = [];
  log.subscribe(() => {
    throw new Error('deaf');
  });
  log.subscribe(({ number }) => heard.push(number));
  log.hold(() => {
    log.emit({ kind: 'session-removed', id: 'a' });
    log.emit({ kind: 'session-removed', id: 'b' });
  });
  log.emit({ kind: 'session-removed', id: 'c' });
  expect(heard).toEqual([1_000_001, 1_000_002, 1_000_003]);
  expect(faults).toHaveLength(3);
});
