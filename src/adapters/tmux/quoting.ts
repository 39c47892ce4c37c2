// Puts text into commands of tmux, so that it means itself and nothing else: it is never expanded, never run, never ends
// a command. Pure.

/** One word of a command line of tmux. Throws on NUL, which tmux cannot carry. */
export function quoted(text: string): string {
  if (text.includes('\0')) throw new Error('tmux takes no NUL in a word');
  // Between single quotes all is literal but the quote itself; a line end would end the command.
  return `'${text.replaceAll("'", "'\\''").replaceAll('\n', `'"\\n"'`)}'`;
}

/** A pattern for `#{C:…}` that finds exactly this text: tmux searches with fnmatch(3). */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\*?[]/g, '\\$&');
}

/** An extended regular expression for `#{C/r:…}` that finds rows which hold this text and nothing else but blanks. */
export function rowPattern(text: string): string {
  // `trim` takes no-break spaces away as well, which Claude writes and regular expressions count as letters.
  const blanks = '[[:space:]\u00a0]*';
  return `^${blanks}${text.trim().replaceAll(/[\\^$.[|()*+?{]/g, '\\$&')}${blanks}$`;
}
