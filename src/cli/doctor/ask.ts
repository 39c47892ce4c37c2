// The hooks that wait for an answer, each at a fifo in `ask/`. Looks only: a fifo that is opened is an answer.

import { heldHooks } from '../../adapters/claude/held-hooks.ts';
import type { HomePaths } from '../../home/paths.ts';
import type { Finding } from './finding.ts';

/** How many wait, and what was left by those that are gone. */
export function askFindings(paths: HomePaths): Finding[] {
  const held = heldHooks(paths.ask);
  const names = held.names();
  const left = names.filter((name) => !held.writerLives(name)).length;
  const waiting = names.length - left;
  const findings: Finding[] = [];
  if (waiting > 0)
    findings.push({ level: 'note', text: `${waiting} ${waiting === 1 ? 'hook waits' : 'hooks wait'} for an answer` });
  if (left > 0) {
    findings.push({
      level: 'amber',
      text: `${left} ${left === 1 ? 'hook that waited is' : 'hooks that waited are'} gone and left a fifo in ${paths.ask}`,
      mend: 'harmless; a running daemon takes them away by itself: tallymux start',
    });
  }
  return findings;
}
