// The ports that a daemon started here would take. Each is taken for a moment, while no daemon runs, and let go again.

import { createServer } from 'node:net';
import { readConfig } from '../../home/config.ts';
import type { Context } from '../connection.ts';
import type { Finding } from './finding.ts';

/** Those that cannot be had. One that nobody chose gives way to the next by itself and is no finding. */
export async function portFindings({ paths, environment }: Context): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(paths, environment);
  } catch {
    // Wrong settings; the group of the settings says it.
    return [];
  }
  const { port, bind, hookPort, hookBind } = config;
  const findings: Finding[] = [];
  const panel = port.from === 'default' ? null : await refusal(port.value, bind.value);
  if (panel !== null)
    findings.push({
      level: 'red',
      text: `the panel's port ${port.value} on ${bind.value} ${panel}: no daemon starts`,
      mend: 'stop what has it, or set TALLYMUX_PORT (`port` in config.jsonc) to another one; 0 takes any free port',
    });
  const hooks = await refusal(hookPort.value, hookBind.value);
  if (hooks !== null)
    findings.push({
      level: 'amber',
      text: `port ${hookPort.value} on ${hookBind.value}, for hooks over HTTP, ${hooks}: containers cannot deliver any`,
      mend: 'set TALLYMUX_HOOK_PORT (`hookPort` in config.jsonc) to a free one; hooks of this machine need none',
    });
  return findings;
}

/** Why nobody can listen there; `null`: one can. */
function refusal(port: number, host: string): Promise<string | null> {
  if (port === 0) return Promise.resolve(null);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
