// Tells what part a Claude Code process plays, from its arguments and environment. Pure. Arguments are read as a list:
// a session whose prompt is the text "daemon status" is a session.
//
// Seen with `claude --bg` of 2.1.332 on Linux (argument by argument):
//   …/claude · daemon · run · --origin · transient · --spawned-by · {…}
//   claude bg-pty-host · --bg-pty-host · <dir>/a2fd23bd.pty.sock · 200 · 50 · -- · …/claude · --bg-spare · <dir>/a2fd23bd.claim.sock
//   claude bg-spare · --bg-spare · <dir>/a2fd23bd.claim.sock
// A spare that is claimed keeps its arguments and its environment. The only sign from outside is its working directory:
// it waits in the directory of its claim socket and moves to the project when it gets its job.

import type { ClaudeProcess } from '../../core/process.ts';

/** What the role is told by. */
export interface RoleSigns {
  readonly argv: readonly string[];
  /** It wrote a name over its arguments, as 2.0.77 does, so that they cannot be known. */
  readonly renamed: boolean;
  readonly cwd: string;
  /** `CLAUDE_CODE_SESSION_KIND` of its environment. */
  readonly sessionKind: string | null;
  readonly tty: string | null;
}

/** First arguments that make it something else than a session: sub-commands and Claude's internal modes. */
const NO_SESSION = new Set([
  ...['agents', 'attach', 'auth', 'auto-mode', 'config', 'daemon', 'doctor', 'gateway', 'import', 'install', 'kill'],
  ...['logs', 'mcp', 'migrate-installer', 'plugin', 'plugins', 'purge', 'rc', 'remote-control', 'respawn', 'rm'],
  ...['setup-token', 'stop', 'ultrareview', 'update', 'upgrade'],
  ...['--bg-pty-host', '--chrome-native-host', '--claude-in-chrome-mcp', '--eval-mock-server', '--ripgrep'],
]);

/** Options that end before any session begins, or hand their prompt to a background session. */
const NO_SESSION_ANYWHERE = new Set(['--bg', '--background', '--version', '-v', '--help', '-h']);

/** Options of print mode and of the SDKs. `-cp` and `-pc` are `-c -p`. */
const SCRIPT = /^(-p|-cp|-pc|--print|--(output|input)-format(=.*)?|--sdk-url(=.*)?)$/;

/** Options whose next argument is a value, so that the value is not taken for an option. */
const WITH_VALUE = new Set([
  ...['--model', '--fallback-model', '--system-prompt', '--append-system-prompt', '--permission-mode', '--settings'],
  ...['--session-id', '--agent', '--agents', '--name', '-n', '--effort', '--setting-sources', '--mcp-config'],
  ...['--system-prompt-file', '--append-system-prompt-file', '--permission-prompt-tool', '--plugin-dir'],
]);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The role of a process that is a Claude; see `ClaudeProcess.role`. */
export function roleOf({ argv, renamed, cwd, sessionKind, tty }: RoleSigns): ClaudeProcess['role'] {
  const first = argv[1] ?? '';
  if (NO_SESSION.has(first)) return 'helper';
  if (first === '--bg-spare') return isClaimed(argv[2] ?? '', cwd) ? 'background' : 'helper';
  const options = optionsOf(argv);
  if (options.some((option) => NO_SESSION_ANYWHERE.has(option))) return 'helper';
  if (options.some((option) => SCRIPT.test(option))) return 'script';
  // Without a terminal it can only be print mode.
  if (renamed && tty === null && sessionKind === null) return 'script';
  return sessionKind === 'bg' ? 'background' : 'session';
}

/** The conversation that the arguments name: `--resume`, `-r` or `--session-id` with a UUID; else `null`. */
export function namedConversation(argv: readonly string[]): string | null {
  const end = argv.indexOf('--');
  const before = end === -1 ? argv : argv.slice(0, end);
  for (const [index, argument] of before.entries()) {
    const joined = /^--(?:resume|session-id)=(.*)$/.exec(argument)?.[1];
    const separate = ['--resume', '-r', '--session-id'].includes(argument) ? before[index + 1] : undefined;
    const value = joined ?? separate;
    if (value !== undefined && UUID.test(value)) return value.toLowerCase();
  }
  return null;
}

/** The arguments that are options: not the values of others, nothing behind `--`. */
function optionsOf(argv: readonly string[]): string[] {
  const options: string[] = [];
  for (let index = 1; index < argv.length; index += 1) {
    const argument = argv[index] ?? '';
    if (argument === '--') break;
    if (argument.startsWith('-')) options.push(argument);
    if (WITH_VALUE.has(argument)) index += 1;
  }
  return options;
}

/** A spare waits in the directory of its claim socket. A working directory that cannot be read claims nothing. */
function isClaimed(claimSocket: string, cwd: string): boolean {
  const waitingIn = claimSocket.slice(0, Math.max(0, claimSocket.lastIndexOf('/')));
  return waitingIn !== '' && cwd !== '' && cwd !== waitingIn;
}
