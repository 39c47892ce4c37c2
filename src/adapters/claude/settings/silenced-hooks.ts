// Tells which settings file keeps our hooks from running: `disableAllHooks` of the person, of a project or of the
// machine's owner, or managed settings that allow only managed hooks. Looks only, and never waits: a project may lie
// where other users write too.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { glance } from './glance.ts';
import { memberOf, parseTree, plainValue } from './json-tree.ts';

/** A file that silences hooks, and how. */
export interface Silence {
  readonly file: string;
  readonly key: 'disableAllHooks' | 'allowManagedHooksOnly';
}

const KEYS = ['disableAllHooks', 'allowManagedHooksOnly'] as const;

/** Where the machine's owner keeps settings that rule over all. @param platform a value of `process.platform` */
export function managedDirectory(platform: string): string {
  return platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code';
}

/**
 * What silences hooks for sessions of a Claude directory.
 * @param cwd where the session works; `null` looks at no project.
 * @param keysOf how a file is looked at.
 */
export function silencedBy(
  claudeDirectory: string,
  cwd: string | null,
  managed: string,
  keysOf: (file: string) => readonly Silence['key'][] = silencingKeys,
): readonly Silence[] {
  const drops = join(managed, 'managed-settings.d');
  const owners = [join(managed, 'managed-settings.json'), ...list(drops).map((name) => join(drops, name))];
  const project =
    cwd === null ? [] : ['settings.json', 'settings.local.json'].map((name) => join(cwd, '.claude', name));
  const own = [join(claudeDirectory, 'settings.json'), join(claudeDirectory, 'settings.local.json')];
  const files = new Set([...owners, ...own, ...project]);
  return [...files].flatMap((file): Silence[] => {
    const keys = keysOf(file);
    if (keys.includes('disableAllHooks')) return [{ file, key: 'disableAllHooks' }];
    if (owners.includes(file) && keys.includes('allowManagedHooksOnly'))
      return [{ file, key: 'allowManagedHooksOnly' }];
    return [];
  });
}

/** Which of the silencing keys one file sets, whether or not it has the right to. */
export function silencingKeys(file: string): readonly Silence['key'][] {
  try {
    const tree = parseTree(glance(file) ?? '{}');
    return KEYS.filter((key) => {
      const value = memberOf(tree, key);
      return value !== undefined && plainValue(value) === true;
    });
  } catch {
    // Unreadable or malformed: Claude does not take it either.
    return [];
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
