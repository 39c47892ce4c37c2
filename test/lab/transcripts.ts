// Waits for what a real Claude writes into the transcripts of one directory: the cause of a light where there is no
// registry.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAUDE_PATIENCE, until } from './until.ts';

/** Waits until some transcript of the project at `cwd` holds text that matches. */
export async function transcriptHolds(
  claudeDirectory: string,
  cwd: string,
  pattern: RegExp,
  within = CLAUDE_PATIENCE,
): Promise<void> {
  const project = join(claudeDirectory, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  await until(`${pattern} in a transcript of ${cwd}`, () => textOf(project).some((text) => pattern.test(text)), {
    within,
  });
}

function textOf(project: string): string[] {
  try {
    const files = readdirSync(project).filter((file) => file.endsWith('.jsonl'));
    return files.map((file) => readFileSync(join(project, file), 'utf8'));
  } catch {
    return [];
  }
}
