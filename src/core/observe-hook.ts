// What a hook does to the picture. Pure. Hooks come late, twice and out of order: the newest are kept in order of time
// and read again from before them whenever one comes, so that every order of arrival gives the same picture.

import type { HookEvidence } from './evidence.ts';
import type { HookFact } from './hook.ts';
import { foldHook } from './hook-story.ts';
import { inConversation } from './observe-registry.ts';
import type { HookPicture, Picture } from './picture.ts';

/** How many hooks are kept to be read again. */
const KEPT = 48;

/** Which comes first of two hooks of the same moment (the clock has steps of 10 ms). */
const MEANING: readonly (readonly HookFact['kind'][])[] = [
  ['session-started'],
  ['prompt', 'compaction-began'],
  ['tool-started', 'agent-started'],
  ['permission-asked', 'form-asked'],
  ['tool-ended', 'form-answered', 'agent-ended', 'compaction-ended'],
  ['permission-notified', 'stopped', 'stop-failed'],
];

/** Folds one hook. One of another conversation changes nothing, unless nothing better names the conversation. */
export function observeHook(picture: Picture, evidence: HookEvidence): Picture {
  const moved = named(picture, evidence);
  if (moved.conversation !== evidence.conversation) return moved;
  const hooks = withHook(moved.hooks, evidence);
  if (hooks === moved.hooks) return moved;
  const worked = evidence.agent === null && WORK.includes(evidence.fact.kind);
  // Without a level nothing else takes the place of what was shown before a restart.
  const remembered = moved.level === null || moved.level.word === 'none' ? null : moved.remembered;
  return { ...moved, hooks, remembered, sawBusy: moved.sawBusy || worked };
}

/** Hooks that come from a turn. */
const WORK: readonly HookFact['kind'][] = ['prompt', 'tool-started', 'permission-asked', 'stopped', 'stop-failed'];

/** Facts that name the conversation a session is in; others may come from one that it has left. */
const NAMES: readonly HookFact['kind'][] = ['session-started', 'prompt'];

/** Without a registry file the newest hook names the conversation; one from before it does not name it back. */
function named(picture: Picture, { conversation, at, fact }: HookEvidence): Picture {
  const readable = picture.level !== null && picture.registryTrouble === null;
  if (conversation === picture.conversation || readable) return picture;
  if (picture.conversation !== null && !NAMES.includes(fact.kind)) return picture;
  if (picture.hooks.heardAt !== null && at < picture.hooks.heardAt) return picture;
  return inConversation(picture, conversation, at);
}

function withHook(hooks: HookPicture, evidence: HookEvidence): HookPicture {
  if (hooks.recent.some(({ key }) => key === evidence.key)) return hooks;
  const newest = hooks.recent.at(-1);
  const late = newest !== undefined && inOrder(newest, evidence) > 0;
  const all = [...hooks.recent, evidence];
  const sorted = late ? all.sort(inOrder) : all;
  const surplus = sorted.slice(0, Math.max(0, sorted.length - KEPT));
  const recent = sorted.slice(surplus.length);
  const base = surplus.reduce(foldHook, hooks.base);
  const story = late ? recent.reduce(foldHook, base) : foldHook(hooks.story, evidence);
  return { heardAt: Math.max(hooks.heardAt ?? 0, evidence.at), base, recent, story };
}

function inOrder(one: HookEvidence, other: HookEvidence): number {
  return one.at - other.at || rank(one.fact.kind) - rank(other.fact.kind) || (one.key < other.key ? -1 : 1);
}

function rank(kind: HookFact['kind']): number {
  const index = MEANING.findIndex((kinds) => kinds.includes(kind));
  return index === -1 ? MEANING.length : index;
}
