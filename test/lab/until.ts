// Waiting for what has no event of its own: a screen, a file, a process. Polls, and says at the end what it saw last.

/** Milliseconds that a real Claude may take for anything on a crowded machine; how quick *we* are is measured apart. */
export const CLAUDE_PATIENCE = 45_000;

/** Between two looks, in milliseconds. */
const INTERVAL = 25;
/** Between two looks that start a program each, which a crowded machine feels, in milliseconds. */
export const DEAR_INTERVAL = 120;

/**
 * Looks until `look` answers something other than `null` or `false`, and returns it.
 * @param every milliseconds between two looks.
 * @throws after `within` milliseconds, with `what` and `seen()` in the message.
 */
export async function until<T>(
  what: string,
  look: () => T | null | false | Promise<T | null | false>,
  {
    within = 10_000,
    every = INTERVAL,
    seen = () => '',
  }: { within?: number; every?: number; seen?: () => string | Promise<string> } = {},
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${within} ms.\n${await seen()}`.trimEnd());
    await pause(every);
  }
}

/** Lets time pass, for rows whose trigger *is* time. Never for waiting until something has happened. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
