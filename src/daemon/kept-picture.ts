// A picture as the store gives it back, made whole: an older version did not know every part of today's. Pure. It must
// leave nothing missing that evidence folds into, however deep, and change nothing that was kept.

import { emptyPicture, type HookStory, type HookTurn, NO_HOOKS, type Picture, type Turn } from '../core/picture.ts';

const EMPTY_TURN: Omit<Turn, 'startedAt'> = { id: null, by: null, live: false, openTools: [], answered: [], end: null };
const EMPTY_HOOK_TURN: Omit<HookTurn, 'startedAt'> = { id: null, by: null, openTools: [], endedTools: [], end: null };

/** Fills what is missing with what an empty picture has there. */
export function wholePicture(kept: Picture): Picture {
  const empty = emptyPicture(kept.firstSeenAt);
  const { level } = kept;
  const { turn } = kept.transcript;
  const hooks = { ...NO_HOOKS, ...kept.hooks };
  return {
    ...empty,
    ...kept,
    level: level && { ...level, wordSince: level.wordSince ?? level.since },
    transcript: {
      ...empty.transcript,
      ...kept.transcript,
      turn: turn && { ...EMPTY_TURN, ...turn },
    },
    hooks: { ...hooks, base: wholeStory(hooks.base), story: wholeStory(hooks.story) },
  };
}

function wholeStory(kept: HookStory): HookStory {
  const { turn } = kept;
  return { ...NO_HOOKS.story, ...kept, turn: turn ? { ...EMPTY_HOOK_TURN, ...turn } : null };
}
