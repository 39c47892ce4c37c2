// How the daemon ends: once, in order, on TERM, INT or `stop`.

/** One thing to close, told by name in the log. */
export type Closing = () => void | Promise<void>;

/**
 * Ends the process after closing everything, last opened first.
 * @returns `own` registers what was opened; `end` begins the end, and does nothing the second time.
 */
export function endInOrder(log: (text: string) => void): {
  readonly own: (closing: Closing) => void;
  readonly end: (why: string) => Promise<void>;
} {
  const closings: Closing[] = [];
  let ending = false;
  const end = async (why: string) => {
    if (ending) return;
    ending = true;
    log(`ending: ${why}`);
    for (const close of closings.reverse()) {
      try {
        await close();
      } catch (error) {
        log(`closing failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  // A terminal that closes is no reason to end.
  process.on('SIGHUP', () => log('SIGHUP is ignored'));
  return { own: (closing) => closings.push(closing), end };
}
