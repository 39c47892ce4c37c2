// Where everything of the state directory is. Only names paths: it must never touch the disk, so that a command that
// does not need the directory does not make one.

import { isAbsolute, join, resolve } from 'node:path';
import { HomeError } from './home-error.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every path of one state directory. All are absolute. */
export interface HomePaths {
  /** The state directory itself: `TALLYMUX_HOME`, else `$HOME/.tallymux`. */
  readonly directory: string;
  readonly config: string;
  readonly database: string;
  /** The Unix socket. Outside of `directory` where its path would be too long for the system. */
  readonly socket: string;
  /** The directory of our own that holds the socket when it had to move out; else `null`. */
  readonly socketDirectory: string | null;
  readonly lock: string;
  readonly pid: string;
  readonly hook: string;
  readonly hooks: string;
  readonly hookToken: string;
  readonly settings: string;
  readonly spool: string;
  readonly ask: string;
  readonly log: string;
  readonly backup: string;
}

/** A socket's path may have 107 bytes on Linux and 103 on macOS; some room is left for both. */
const LONGEST_SOCKET_PATH = 100;

/**
 * The paths that belong to an environment.
 * @param uid this user's number; names the fallback directory in `/tmp`.
 * @throws HomeError when neither `TALLYMUX_HOME` nor `HOME` says where the directory is, or in a way that cannot be.
 */
export function homePaths(environment: Environment, uid: number = process.getuid?.() ?? 0): HomePaths {
  const directory = homeDirectory(environment);
  // Claude's settings name the launcher in it, and no form of a hook's command survives such a character.
  if (/\p{Cc}/u.test(directory)) {
    throw new HomeError(
      `The state directory ${JSON.stringify(directory)} has a line break or another control character in its name: set TALLYMUX_HOME to a path without.`,
    );
  }
  const inside = (name: string): string => join(directory, name);
  return {
    directory,
    config: inside('config.jsonc'),
    database: inside('state.db'),
    ...socketPlace(directory, environment, uid),
    lock: inside('lock'),
    pid: inside('pid'),
    hook: inside('hook'),
    hooks: inside('hooks'),
    hookToken: inside('hook-token'),
    settings: inside('settings'),
    spool: inside('spool'),
    ask: inside('ask'),
    log: inside('log'),
    backup: inside('backup'),
  };
}

function homeDirectory(environment: Environment): string {
  const own = environment.TALLYMUX_HOME;
  if (own !== undefined && own !== '') {
    if (!isAbsolute(own)) {
      throw new HomeError(`TALLYMUX_HOME is ${JSON.stringify(own)}, which is not absolute: set it to a path from /.`);
    }
    return resolve(own);
  }
  const home = environment.HOME;
  if (home === undefined || home === '') {
    throw new HomeError(
      'HOME is not set, so there is no place for the state: set HOME, or TALLYMUX_HOME to a directory.',
    );
  }
  if (!isAbsolute(home)) {
    throw new HomeError(
      `HOME is ${JSON.stringify(home)}, which is not absolute: set HOME or TALLYMUX_HOME to a path from /.`,
    );
  }
  return join(resolve(home), '.tallymux');
}

function socketPlace(
  directory: string,
  environment: Environment,
  uid: number,
): Pick<HomePaths, 'socket' | 'socketDirectory'> {
  const usual = join(directory, 'sock');
  if (Buffer.byteLength(usual) <= LONGEST_SOCKET_PATH) return { socket: usual, socketDirectory: null };
  // Loaded when used: few homes need it, and every command would wait for it.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 12);
  const runtime = environment.XDG_RUNTIME_DIR;
  if (runtime !== undefined && isAbsolute(runtime)) {
    const socketDirectory = join(runtime, `tallymux-${hash}`);
    const socket = join(socketDirectory, 'sock');
    if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) return { socket, socketDirectory };
  }
  const socketDirectory = `/tmp/tallymux-${uid}`;
  return { socket: join(socketDirectory, `${hash}.sock`), socketDirectory };
}
