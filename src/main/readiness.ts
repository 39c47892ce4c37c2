// Tells whoever started the daemon how it went: one line of JSON on the descriptor it named, then nothing more.

import { closeSync, writeSync } from 'node:fs';

/** How a start went. */
export type Readiness =
  | { readonly ready: true; readonly url: string }
  | { readonly ready: false; readonly text: string };

/** Writes to the descriptor in `TALLYMUX_READY_FD`, if there is one; a starter that went away is no error. */
export function tellReadiness(environment: NodeJS.ProcessEnv, readiness: Readiness): void {
  const descriptor = Number(environment.TALLYMUX_READY_FD);
  if (!Number.isInteger(descriptor) || descriptor < 3) return;
  try {
    writeSync(descriptor, `${JSON.stringify(readiness)}\n`);
    closeSync(descriptor);
  } catch {
    // Nobody listens any more.
  }
}
