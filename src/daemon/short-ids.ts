// Short ids of sessions: easy to read aloud and to type, never reused while one is known.

/** Letters and digits that are not taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Makes ids like `k3f`.
 * @param random gives `count` random bytes.
 * @param taken whether an id is in use.
 * @returns three characters while there is room, then four.
 */
export function makeShortIds(random: (count: number) => Uint8Array, taken: (id: string) => boolean): () => string {
  return () => {
    for (let length = 3; ; length++)
      for (let attempt = 0; attempt < 50; attempt++) {
        // Numbers and hex words read as something else: an id begins with a letter.
        const id = [...random(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
        if (/^[a-z]/.test(id) && !taken(id)) return id;
      }
  };
}
