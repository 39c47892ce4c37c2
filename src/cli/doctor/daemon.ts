// Whether the daemon answers, what keeps its state, and what it warns of.

import { CONTRACT } from '../../contract/commands.ts';
import { errorText } from '../../home/home-error.ts';
import { lockOwner } from '../../home/lock.ts';
import { type Context, statusOrNull } from '../connection.ts';
import { VERSION } from '../version.ts';
import type { Finding } from './finding.ts';

/** Asks the daemon, if one runs. */
export async function daemonFindings(context: Context): Promise<Finding[]> {
  try {
    const owner = lockOwner(context.paths);
    const status = await statusOrNull(context);
    if (status === null && owner !== null) {
      return [{ level: 'red', text: `pid ${owner.pid} holds the lock but does not answer`, mend: 'tallymux stop' }];
    }
    if (status === null) return [{ level: 'note', text: 'no daemon runs', mend: '`tallymux start` starts it' }];
    const fits = status.contract === CONTRACT;
    return [
      { level: 'good', text: `pid ${status.pid} answers; panel ${status.url}` },
      {
        level: fits ? 'good' : 'red',
        text: `version ${status.version} (this: ${VERSION}), contract ${status.contract} (this: ${CONTRACT})`,
        ...(fits ? {} : { mend: 'tallymux stop; tallymux start' }),
      },
      status.store === 'memory'
        ? {
            level: 'red',
            text: 'no database driver: nothing is kept over a restart',
            mend: 'npm i better-sqlite3, or Node ≥ 22.13',
          }
        : { level: 'good', text: `state is kept by ${status.store}` },
      ...status.claudeDirectories.map((one): Finding => ({ level: 'good', text: `watches ${one}` })),
      ...status.warnings.map((one): Finding => ({ level: one.severity, text: one.text })),
    ];
  } catch (error) {
    return [{ level: 'red', text: errorText(error) }];
  }
}
