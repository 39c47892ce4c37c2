import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../contract/commands.ts';
import type { ServerFrame } from '../contract/frames.ts';
import { applyChange, type Snapshot } from '../core/apply-change.ts';
import { MOST_WAITING_BYTES, openFeed } from './change-feed.ts';
import { memoryDaemon, sessionOf } from './testing/memory-daemon.ts';

const GREETING = { version: '1.2.3', role: 'full', pulseMs: 15_000 } as const;

/** A connection that delivers only when told to, and a client that follows what was delivered. */
function slowConnection() {
  const queue: { text: string; written: () => void }[] = [];
  const frames: ServerFrame[] = [];
  let mirror: Snapshot | null = null;
  let gaps = 0;
  return {
    frames,
    sink: {
      send: (text: string, written: () => void) => void queue.push({ text, written }),
      waiting: () => queue.reduce((sum, { text }) => sum + text.length, 0),
    },
    mirror: () => mirror,
    gaps: () => gaps,
    deliver(count: number) {
      for (let i = 0; i < count; i++) {
        const next = queue.shift();
        if (next === undefined) return;
        const frame = JSON.parse(next.text) as ServerFrame;
        frames.push(frame);
        if (frame.frame === 'snapshot') {
          const { frame: _, ...snapshot } = frame;
          mirror = snapshot;
        } else if (frame.frame === 'change' && mirror !== null) {
          const { frame: _, ...change } = frame;
          const followed = applyChange(mirror, change);
          if (followed === null) gaps += 1;
          else mirror = followed;
        }
        next.written();
      }
    },
  };
}

describe('a feed', () => {
  test('greets, shows everything, then tells each change', () => {
    const daemon = memoryDaemon();
    daemon.put(sessionOf('k3f'));
    const connection = slowConnection();
    openFeed(daemon, connection.sink, GREETING);
    daemon.put(sessionOf('m4g'));
    connection.deliver(10);
    expect(connection.frames.map((frame) => frame.frame)).toEqual(['hello', 'snapshot', 'change']);
    expect(connection.frames[0]).toMatchObject({
      contract: CONTRACT,
      epoch: 'epoch-1',
      role: 'full',
      version: '1.2.3',
    });
    expect(connection.mirror()).toEqual(daemon.snapshot());
  });

  test('stops filling the connection of a client that does not read, then brings it up to date', () => {
    const daemon = memoryDaemon();
    const connection = slowConnection();
    openFeed(daemon, connection.sink, GREETING);
    const text = 'x'.repeat(1000);
    for (let i = 0; i < 2000; i++) daemon.put(sessionOf('k3f', { lastText: `${i} ${text}` }));
    expect(connection.sink.waiting()).toBeLessThan(MOST_WAITING_BYTES + 10_000);
    connection.deliver(Number.MAX_SAFE_INTEGER);
    expect(connection.frames.at(-1)?.frame).toBe('snapshot');
    expect(connection.mirror()).toEqual(daemon.snapshot());
    daemon.put(sessionOf('k3f', { lastText: 'after' }));
    connection.deliver(1);
    expect(connection.frames.at(-1)?.frame).toBe('change');
    expect(connection.gaps()).toBe(0);
  });

  test('sends one snapshot at a time to a slow client that asks and asks', () => {
    const daemon = memoryDaemon();
    for (let i = 0; i < 500; i++) daemon.put(sessionOf(`s${i}`));
    const connection = slowConnection();
    const feed = openFeed(daemon, connection.sink, GREETING);
    const one = connection.sink.waiting();
    for (let i = 0; i < 100; i++) feed.resync();
    expect(connection.sink.waiting()).toBeLessThanOrEqual(2 * one + MOST_WAITING_BYTES);
    connection.deliver(Number.MAX_SAFE_INTEGER);
    expect(connection.mirror()).toEqual(daemon.snapshot());
  });

  test('sends no pulse into a connection that is full', () => {
    const daemon = memoryDaemon();
    const connection = slowConnection();
    const feed = openFeed(daemon, connection.sink, GREETING);
    daemon.put(sessionOf('k3f', { lastText: 'x'.repeat(MOST_WAITING_BYTES * 2) }));
    const before = connection.sink.waiting();
    feed.pulse(0);
    expect(connection.sink.waiting()).toBe(before);
  });

  test('ends without a trace', () => {
    const daemon = memoryDaemon();
    const feed = openFeed(daemon, slowConnection().sink, GREETING);
    expect(daemon.listeners()).toBe(1);
    feed.close();
    expect(daemon.listeners()).toBe(0);
  });

  test('however slowly a client reads, it never meets a gap and ends with the truth', () => {
    const step = fc.oneof(
      fc.record({ put: fc.integer({ min: 0, max: 3 }), size: fc.constantFrom(10, 1000, 100_000) }),
      fc.record({ deliver: fc.integer({ min: 1, max: 5 }) }),
      fc.constant({ resync: true as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const daemon = memoryDaemon();
        const connection = slowConnection();
        const feed = openFeed(daemon, connection.sink, GREETING);
        for (const one of steps) {
          if ('put' in one) daemon.put(sessionOf(`s${one.put}`, { lastText: 'x'.repeat(one.size) }));
          else if ('deliver' in one) connection.deliver(one.deliver);
          else feed.resync();
        }
        connection.deliver(Number.MAX_SAFE_INTEGER);
        expect(connection.gaps()).toBe(0);
        expect(connection.mirror()).toEqual(daemon.snapshot());
      }),
      { numRuns: 200 },
    );
  });
});
