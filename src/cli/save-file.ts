// Writes what a person asked to have in a file of a name they gave. It must never put a file in the place of a device, a
// pipe or a link, nor of a file that is not theirs to lose.

import { lstatSync, readFileSync, realpathSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../home/atomic-file.ts';
import { EXIT, Failure } from './failure.ts';
import { safeText } from './text/safe-text.ts';

/** What may be lost of a file that is there. */
export interface Loss {
  /** Whether a file with this content may be written over. An empty one always may. */
  readonly mayReplace: (content: string) => boolean;
  /** What such a file is, for the person: `recording`. */
  readonly called: string;
}

/**
 * Writes `content` to `file`. A regular file is replaced in one step, at the end of its links; what is a pipe or a device
 * is written to.
 * @param loss what may be replaced; `null` for any regular file.
 * @returns whether it is a regular file now: only then can it be read again.
 * @throws Failure: 1 when it cannot be written, 7 when something is there that would be lost. Each names `file`.
 */
export function saveFile(file: string, content: string, loss: Loss | null): boolean {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isDirectory() === true) {
      const inside = safeText(join(file, 'recording.json'));
      throw new Failure(EXIT.failed, `${safeText(file)} is a directory: name a file in it, as ${inside}.`);
    }
    if (there !== undefined && !there.isFile()) {
      writeFileSync(file, content);
      return false;
    }
    if (there !== undefined && loss !== null) refuseLoss(file, there, loss);
    // A link that leads nowhere yet is followed as well: by an ordinary write.
    if (there !== undefined) replaceFile(realpathSync(file), content);
    else if (lstatSync(file, { throwIfNoEntry: false }) === undefined) replaceFile(file, content);
    else writeFileSync(file, content, { mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(EXIT.failed, `${safeText(file)} cannot be written: ${reasonOf(error)}. Name another file.`);
  }
}

function refuseLoss(file: string, { size }: Stats, { mayReplace, called }: Loss): void {
  if (size === 0 || mayReplace(readFileSync(file, 'utf8'))) return;
  throw new Failure(
    EXIT.refused,
    `${safeText(file)} is there already and is no ${called}: it stays as it is. Name another file, or add --force.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'its directory is a file',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'there is no space left',
  EDQUOT: 'there is no space left for you',
};

/** Never the system's own words: they name the temporary file. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return REASONS[code] ?? code;
}
