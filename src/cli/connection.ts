// A command's way to the daemon: finds it, starts it where that is allowed, agrees on the contract, and asks. It must
// never start anything under a Claude or against `--no-start`.

import { CONTRACT, type CommandName, type ReplyOf, type RequestOf, type Status } from '../contract/commands.ts';
import { lockOwner } from '../home/lock.ts';
import { type HomePaths, homePaths } from '../home/paths.ts';
import { command, DaemonUnreachable, ProblemError } from '../home/socket-client.ts';
import { EXIT, Failure } from './failure.ts';
import { tell } from './output.ts';
import { startDaemon } from './start-daemon.ts';
import { stopDaemon } from './stop-daemon.ts';
import { safeText } from './text/safe-text.ts';
import { UNBUILT, VERSION } from './version.ts';

/** What every command is given. */
export interface Context {
  readonly environment: NodeJS.ProcessEnv;
  readonly paths: HomePaths;
  /** False for `--no-start` and under a Claude. */
  readonly mayStart: boolean;
}

/** How long commands may take that wait for Claude to react, in milliseconds; others take the usual time. */
export const PATIENCE_MS: { readonly [N in CommandName]?: number } = {
  answer: 30_000,
  send: 30_000,
  interrupt: 30_000,
};

/** A daemon that answered. */
export interface Connection {
  status(): Promise<Status>;
  ask<N extends CommandName>(name: N, request: RequestOf<N>): Promise<ReplyOf<N>>;
}

/** The context of this process. @throws HomeError when there is no place for the state directory. */
export function contextOf(environment: NodeJS.ProcessEnv, start: boolean): Context {
  return { environment, paths: homePaths(environment), mayStart: start && !underClaude(environment) };
}

/** Whether a Claude runs this command. */
export function underClaude(environment: NodeJS.ProcessEnv): boolean {
  return environment.CLAUDECODE !== undefined && environment.CLAUDECODE !== '' && environment.CLAUDECODE !== '0';
}

/** The socket to ask: where the living daemon says, which may have been started with another environment. */
export function socketOf(paths: HomePaths): string {
  return lockOwner(paths)?.socket ?? paths.socket;
}

/**
 * Connects, starting or restarting the daemon where needed and allowed.
 * @throws Failure with exit code 3 when there is none.
 */
export async function connect(context: Context): Promise<Connection> {
  // The same version speaks the same contract: nothing is left to agree on.
  if (lockOwner(context.paths)?.version === VERSION && VERSION !== UNBUILT) return connection(context, null);
  return connection(context, await agreed(context));
}

/** The status of a daemon that fits this program, started or restarted where needed and allowed. */
async function agreed(context: Context): Promise<Status> {
  const first = await statusOrNull(context);
  if (first === null) return await started(context);
  if (first.contract < CONTRACT && context.mayStart) {
    tell(`The running daemon (${safeText(first.version)}) is older than this tallymux: restarting it.`);
    await stopDaemon(context.paths);
    return await started(context);
  }
  if (first.contract < CONTRACT)
    tell('The running daemon is older than this tallymux: restart it with `tallymux stop`.');
  if (first.contract > CONTRACT) tell('This tallymux is older than the running daemon: update it.');
  return first;
}

/** The status of the daemon that runs; `null` when none does. Starts nothing. */
export async function statusOrNull(context: Context): Promise<Status | null> {
  try {
    return (await command(socketOf(context.paths), 'status', {})) as Status;
  } catch (error) {
    if (error instanceof DaemonUnreachable && error.kind === 'none') return null;
    throw toFailure(error);
  }
}

async function started(context: Context): Promise<Status> {
  if (!context.mayStart) throw noAnswer(context);
  await startDaemon(context.paths, context.environment);
  const status = await statusOrNull(context);
  if (status === null)
    throw new Failure(EXIT.failed, 'The daemon started and ended at once: `tallymux log` shows why.');
  return status;
}

function connection(context: Context, status: Status | null): Connection {
  const ask = async (name: CommandName, request: unknown): Promise<unknown> => {
    try {
      return await command(socketOf(context.paths), name, request, PATIENCE_MS[name]);
    } catch (error) {
      const ended = status === null && error instanceof DaemonUnreachable && error.kind === 'none';
      if (!ended) throw toFailure(error);
    }
    // Its lock was there, but it was on its way out.
    status = await agreed(context);
    return await ask(name, request);
  };
  return {
    status: async () => status ?? ((await ask('status', {})) as Status),
    ask: async (name, request) => (await ask(name, request)) as never,
  };
}

/** Why nobody answers: no daemon runs, or one lives that has lost its socket and makes it again in a moment. */
export function noAnswer(context: Context): Failure {
  const owner = lockOwner(context.paths);
  if (owner === null) return noDaemon(context.environment);
  return new Failure(
    EXIT.noDaemon,
    `The daemon, pid ${owner.pid}, runs, but nobody answers at ${safeText(owner.socket)}. Try again in a moment; if it stays so: \`tallymux stop\`, then \`tallymux start\`.`,
  );
}

/** Why there is no daemon, and what to do. */
export function noDaemon(environment: NodeJS.ProcessEnv): Failure {
  const next = underClaude(environment)
    ? 'Nothing under a Claude starts one by itself: run `tallymux start` in your own terminal.'
    : 'Start it with `tallymux start`.';
  return new Failure(EXIT.noDaemon, `No daemon runs. ${next}`);
}

/** Any error of the socket as the end of a command. */
export function toFailure(error: unknown): Error {
  if (error instanceof ProblemError) {
    const codes: Record<string, number> = {
      'not-found': EXIT.notFound,
      conflict: EXIT.changed,
      answered: EXIT.changed,
      changed: EXIT.changed,
      forbidden: EXIT.refused,
      refused: EXIT.refused,
    };
    return new Failure(codes[error.problem] ?? EXIT.failed, safeText(error.message));
  }
  if (error instanceof DaemonUnreachable) {
    if (error.kind === 'none') return new Failure(EXIT.noDaemon, 'No daemon runs. Start it with `tallymux start`.');
    const next = 'If it stays so: `tallymux stop`, then `tallymux start`.';
    return new Failure(EXIT.failed, `The daemon cannot be asked: ${safeText(error.message)} ${next}`);
  }
  return error instanceof Error ? error : new Error(String(error));
}
