// Reads a file that `explain --save` wrote, perhaps elsewhere and long ago. Anybody may have had it in their hands: what
// does not hold together is refused, and never half decided.

import { readFileSync } from 'node:fs';
import { describeEvidence } from '../core/describe-evidence.ts';
import { type Recording, replay, type Step } from '../core/recording.ts';
import { EXIT, Failure } from './failure.ts';
import { safeText } from './text/safe-text.ts';

/** A recording that was decided again. */
export interface Replayed {
  readonly recording: Recording;
  readonly steps: readonly Step[];
}

/** @throws Failure: 1 when the file cannot be read, 2 when it is no recording that this version knows. */
export function readRecording(file: string): Replayed {
  const value = parsed(contentOf(file));
  try {
    if (isRecording(value)) return { recording: value, steps: replay(value) };
  } catch {
    // A picture or a piece that is not one: the rules stumble over it.
  }
  throw new Failure(
    EXIT.usage,
    `${safeText(file)} is no recording that this Tallymux knows: \`tallymux explain <session> --save <file>\` writes one.`,
  );
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Failure(EXIT.failed, `${safeText(file)} cannot be read: ${REASONS[code] ?? code}.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'you may not read it',
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWords = (value: unknown): boolean => value === null || typeof value === 'string';

/** May throw where it is none. */
function isRecording(value: unknown): value is Recording {
  if (!isObject(value) || value.recording !== 1) return false;
  const { tallymux, claude, savedAt, from, evidence } = value as unknown as Recording;
  const isWhole = typeof tallymux === 'string' && isWords(claude) && Number.isFinite(savedAt) && isObject(from);
  return isWhole && Array.isArray(evidence) && evidence.every(isTold);
}

function isTold(value: unknown): boolean {
  if (!isObject(value) || !Number.isFinite(value.at) || !isObject(value.piece)) return false;
  const { piece } = value as unknown as Recording['evidence'][number];
  return Number.isFinite(piece.at) && isWords(describeEvidence(piece));
}
