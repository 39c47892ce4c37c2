// The error of everything that concerns the state directory. Its message is for the person: what is wrong and what to
// do next, in plain words. It must never be thrown without the second half.

/** Something about the state directory, its settings or its lock that the person can put right. */
export class HomeError extends Error {
  override readonly name = 'HomeError';
}

/** The `code` of a Node.js system error (`ENOENT`, …); an empty string for anything else. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/**
 * What to say where there is no room left, of the disk or of the person's share of it.
 * @returns `null` where `error` is something else.
 */
export function noRoom(path: string, error: unknown): HomeError | null {
  if (!['ENOSPC', 'EDQUOT'].includes(errorCode(error))) return null;
  return new HomeError(`The disk that holds ${path} is full: free some, then try again.`);
}

/** The message of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
