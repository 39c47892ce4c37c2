// Settings files of the sessions that race: with our hooks and without them. It must never touch settings outside of the
// lab.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_EVENTS, linkOf } from '../../src/adapters/claude/hook-events.ts';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { decision, hookEntry } from './pane-stand-ins.ts';

/** Settings for sessions with our hooks and without them; in both, the person's own hook approves some. */
export function writeRaceSettings(
  directory: string,
  state: string,
): { readonly hooked: string; readonly bare: string } {
  installLauncher(state);
  const cases = Array.from({ length: 6 }, (_, at) => at * 150).map(
    (ms) => `*approve-after-${ms}\\ *) sleep ${ms / 1000}; printf '%s' '${decision({ behavior: 'allow' })}' ;;`,
  );
  const own = hookEntry(directory, 'approves', `case $(cat) in\n${cases.join('\n')}\nesac`);
  const ours = Object.fromEntries(
    HOOK_EVENTS.map(({ name }) => {
      const entry = { type: 'command', command: join(state, 'hooks', linkOf(name)), args: [], timeout: 86_400 };
      const waits = name === 'PermissionRequest' || name === 'Elicitation';
      return [name, [{ hooks: [waits ? entry : { ...entry, async: true }] }]];
    }),
  );
  const write = (name: string, hooks: object) => {
    const file = join(directory, `${name}.json`);
    writeFileSync(file, JSON.stringify({ hooks }));
    return file;
  };
  const both = [...((ours.PermissionRequest as object[]) ?? []), own];
  return {
    hooked: write('hooked', { ...ours, PermissionRequest: both }),
    bare: write('bare', { PermissionRequest: [own] }),
  };
}
