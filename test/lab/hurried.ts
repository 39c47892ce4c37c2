// Time that passes as fast as the machine computes: what waits seconds for somebody's next move is told within moments,
// and a crowded machine makes no wait of it longer than another.

import { vi } from 'vitest';

/** Fake timers go on by so much at a time, in milliseconds. */
const STEP = 5;
const realImmediate = setImmediate;

/** Begins to hurry. @returns gives real time back. */
export function hurry(): () => void {
  vi.useFakeTimers();
  let isOver = false;
  const go = async () => {
    while (!isOver) {
      await new Promise((resolve) => realImmediate(resolve));
      if (!isOver) await vi.advanceTimersByTimeAsync(STEP);
    }
  };
  void go();
  return () => {
    isOver = true;
    vi.useRealTimers();
  };
}
