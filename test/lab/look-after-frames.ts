// Waits for what frames of a daemon may bring: looks after each one, never by the clock.

/** Looks that wait for the next frame. */
export interface FrameLooks {
  /** Looks now and after every frame until `look` answers something; throws after `within` milliseconds. */
  next<T>(what: string, look: () => T | null | undefined | false, within: number): Promise<T>;
  /** A frame came, or the connection failed. */
  came(): void;
}

/**
 * Makes them.
 * @param failure what broke the connection; `null` while nothing did.
 * @param seen what to tell of one that came too late.
 */
export function looksAfterFrames(failure: () => Error | null, seen: () => string = () => ''): FrameLooks {
  const waiting = new Set<() => void>();
  return {
    next: (what, look, within) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          clearTimeout(timer);
          waiting.delete(check);
          act();
        };
        const check = () => {
          const found = look();
          const broken = failure();
          if (found) settle(() => resolve(found));
          else if (broken !== null) settle(() => reject(broken));
        };
        const late = () => new Error(`${what}: not within ${within} ms\n${seen()}`.trimEnd());
        const timer = setTimeout(() => settle(() => reject(late())), within);
        waiting.add(check);
        check();
      }),
    came() {
      for (const check of [...waiting]) check();
    },
  };
}
