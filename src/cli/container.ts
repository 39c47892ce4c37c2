// Whether hooks put in here would point to a launcher that is not there outside: in a container whose Claude directory
// is mounted from the host. Pure but for reading what the system says of mounts.

import { existsSync, readFileSync } from 'node:fs';
import { physicalPath } from '../home/machine.ts';

/** What is mounted where, as `/proc/self/mountinfo` tells. */
interface Mount {
  readonly at: string;
  /** The path within the mounted file system that is seen there. */
  readonly root: string;
}

/** Whether this process runs in a container. */
export function inContainer(environment: NodeJS.ProcessEnv): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv') || Boolean(environment.container);
}

/**
 * Whether a launcher in `home` can be reached under the same path by whoever shares `claudeDirectory` from outside.
 * Both must lie in the same mount, and that must carry the name that it seems to have outside.
 * @param mountinfo the text of `/proc/self/mountinfo`.
 */
export function reachableOutside(claudeDirectory: string, home: string, mountinfo: string): boolean {
  const mounts = mountinfo.split('\n').flatMap((line): Mount[] => {
    const [, , , root, at] = line.split(' ');
    return root === undefined || at === undefined ? [] : [{ root: plain(root), at: plain(at) }];
  });
  const claude = mountOf(claudeDirectory, mounts);
  // The container's own root: nobody outside shares it.
  if (claude === null || claude.at === '/') return true;
  return mountOf(home, mounts) === claude && (claude.root === '/' || claude.at.endsWith(claude.root));
}

/** `reachableOutside` for this process. */
export function launcherReachable(claudeDirectory: string, home: string, environment: NodeJS.ProcessEnv): boolean {
  if (!inContainer(environment)) return true;
  try {
    return reachableOutside(
      physicalPath(claudeDirectory),
      physicalPath(home),
      readFileSync('/proc/self/mountinfo', 'utf8'),
    );
  } catch {
    return true;
  }
}

/** The last of the longest: a later mount covers an earlier one. */
function mountOf(path: string, mounts: readonly Mount[]): Mount | null {
  let best: Mount | null = null;
  for (const mount of mounts) {
    const holds = mount.at === '/' || path === mount.at || path.startsWith(`${mount.at}/`);
    if (holds && mount.at.length >= (best?.at.length ?? 0)) best = mount;
  }
  return best;
}

/** Blanks and their like are written as three octal digits. */
function plain(text: string): string {
  return text.replace(/\\(\d{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
