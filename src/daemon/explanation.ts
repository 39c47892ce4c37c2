// The answer to `explain`: a session's rule, sources and evidence, in wall-clock times.

import type { Explanation } from '../contract/commands.ts';
import { explainSources } from '../core/explain.ts';
import type { Living } from './living.ts';
import type { Clock } from './ports.ts';
import { iso } from './view.ts';

/** Explains a session that is shown. */
export function explanationOf(living: Living, clock: Clock): Explanation | null {
  const { view, decision, picture } = living;
  if (view === null) return null;
  const wallOf = (steady: number) => clock.wall() - (clock.steady() - steady);
  return {
    session: view,
    rule: decision.because,
    because: decision.sentence,
    recheckAt: decision.recheckAt === null ? null : iso(wallOf(decision.recheckAt)),
    sources: explainSources(picture, decision).map(({ source, said, at, verdict }) => ({
      source,
      said,
      at: iso(wallOf(at ?? picture.firstSeenAt)),
      ageMs: Math.round(clock.steady() - (at ?? picture.firstSeenAt)),
      verdict,
    })),
    evidence: living.evidence.map(({ at, source, text }) => ({
      at: iso(at),
      source: source as Explanation['sources'][number]['source'],
      text,
    })),
  };
}
