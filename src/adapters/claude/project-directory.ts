// Where Claude keeps a conversation's transcript. Pure, but for nothing: the rule only, no disk.

/** Longest directory name that Claude writes out in full, in UTF-16 units. */
const LONGEST = 200;

/**
 * Name of the directory under `projects/` for a working directory: every unit that is not a letter or digit becomes a
 * dash; longer than 200, the first 200 and a hash (FINDINGS §e). Not reversible: never read a path back from it.
 * @param cwd physical path, links resolved.
 */
export function projectDirectoryName(cwd: string): string {
  const name = cwd.replace(/[^a-zA-Z0-9]/g, '-');
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${hash(cwd)}`;
}

function hash(text: string): string {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = ((h << 5) - h + text.charCodeAt(i)) | 0;
  return Math.abs(h).toString(36);
}
