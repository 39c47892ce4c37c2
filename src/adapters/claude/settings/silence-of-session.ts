// Why the hooks that are set up do not run for one session, in one sentence. Looks only, and never waits: the daemon
// asks in its own loop.

import { join } from 'node:path';
import { remembering } from './glance.ts';
import { inspectHooks } from './inspect-hooks.ts';
import { managedDirectory, silencedBy, silencingKeys } from './silenced-hooks.ts';

/**
 * Answers for sessions of one Tallymux home. Sessions share most of the files, which are read again when they change.
 * @returns what silences a session's hooks; `null` where nothing does, or where none are set up.
 */
export function silenceOfSession(
  home: string,
  platform: string,
): (claudeDirectory: string, cwd: string) => string | null {
  const holdsOurs = remembering((path) => inspectHooks(path, home).events.length > 0);
  const keysOf = remembering(silencingKeys);
  return (claudeDirectory, cwd) => {
    if (!holdsOurs(join(claudeDirectory, 'settings.json'))) return null;
    const [silence] = silencedBy(claudeDirectory, cwd, managedDirectory(platform), keysOf);
    if (silence === undefined) return null;
    return `No hooks: ${silence.file} sets ${silence.key}. The state comes from the other sources.`;
  };
}
