// The daemon's entry and the only place where everything is wired. Run as `node daemon.mjs`.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { express, optionsOf } from '../adapters/claude/decisions.ts';
import { readScreen } from '../adapters/claude/dialogs/read-screen.ts';
import { watchDirectories } from '../adapters/claude/directory-watch.ts';
import { heldHooks } from '../adapters/claude/held-hooks.ts';
import { lookForClaude } from '../adapters/claude/installed.ts';
import { watchRegistry } from '../adapters/claude/registry.ts';
import { silenceOfSession } from '../adapters/claude/settings/silence-of-session.ts';
import { followTranscripts } from '../adapters/claude/transcripts.ts';
import { listeningPortsFor } from '../adapters/proc/listening-ports.ts';
import { processesFor } from '../adapters/proc/processes.ts';
import { openStore } from '../adapters/sqlite/open-store.ts';
import { makePanes } from '../adapters/tmux/panes.ts';
import { CONTRACT } from '../contract/commands.ts';
import { startDaemon } from '../daemon/daemon.ts';
import { readFileBelow } from '../home/file-below.ts';
import { noRoom } from '../home/home-error.ts';
import { hookToken } from '../home/hook-token.ts';
import { acquireLock, alreadyRunning } from '../home/lock.ts';
import { machineUptime, physicalPath } from '../home/machine.ts';
import type { RunningServer } from '../server/options.ts';
import { startServer } from '../server/server.ts';
import { systemClock } from './clock.ts';
import { endInOrder } from './ending.ts';
import { hookSpool, readHook } from './hooks.ts';
import { keepSocket } from './keep-socket.ts';
import { openLog } from './log.ts';
import { placeFrom } from './place.ts';
import { tellReadiness } from './readiness.ts';
import { refreshLauncher } from './refresh-launcher.ts';
import { upkeepDaily } from './upkeep.ts';
import { VERSION } from './version.ts';

let releaseLock = (): void => {};
let home = 'the Tallymux home';

async function main(): Promise<void> {
  const { paths, config, installed, ...whose } = placeFrom(process.env);
  home = paths.directory;
  const held = await acquireLock(paths, VERSION);
  if (held.kind === 'taken') throw new Error(alreadyRunning(held.by));
  releaseLock = held.lock.release;
  const logger = openLog(paths.log, config.log.value);
  const log = (text: string) => logger.info(text);
  const { own, end } = endInOrder((text, fault) => (fault ? logger.fatal({ err: fault }, text) : log(text)));
  own(held.lock.release);
  refreshLauncher(paths, config.answerPrintMode.value, log);
  const random = (count: number) => randomBytes(count);
  const { store, warnings } = openStore({ path: paths.database, backupDirectory: paths.backup, now: Date.now() });
  own(store.close);
  const clock = systemClock(Number(store.setting('steady') ?? 0));
  const startedAt = new Date(clock.wall()).toISOString();
  const bells = watchDirectories((reason) => logger.warn(`the kernel refuses to watch (${reason}); polling instead`));
  own(bells.dispose);
  let server: RunningServer | null = null;
  const daemon = await startDaemon({
    ...whose,
    clock,
    random,
    store,
    warnings,
    processes: processesFor(process.platform),
    listening: listeningPortsFor(process.platform),
    registries: { watch: (directory, listener) => watchRegistry(directory, bells, listener) },
    transcripts: followTranscripts(bells, clock),
    spool: hookSpool(paths.spool, bells, clock.wall),
    held: heldHooks(paths.ask),
    decisions: { options: optionsOf, express },
    panes: makePanes(process.env['PATH'] ?? '/usr/bin:/bin'),
    readScreen,
    readFile: readFileBelow,
    uptime: machineUptime,
    physical: physicalPath,
    silence: silenceOfSession(paths.directory, process.platform),
    claudeInstalled: lookForClaude(installed),
    about: () => ({
      pid: process.pid,
      version: VERSION,
      contract: CONTRACT,
      url: server?.url ?? '',
      hookUrl: server?.hookUrl ?? null,
      home: paths.directory,
      socket: paths.socket,
      startedAt,
    }),
    // The reply goes out first.
    stop: () => setTimeout(() => void end('stop'), 20),
    log,
  });
  own(daemon.dispose);
  server = await startServer({
    daemon,
    store,
    hooks: {
      read: readHook,
      bind: config.hookBind.value,
      port: config.hookPort.value,
      token: hookToken(paths.hookToken, random),
    },
    socketPath: paths.socket,
    bind: config.bind.value,
    port: config.port.value,
    portConfigured: config.port.from !== 'default',
    publicUrls: config.publicUrl.value,
    allowPlainHttp: config.allowPlainHttp.value,
    webRoot: join(import.meta.dirname, 'web'),
    version: VERSION,
    clock,
    random,
    log: (level, fields, text) => logger[level](fields, text),
  });
  own(server.close);
  own(keepSocket(paths, held.lock, server.keepSocket, log));
  for (const warning of server.warnings) daemon.warn(warning);
  for (const text of config.warnings) daemon.warn({ name: `settings: ${text}`, severity: 'amber', text });
  own(upkeepDaily(store, paths.backup, clock, log));
  held.lock.announce(server.url);
  log(`Tallymux ${VERSION} listens on ${server.url}`);
  tellReadiness(process.env, { ready: true, url: server.url });
}

main().catch((error: unknown) => {
  releaseLock();
  const text = (noRoom(home, error) ?? (error instanceof Error ? error : new Error(String(error)))).message;
  tellReadiness(process.env, { ready: false, text });
  process.stderr.write(`tallymux: ${text}\n`);
  process.exit(1);
});
