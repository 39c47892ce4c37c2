// Runs the program that shows a session, in this terminal, until it ends. Ctrl-C is its own meanwhile.

import { spawn } from 'node:child_process';
import type { Way } from './find-terminal.ts';

/** Runs it. @returns its exit code, and what it complained about where it was to be silent. */
export function runThere(
  way: Exclude<Way, { kind: 'elsewhere' }>,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly complaint: string }> {
  return new Promise((resolve) => {
    const [program, ...words] = way.words;
    const env = way.kind === 'attach' ? { ...environment, ...way.environment } : environment;
    const child = spawn(program, words, {
      env,
      stdio: ['inherit', 'inherit', way.kind === 'switch' || way.complains ? 'pipe' : 'inherit'],
    });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    const ignore = (): void => {};
    process.on('SIGINT', ignore);
    const end = (code: number, why: string): void => {
      process.off('SIGINT', ignore);
      resolve({ code, complaint: why.trim() });
    };
    child.on('error', (error) => end(1, error.message));
    child.on('close', (code) => end(code ?? 1, complaint));
  });
}
