// What a hook does to the picture. Pure.

import type { HookEvidence } from './evidence.ts';
import type { Picture } from './picture.ts';

/** Folds one hook. Evidence of another conversation changes nothing. */
export function observeHook(picture: Picture, _evidence: HookEvidence): Picture {
  return picture;
}
