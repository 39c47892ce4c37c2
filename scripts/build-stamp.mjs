// Tells whether dist/ was built from the sources as they are now. Looks at names, sizes and times only, so that
// `npm start` costs nothing when nothing changed. It must never read the sources themselves.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SINGLE_FILES = ['package.json', 'package-lock.json', 'vite.config.ts', 'scripts/build.mjs'];
const NOT_BUILT = /\.test\.tsx?$|tsconfig\.json$/;

/** A short text that changes whenever a built source, the lock file or the way of building changes. */
export function sourceStamp(root) {
  const hash = createHash('sha256');
  const add = (path) => {
    const facts = statSync(join(root, path), { throwIfNoEntry: false });
    if (facts) hash.update(`${path} ${facts.size} ${facts.mtimeMs}\n`);
  };
  for (const file of SINGLE_FILES) add(file);
  const walk = (directory) => {
    const entries = readdirSync(join(root, directory), { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = `${directory}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!NOT_BUILT.test(entry.name)) add(path);
    }
  };
  walk('src');
  return hash.digest('hex');
}

/** True when dist/ holds a whole build of exactly these sources. */
export function isBuilt(root) {
  const stamp = join(root, 'dist', '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceStamp(root);
}
