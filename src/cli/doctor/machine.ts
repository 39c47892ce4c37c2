// Node.js, tmux, and what else of the machine matters.

import { execFile } from 'node:child_process';
import type { Finding } from './finding.ts';

/** What is there. */
export async function machineFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  return [
    {
      level: enough ? 'good' : 'red',
      text: `Node.js ${process.versions.node} at ${process.execPath}`,
      ...(enough ? {} : { mend: 'install Node.js 20.19 or newer' }),
    },
    await tmux(environment),
  ];
}

function tmux(environment: NodeJS.ProcessEnv): Promise<Finding> {
  return new Promise((resolve) => {
    execFile('tmux', ['-V'], { env: { PATH: environment.PATH }, timeout: 3_000 }, (error, output) => {
      if (error === null) return resolve(tmuxFinding(output));
      resolve({
        level: 'amber',
        text: 'tmux is missing: prompts are answered by hooks alone, and there is no terminal to go to',
        mend: 'install tmux 3.2 or newer',
      });
    });
  });
}

/** What `tmux -V` said. A version without a number (`master`) is newer than any. */
export function tmuxFinding(output: string): Finding {
  const text = output.trim();
  const [, major, minor] = /^tmux (?:next-)?(\d+)\.(\d+)/.exec(text) ?? [];
  const enough = major === undefined || Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 2);
  if (enough) return { level: 'good', text };
  return {
    level: 'amber',
    text: `${text} is too old: dialogs are not read in its panes and cannot be answered there`,
    mend: 'install tmux 3.2 or newer; servers that run keep the old one until they are started again',
  };
}
