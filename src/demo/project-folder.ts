// The name of a project's transcript folder as Claude derives it from the working directory. Pure.

/** Longest name that is kept whole. */
const LONGEST = 200;

/**
 * `-home-dev-shop` for `/home/dev/shop`: every UTF-16 unit that is no ASCII letter or digit becomes a dash. Longer than
 * 200: the first 200, a dash and a hash of the whole.
 */
export function projectFolder(cwd: string): string {
  const name = cwd.replace(/[^a-zA-Z0-9]/g, '-');
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${Math.abs(javaHash(cwd)).toString(36)}`;
}

function javaHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = ((hash << 5) - hash + text.charCodeAt(at)) | 0;
  return hash;
}
