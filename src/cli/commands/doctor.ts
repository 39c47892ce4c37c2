// `doctor`: what is set and where it came from, what was found, and what is wrong with the command that mends it.
// It changes nothing, starts nothing, and works without a daemon.

import type { Context } from '../connection.ts';
import { askFindings } from '../doctor/ask.ts';
import { claudeFindings } from '../doctor/claude.ts';
import { daemonFindings } from '../doctor/daemon.ts';
import type { Finding } from '../doctor/finding.ts';
import { homeFindings } from '../doctor/home.ts';
import { hookFindings } from '../doctor/hooks.ts';
import { machineFindings } from '../doctor/machine.ts';
import { settingFindings } from '../doctor/settings.ts';
import { print, wantsColour } from '../output.ts';
import { safeText } from '../text/safe-text.ts';

const SHAPES = { good: '✓', note: '·', amber: '!', red: '✗' } as const;
const COLOURS = { good: '32', note: '2', amber: '33', red: '1;31' } as const;

/** Prints the findings. @returns 1 when something is broken. */
export async function doctor(context: Context): Promise<number> {
  const colour = wantsColour(context.environment);
  const groups: [string, readonly Finding[]][] = [
    ['Settings', settingFindings(context)],
    ['Daemon', await daemonFindings(context)],
    ['Files', homeFindings(context.paths)],
    ['Claude Code', await claudeFindings(context)],
    ['Hooks', [...(await hookFindings(context)), ...askFindings(context.paths)]],
    ['Machine', await machineFindings(context.environment)],
  ];
  for (const [title, findings] of groups) {
    if (findings.length === 0) continue;
    print(title);
    for (const { level, text, mend } of findings) {
      const shape = colour ? `\u001b[${COLOURS[level]}m${SHAPES[level]}\u001b[0m` : SHAPES[level];
      print(`  ${shape} ${safeText(text)}`);
      if (mend !== undefined) print(`      ${safeText(mend)}`);
    }
  }
  const broken = groups.flatMap(([, findings]) => findings).filter((one) => one.level === 'red').length;
  print(broken === 0 ? 'Nothing is broken.' : `Broken: ${broken}.`);
  return broken === 0 ? 0 : 1;
}
