// Where the pinned Claude Code versions lie that `scripts/bring.mjs` fetched, and how each is started.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Versions the tests know. The last three come only with `--full`. */
export type ClaudeVersion = '2.1.332' | '2.0.77' | '2.1.112' | '2.1.133' | '2.1.220';

const cache =
  process.env.TALLYMUX_TEST_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallymux-tests');

/**
 * The words that start this version.
 * @throws when it was not brought, naming the command that brings it.
 */
export function claudeCommand(version: ClaudeVersion): string[] {
  const script = join('node_modules', '@anthropic-ai', 'claude-code', 'cli.js');
  const file = join(cache, 'claude', version, version === '2.0.77' ? script : 'claude');
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`node scripts/bring.mjs --full\``);
  return version === '2.0.77' ? [process.execPath, file] : [file];
}
