// Code as it runs: from the left, with words of other scripts each drawn by itself. The text itself is never changed.

import type { ReactNode } from 'react';
import { stretches } from '../text/scripts.ts';

/** The text of a command, a path, a line of a file. */
export function LeftToRight({ text }: { readonly text: string }): ReactNode {
  const all = stretches(text);
  if (all.length === 1 && all[0]?.fromRight === false) return text;
  return all.map((one, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no other name, and all change together.
    one.fromRight ? <bdi key={at}>{one.text}</bdi> : one.text,
  );
}
