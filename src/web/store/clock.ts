// One timer for every time on the page. A component is drawn again only when its own text changed.
// Times count by the daemon's clock, so that a phone whose clock is off shows the same as the desk.

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let skew = 0;
let current = Date.now();

/** The moment that the page shows, epoch milliseconds by the daemon's clock; moves once a second. */
export function shownNow(): number {
  return current;
}

/** Learns the daemon's clock from a frame's time; differences below two seconds are the network's. */
export function learnClock(daemonTime: string): void {
  const difference = Date.parse(daemonTime) - Date.now();
  if (Number.isFinite(difference)) skew = Math.abs(difference) > 2000 ? difference : 0;
}

/** A text that depends on the time. */
export function useClock(read: (now: number) => string): string {
  return useSyncExternalStore(subscribe, () => read(current));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    current = Date.now() + skew;
    timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  if (document.hidden) return;
  current = Date.now() + skew;
  for (const listener of listeners) listener();
}
