// What the parts of a card share: the prompt, who may answer it now, and how.

import type { Concern } from '../../core/look-twice.ts';
import type { PromptAnswer, PromptOption } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import type { Draft } from '../store/drafts.ts';
import type { Sent } from '../store/prompts.ts';
import type { ShownPrompt } from '../store/shown-prompt.ts';

/** What goes with the chosen option. */
export type More = Partial<Pick<PromptAnswer, 'text' | 'input' | 'answers' | 'content'>>;

/** Given to each part of a card. */
export interface CardParts {
  readonly prompt: ShownPrompt;
  /** `undefined` once it is gone. */
  readonly session: Session | undefined;
  readonly concerns: readonly Concern[];
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly sent: Sent | undefined;
  /** An answer may be given this very moment. */
  readonly ready: boolean;
  /** It is the card that digits act on where nothing has the focus. */
  readonly active: boolean;
  readonly touch: boolean;
  /** Answers with an option of `prompt.raw`. Does nothing unless `ready`. */
  readonly answer: (option: PromptOption, more?: More) => void;
}
