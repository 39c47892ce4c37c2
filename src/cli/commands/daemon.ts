// `start`, `stop`, `status` and bare `tallymux`: the daemon itself and the way to its panel.

import { alreadyRunning, lockOwner } from '../../home/lock.ts';
import { type Connection, type Context, connect, noAnswer, statusOrNull } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { removeOldOpenPage } from '../open-page.ts';
import { print, printJson, tell } from '../output.ts';
import { safeText } from '../text/safe-text.ts';
import { refuseUnderClaude } from '../under-claude.ts';
import { toTake, VERSION } from '../version.ts';

/** Bare `tallymux`: the daemon runs afterwards, and the panel's one-time link is printed. */
export async function panelLink(context: Context): Promise<void> {
  refuseUnderClaude(context, 'open the panel');
  removeOldOpenPage(context.paths, Date.now());
  await printLink(await connect(context), context.environment);
}

/** Prints a one-time link; under ssh also the command that carries the panel's port over. */
export async function printLink(connection: Connection, environment: NodeJS.ProcessEnv): Promise<void> {
  const { url } = await connection.ask('pair', {});
  print(url);
  tell('Open it in a browser within 5 minutes; it works once. `tallymux` prints a new one.');
  const there = tunnel(environment, (await connection.status()).url);
  if (there !== null) tell(`You are here by ssh. First, on the machine with the browser: ${there}`);
}

/** The `ssh -L` line that reaches the panel from where the person came from; `null` when none is needed. */
export function tunnel(environment: NodeJS.ProcessEnv, url: string): string | null {
  const address = environment.SSH_CONNECTION?.split(' ')[2];
  if (address === undefined || address === '') return null;
  const user = environment.USER ?? environment.LOGNAME;
  const { hostname, port: given } = new URL(url);
  // What listens beyond loopback needs no tunnel.
  if (!/^(127\..*|\[::1\])$/.test(hostname)) return null;
  const port = given || '80';
  // The browser asks for the address in the link, which ssh takes by itself only where that is the usual one.
  const here = hostname === '127.0.0.1' ? '' : `${hostname}:`;
  return safeText(`ssh -N -L ${here}${port}:${hostname}:${port} ${user === undefined ? '' : `${user}@`}${address}`);
}

/** `start`: in the background, or here until it ends. Refused under a Claude, as any start is. */
export async function start(context: Context, options: { readonly foreground?: boolean }): Promise<number> {
  refuseUnderClaude(context, 'start the daemon');
  const owner = lockOwner(context.paths);
  if (options.foreground === true) {
    if (owner !== null) throw new Failure(EXIT.failed, alreadyRunning(owner));
    const { runDaemon } = await import('../start-daemon.ts');
    return await runDaemon(context.paths, context.environment);
  }
  const status = await (await connect({ ...context, mayStart: true })).status();
  if (owner?.pid === status.pid) {
    tell(alreadyRunning({ ...owner, url: status.url }));
    if (status.version !== VERSION) tell(`It goes on as ${safeText(status.version)}; ${toTake()}.`);
  } else tell(`Started: pid ${status.pid}. \`tallymux\` prints a link to its panel.`);
  print(status.url);
  return 0;
}

/** `stop`: no daemon runs afterwards. Refused under a Claude: it could not start it again. */
export async function stop(context: Context): Promise<void> {
  refuseUnderClaude(context, 'stop the daemon');
  const { stopDaemon } = await import('../stop-daemon.ts');
  const pid = await stopDaemon(context.paths);
  tell(pid === null ? 'No daemon runs; nothing to stop.' : `Stopped: pid ${pid}. Your Claude sessions go on.`);
}

/** `status`: what runs. Starts nothing, as asking must not change the answer. */
export async function status(context: Context, options: { readonly json?: boolean }): Promise<void> {
  const found = await statusOrNull(context);
  if (found === null) throw noAnswer(context);
  if (options.json === true) return printJson(found, true);
  const rows: [string, string][] = [
    ['panel', found.url],
    ['hooks over HTTP', found.hookUrl ?? 'not taken'],
    ['pid', `${found.pid}, since ${found.startedAt}`],
    ['version', `${found.version}, contract ${found.contract}`],
    ['home', found.home],
    ['socket', found.socket],
    ['store', found.store],
    ['Claude directories', found.claudeDirectories.join(', ') || 'none'],
    ...found.warnings.map((warning): [string, string] => [`warning (${warning.severity})`, warning.text]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) print(`${name.padEnd(width)}  ${safeText(value)}`);
}
