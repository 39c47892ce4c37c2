// How the daemon ends: once, in order, on TERM, INT or `stop`.

/** One thing to close, told by name in the log. */
export type Closing = () => void | Promise<void>;

/**
 * Ends the process after closing everything, last opened first.
 * @returns `own` registers what was opened; `end` begins the end, and does nothing the second time.
 */
export function endInOrder(log: (text: string, fault?: unknown) => void): {
  readonly own: (closing: Closing) => void;
  readonly end: (why: string) => Promise<void>;
} {
  const closings: Closing[] = [];
  let ending = false;
  let faulty = false;
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
    process.exit(faulty ? 1 : 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  // A fault that nobody caught: whatever is in memory is written down, and the next command starts a fresh daemon.
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (fault) => {
      faulty = true;
      log(`a fault: ${fault instanceof Error ? fault.message : String(fault)}`, fault);
      void end('a fault');
    });
  // A terminal that closes is no reason to end.
  process.on('SIGHUP', () => log('SIGHUP is ignored'));
  return { own: (closing) => closings.push(closing), end };
}
