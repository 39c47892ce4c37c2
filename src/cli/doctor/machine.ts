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
      if (error === null) return resolve({ level: 'good', text: output.trim() });
      resolve({
        level: 'amber',
        text: 'tmux is missing, so the panel has no terminals',
        mend: 'install tmux 3.2 or newer',
      });
    });
  });
}
