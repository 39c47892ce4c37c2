// Writes a Claude directory as the real Claude Code does it: the registry in place, byte over byte, so that a reader at
// the wrong moment meets half a file; transcripts by appending. It never reads what others wrote there.

import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Effect } from './playing.ts';
import { projectFolder } from './project-folder.ts';

/** Writes for one session. */
export interface ClaudeDirectory {
  readonly perform: (effect: Effect) => void;
}

/** `keyName`: 64 hex digits, part of the key file's name. */
export function openClaudeDirectory(
  root: string,
  session: { readonly pid: number; readonly cwd: string; readonly keyName: string },
): ClaudeDirectory {
  const sessions = join(root, 'sessions');
  const project = join(root, 'projects', projectFolder(session.cwd));
  const registry = join(sessions, `${session.pid}.json`);
  const key = join(sessions, `${session.pid}.${session.keyName}.key`);
  mkdirSync(sessions, { recursive: true, mode: 0o700 });
  return {
    perform: (effect) => {
      switch (effect.kind) {
        case 'registry':
          return overwrite(registry, JSON.stringify(effect.entry));
        case 'registry-gone':
          return rmSync(registry, { force: true });
        case 'key':
          return writeFileSync(key, '{}', { mode: 0o600 });
        case 'key-gone':
          return rmSync(key, { force: true });
        case 'lines':
          return append(join(project, effect.file), effect.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
        case 'file':
          mkdirSync(dirname(join(project, effect.file)), { recursive: true });
          return writeFileSync(join(project, effect.file), JSON.stringify(effect.content));
        case 'remember':
          return remember(join(session.cwd, '.claude', 'settings.local.json'), effect.rules);
      }
    },
  };
}

/** Adds rules to a project's own settings, which are ours alone. */
function remember(path: string, rules: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const settings = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const allow = [...(settings.permissions?.allow ?? []), ...rules];
  writeFileSync(path, JSON.stringify({ ...settings, permissions: { ...settings.permissions, allow } }, null, 2));
}

/** Writes from the start and cuts the rest off afterwards, as Claude does. */
function overwrite(path: string, text: string): void {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    const length = writeSync(file, text, 0);
    ftruncateSync(file, length);
  } finally {
    closeSync(file);
  }
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text, { mode: 0o600 });
  } catch {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text, { mode: 0o600 });
  }
}
