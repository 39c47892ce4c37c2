// A command as a shell takes it, for a person to paste. Pure.

/** The words, each quoted where it has to be. */
export function shellText(words: readonly string[]): string {
  return words.map((word) => (/^[\w%@+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
