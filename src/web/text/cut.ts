// Where names, branches and paths are cut when there is no room: in the middle, so that the telling end stays.
// The browser does the cutting; this only says where the part that never shrinks begins.

const KEPT = 10;
const SHORTEST = 16;

/**
 * Splits a name into a part that may be cut at its end and one that stays whole.
 * @returns the whole name and an empty end where it is too short to be worth it.
 */
export function cutInMiddle(name: string): { readonly head: string; readonly end: string } {
  const characters = Array.from(name);
  if (characters.length < SHORTEST) return { head: name, end: '' };
  return { head: characters.slice(0, -KEPT).join(''), end: characters.slice(-KEPT).join('') };
}

/** The last name of a path, `/` for the root. */
export function baseName(path: string): string {
  const parts = path.split('/').filter(Boolean);
  return parts.at(-1) ?? '/';
}

/** A path with the home directory written as `~`. `claudeDirectory` tells where home is, if it ends in `/.claude`. */
export function shortPath(path: string, claudeDirectory: string): string {
  if (!claudeDirectory.endsWith('/.claude')) return path;
  const home = claudeDirectory.slice(0, -'/.claude'.length);
  if (path === home) return '~';
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/**
 * A file's path as it is read beside its session: from the session's directory on where it lies below it, else as
 * `shortPath`. A path that leads out again (`..`) stays whole.
 */
export function pathWithin(
  path: string,
  session: { readonly cwd: string; readonly claudeDirectory: string } | undefined,
): string {
  if (session === undefined || /(^|\/)\.\.?(\/|$)/.test(path)) return path;
  const below = session.cwd.endsWith('/') ? session.cwd : `${session.cwd}/`;
  // Below the root everything lies: there the whole path says more.
  if (below !== '/' && path.startsWith(below) && path.length > below.length) return path.slice(below.length);
  return shortPath(path, session.claudeDirectory);
}
