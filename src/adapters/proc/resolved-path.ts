// Resolves links in a path that may not exist.

import { realpathSync } from 'node:fs';

/** The path with links resolved, or as it is where it does not exist or may not be read. */
export function resolvedPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
