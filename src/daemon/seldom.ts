// A log for what may happen a thousand times: each kind of line at most once a minute, then with how often it was.

/** Milliseconds between two lines of a kind. */
const EVERY = 60_000;
/** Kinds remembered. */
const MOST = 500;

/** Writes one line for `text` now, or counts it for the next one. */
export function logSeldom(log: (text: string) => void, steady: () => number): (text: string) => void {
  const kinds = new Map<string, { at: number; unsaid: number }>();
  return (text) => {
    const now = steady();
    const kind = kinds.get(text);
    if (kind !== undefined && now - kind.at < EVERY) {
      kind.unsaid += 1;
      return;
    }
    if (kinds.size >= MOST) kinds.clear();
    kinds.set(text, { at: now, unsaid: 0 });
    log(kind !== undefined && kind.unsaid > 0 ? `${text} (and ${kind.unsaid} more)` : text);
  };
}
