// Tells which version a Claude Code executable is, by its path or by the package.json beside it. It never runs it.

import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Answers the version of an executable or `cli.js`; `null` where its path and package tell none. */
export type VersionOf = (path: string) => string | null;

const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;

/** A `VersionOf` that remembers what it read until the package.json changes. */
export function makeVersionOf(): VersionOf {
  const known = new Map<string, { readonly changed: number; readonly version: string | null }>();
  return (path) => {
    const clean = path.replace(/ \(deleted\)$/, '');
    const inPath = /\/versions\/([^/]+)$/.exec(clean)?.[1];
    if (inPath !== undefined && VERSION.test(inPath)) return inPath;
    // What was replaced while it runs has another package.json beside it by now.
    if (clean !== path) return null;
    const file = join(dirname(path), 'package.json');
    try {
      const changed = statSync(file).mtimeMs;
      const before = known.get(file);
      if (before?.changed === changed) return before.version;
      const version = versionIn(readFileSync(file, 'utf8'));
      known.set(file, { changed, version });
      return version;
    } catch {
      return null;
    }
  };
}

/** The version in a package.json of Claude Code or of its platform packages; `null` for any other package. */
function versionIn(text: string): string | null {
  const { name, version } = JSON.parse(text) as { name?: unknown; version?: unknown };
  if (typeof name !== 'string' || !name.startsWith('@anthropic-ai/claude-code')) return null;
  return typeof version === 'string' && VERSION.test(version) ? version : null;
}
