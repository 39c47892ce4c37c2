// Why the hooks that are set up do not run for one session, in one sentence. Looks only.

import { join } from 'node:path';
import { inspectHooks } from './inspect-hooks.ts';
import { managedDirectory, silencedBy } from './silenced-hooks.ts';

/**
 * Answers for sessions of one Tallymux home.
 * @returns what silences a session's hooks; `null` where nothing does, or where none are set up.
 */
export function silenceOfSession(
  home: string,
  platform: string,
): (claudeDirectory: string, cwd: string) => string | null {
  return (claudeDirectory, cwd) => {
    const [silence] = silencedBy(claudeDirectory, cwd, managedDirectory(platform));
    if (silence === undefined) return null;
    if (inspectHooks(join(claudeDirectory, 'settings.json'), home).events.length === 0) return null;
    return `No hooks: ${silence.file} sets ${silence.key}. The state comes from the other sources.`;
  };
}
