// A recording decided again, as lines of text. Pure; safe to print.

import { describeEvidence } from '../../core/describe-evidence.ts';
import type { Recording, Step } from '../../core/recording.ts';
import { pad } from './display-width.ts';
import { safeText } from './safe-text.ts';

/** Evidence and decisions in one column of time, in seconds since the first of them. */
export function replayLines(recording: Recording, steps: readonly Step[]): string[] {
  const told = recording.evidence.flatMap(({ at, piece }) => {
    const text = describeEvidence(piece);
    return text === null ? [] : [{ at, line: `  ${pad(piece.source, 10)}  ${safeText(text)}` }];
  });
  const decided = steps.map(({ at, decision }) => ({
    at,
    line: `→ ${decision.state}${decision.guess ? ' (probably)' : ''}: ${safeText(decision.because)}. ${safeText(decision.sentence)}`,
  }));
  // A decision follows the evidence of its moment.
  const lines = [...told, ...decided].map((entry, index) => ({ ...entry, index }));
  lines.sort((one, other) => one.at - other.at || one.index - other.index);
  const first = lines[0]?.at ?? recording.savedAt;
  const head = `Claude Code ${safeText(recording.claude ?? 'of an unknown version')}, saved by Tallymux ${safeText(recording.tallymux)}`;
  return [head, ...lines.map(({ at, line }) => `${((at - first) / 1000).toFixed(3).padStart(9)} s  ${line}`)];
}
