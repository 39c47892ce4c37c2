// What a rule of state is, and what it may say.

import type { Steady } from './evidence.ts';
import type { Picture } from './picture.ts';
import type { Failure, State } from './session.ts';

/** Sources a rule can rest on. */
export type RuleSource = 'registry' | 'process' | 'transcript' | 'hook' | 'pane' | 'person' | 'memory';

/** A rule that speaks. */
export interface Verdict {
  readonly state: State;
  /** Why, in one sentence for `explain`. */
  readonly sentence: string;
  /** When time alone could change this verdict. */
  readonly recheckAt?: Steady;
  readonly guess?: boolean;
  readonly suspended?: boolean;
  readonly failure?: Failure | null;
}

/** A rule: its name is what `explain` prints. It speaks, keeps silent, or keeps silent until a time. */
export interface Rule {
  readonly name: string;
  /** The source it rests on most. */
  readonly source: RuleSource;
  speak(picture: Picture, now: Steady): Verdict | { readonly silentUntil: Steady } | null;
}

/** What `decide` answers. Times are steady milliseconds. */
export interface Decision {
  readonly state: State;
  readonly because: string;
  readonly sentence: string;
  readonly source: RuleSource | null;
  readonly recheckAt: Steady | null;
  readonly guess: boolean;
  readonly suspended: boolean;
  readonly failure: Failure | null;
}
