// Where words go: data to standard output, everything else to standard error. A reader that went away ends us quietly.
// Nothing from a session may be printed but through `safeText`.

/** Prints one line of data. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints one object as a line of data; `pretty` for a single object that a person may read. */
export function printJson(value: unknown, pretty = false): void {
  print(JSON.stringify(value, null, pretty ? 2 : 0));
}

/** Tells the person something that is not data. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Ends quietly when whoever reads our output goes away (`tallymux list | head -1`). */
export function quietWhenUnread(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EIO') process.exit(0);
      throw error;
    });
  }
}

/** Whether standard output may carry colours: a terminal, and nobody said no (no-color.org). */
export function wantsColour(environment: NodeJS.ProcessEnv): boolean {
  return process.stdout.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

/** Columns of the terminal; without one nothing is cut. */
export function outputColumns(): number {
  return process.stdout.isTTY ? Math.max(20, process.stdout.columns || 80) : Number.POSITIVE_INFINITY;
}
