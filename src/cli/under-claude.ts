// What a Claude may not do with this program: start and stop the daemon, give access to the panel, set hooks up, and answer
// or type for the person. A program of the same user can do what that user can; this makes accidents loud.

import { readConfig } from '../home/config.ts';
import { type Context, underClaude } from './connection.ts';
import { EXIT, Failure } from './failure.ts';

/** @throws Failure with exit code 7 under a Claude, unless the person set `allowFromClaude`. */
export function refuseUnderClaude(context: Context, what: string): void {
  if (!underClaude(context.environment)) return;
  if (readConfig(context.paths, context.environment).allowFromClaude.value) return;
  throw new Failure(
    EXIT.refused,
    `A Claude may not ${what}. Do it in your own terminal, or set "allowFromClaude": true in ${context.paths.config}.`,
  );
}
