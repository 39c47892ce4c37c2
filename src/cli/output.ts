// Where words go: data to standard output, everything else to standard error. A reader that went away ends us quietly.
// Nothing from a session may be printed but through `safeText`.

import { EXIT } from './failure.ts';

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

/**
 * Ends quietly when whoever reads our output goes away (`tallymux list | head -1`), and with 1 and a line when what is
 * printed does not get out (a full disk). Where not even that line gets out, the exit code says it alone.
 */
export function endWhenUnread(): void {
  const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isGone(error)) process.exit(0);
    const reason = error.code === 'ENOSPC' ? 'there is no space left' : (error.code ?? 'unknown error');
    tell(`tallymux: standard output cannot be written: ${reason}.`);
    process.exit(EXIT.failed);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(isGone(error) ? 0 : EXIT.failed);
  });
}

/** Whether standard output may carry colours: a terminal, and nobody said no (no-color.org). */
export function wantsColour(environment: NodeJS.ProcessEnv): boolean {
  return process.stdout.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

/** Columns of the terminal; without one nothing is cut. */
export function outputColumns(): number {
  return process.stdout.isTTY ? Math.max(20, process.stdout.columns || 80) : Number.POSITIVE_INFINITY;
}
