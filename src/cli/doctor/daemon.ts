// Whether the daemon answers, what keeps its state, and what it warns of.

import { CONTRACT, type Status } from '../../contract/commands.ts';
import { errorText } from '../../home/home-error.ts';
import { lockOwner } from '../../home/lock.ts';
import { type Context, statusOrNull } from '../connection.ts';
import { toTake, VERSION } from '../version.ts';
import type { Finding } from './finding.ts';
import { portFindings } from './ports.ts';

/** Asks the daemon, if one runs. */
export async function daemonFindings(context: Context): Promise<Finding[]> {
  try {
    const owner = lockOwner(context.paths);
    const status = await statusOrNull(context);
    if (status === null && owner !== null) {
      return [{ level: 'red', text: `pid ${owner.pid} holds the lock but does not answer`, mend: 'tallymux stop' }];
    }
    if (status === null)
      return [
        { level: 'note', text: 'no daemon runs', mend: '`tallymux start` starts it' },
        ...(await portFindings(context)),
      ];
    return statusFindings(status);
  } catch (error) {
    return [{ level: 'red', text: errorText(error) }];
  }
}

/** What a daemon says of itself. */
export function statusFindings(status: Status, version = VERSION): Finding[] {
  return [
    { level: 'good', text: `pid ${status.pid} answers; panel ${status.url}` },
    versionFinding(status, version),
    keeping(status),
    ...status.claudeDirectories.map((one): Finding => ({ level: 'good', text: `watches ${one}` })),
    ...status.warnings.map((one): Finding => ({ level: one.severity, text: one.text })),
  ];
}

/** A daemon goes on with the program that it was started with. */
function versionFinding(status: Status, version: string): Finding {
  const text = `version ${status.version} (this: ${version}), contract ${status.contract} (this: ${CONTRACT})`;
  const mend = toTake(version);
  if (status.contract !== CONTRACT) return { level: 'red', text, mend };
  return status.version === version ? { level: 'good', text } : { level: 'amber', text, mend };
}

/** Why the state is in memory (no driver, a full disk, a newer database) only the daemon knows: its warning says it. */
function keeping({ store, warnings }: Status): Finding {
  if (store !== 'memory') return { level: 'good', text: `state is kept by ${store}` };
  const text = 'state is kept in memory only: nothing outlives a restart';
  if (warnings.some((one) => one.severity === 'red')) return { level: 'note', text };
  return { level: 'red', text, mend: '`tallymux log` shows why' };
}
