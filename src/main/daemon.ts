// The daemon's entry: the only place where everything is wired. Run as `node daemon.mjs`; ends on TERM, INT or `stop`.

import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { watchDirectories } from '../adapters/claude/directory-watch.ts';
import { lookForClaude } from '../adapters/claude/installed.ts';
import { watchRegistry } from '../adapters/claude/registry.ts';
import { followTranscripts } from '../adapters/claude/transcripts.ts';
import { processesFor } from '../adapters/proc/processes.ts';
import { openStore } from '../adapters/sqlite/open-store.ts';
import { CONTRACT } from '../contract/commands.ts';
import { type RunningDaemon, startDaemon } from '../daemon/daemon.ts';
import { ownClaudeDirectory, readConfig } from '../home/config.ts';
import { acquireLock, alreadyRunning } from '../home/lock.ts';
import { homePaths } from '../home/paths.ts';
import { ensureHome } from '../home/private-directory.ts';
import type { RunningServer } from '../server/options.ts';
import { startServer } from '../server/server.ts';
import { systemClock } from './clock.ts';
import { openLog } from './log.ts';
import { tellReadiness } from './readiness.ts';
import { upkeepDaily } from './upkeep.ts';
import { VERSION } from './version.ts';

const environment = process.env;

async function main(): Promise<void> {
  const paths = homePaths(environment);
  ensureHome(paths);
  const config = readConfig(paths, environment);
  const held = await acquireLock(paths, VERSION);
  if (held.kind === 'taken') throw new Error(alreadyRunning(held.by));
  const { lock } = held;
  const logger = openLog(paths.log, config.log.value);
  const log = (text: string) => logger.info(text);
  const clock = systemClock();
  const random = (count: number) => randomBytes(count);
  const opened = openStore({ path: paths.database, backupDirectory: paths.backup, now: clock.wall() });
  const bells = watchDirectories((reason) =>
    logger.warn(`the kernel refuses to watch (${reason}); looking each second instead`),
  );
  const home = physical(environment.HOME ?? '/');
  const ownDirectory = physical(ownClaudeDirectory(environment) ?? join(home, '.claude'));
  const startedAt = new Date(clock.wall()).toISOString();
  let server: RunningServer | null = null;
  const daemon: RunningDaemon = await startDaemon({
    clock,
    store: opened.store,
    processes: processesFor(process.platform),
    registries: { watch: (directory, listener) => watchRegistry(directory, bells, listener) },
    transcripts: followTranscripts(bells, clock),
    random,
    fixedDirectories: config.claudeDirectories.value?.map(physical) ?? null,
    ownDirectory,
    ownHome: home,
    claudeInstalled: lookForClaude({
      directories: config.claudeDirectories.value ?? [ownDirectory],
      path: environment.PATH ?? '',
      home,
      shell: config.claudeDirectories.value === null ? (environment.SHELL ?? null) : null,
    }),
    warnings: opened.warnings,
    about: () => ({
      pid: process.pid,
      version: VERSION,
      contract: CONTRACT,
      url: server?.url ?? '',
      hookUrl: null,
      home: paths.directory,
      socket: paths.socket,
      startedAt,
    }),
    // The reply goes out first.
    stop: () => setTimeout(() => end('stop'), 20),
    log,
  });
  server = await startServer({
    daemon,
    store: opened.store,
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
  for (const warning of server.warnings) daemon.warn(warning);
  for (const text of config.warnings) daemon.warn({ name: `config: ${text}`, severity: 'amber', text });
  const stopUpkeep = upkeepDaily(opened.store, paths.backup, clock, log);
  lock.announce(server.url);
  log(`Tallymux ${VERSION} listens on ${server.url}`);
  tellReadiness(environment, { ready: true, url: server.url });

  let ending = false;
  const end = async (why: string) => {
    if (ending) return;
    ending = true;
    log(`ending: ${why}`);
    stopUpkeep();
    await server?.close();
    daemon.dispose();
    bells.dispose();
    opened.store.close();
    lock.release();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  // A terminal that closes is no reason to end.
  process.on('SIGHUP', () => log('SIGHUP is ignored'));
}

function physical(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  tellReadiness(environment, { ready: false, text });
  process.stderr.write(`tallymux: ${text}\n`);
  process.exit(1);
});
