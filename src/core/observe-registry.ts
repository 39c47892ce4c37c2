// What a read of `~/.claude/sessions/<pid>.json` does to the picture. Pure.

import type { LevelWord, RegistryEvidence, Steady } from './evidence.ts';
import {
  hooksOfNewConversation,
  type LevelPicture,
  NO_TRANSCRIPT,
  type Picture,
  type TranscriptPicture,
} from './picture.ts';

/** Folds one registry read. A read that failed leaves the last good word standing. */
export function observeRegistry(picture: Picture, evidence: RegistryEvidence): Picture {
  switch (evidence.kind) {
    case 'missing':
      return {
        ...picture,
        registryTrouble: { kind: 'missing', since: troubleSince(picture, evidence), startDialog: evidence.startDialog },
      };
    case 'could-not-look':
      return {
        ...picture,
        registryTrouble: { kind: 'could-not-look', since: troubleSince(picture, evidence), reason: evidence.reason },
      };
    case 'foreign':
      return {
        ...picture,
        registryTrouble: { kind: 'foreign', since: troubleSince(picture, evidence), domain: evidence.domain },
      };
    case 'read': {
      const moved = inConversation(picture, evidence.conversation, evidence.at);
      const level = nextLevel(moved.level, evidence);
      const working = isRun(evidence.status);
      return {
        ...moved,
        transcript: withoutLost(moved, level),
        level,
        registryTrouble: stillAtStartDialog(picture, evidence.status) ? picture.registryTrouble : null,
        remembered: null,
        sawBusy: moved.sawBusy || working,
        joinedMidTurn: moved.joinedMidTurn || (picture.level === null && working),
      };
    }
  }
}

/** The first file after a start dialog has no status yet: until it has one, nothing else is known. */
function stillAtStartDialog({ registryTrouble }: Picture, word: LevelWord): boolean {
  return word === 'none' && registryTrouble?.kind === 'missing' && registryTrouble.startDialog;
}

/** Whether a word means that Claude is in a run: at work, or stopped in it by a dialog. */
export function isRun(word: LevelWord | null): boolean {
  return word === 'busy' || word === 'waiting';
}

/** A new conversation of the same session (`/clear`, `/resume`, fork) was the person's doing: nothing is left to see. */
export function inConversation(picture: Picture, conversation: string | null, at: Steady): Picture {
  if (conversation === null || conversation === picture.conversation) return picture;
  if (picture.conversation === null) return { ...picture, conversation };
  // A run that is over belonged to the conversation before: it has no end to be read here. One that lasts goes on here.
  const lasts = isRun(picture.level?.word ?? null);
  const level = picture.level && {
    ...picture.level,
    roseAt: lasts ? at : null,
    fellAt: null,
    ranBusy: lasts && picture.level.word === 'busy',
  };
  const hooks = hooksOfNewConversation(picture.hooks);
  return { ...picture, conversation, level, transcript: NO_TRANSCRIPT, hooks, joinedMidTurn: false };
}

/** Agents and waiting prompts hold the level at busy: a run that begins after a real rest has none left from before. */
function withoutLost({ level: before, transcript }: Picture, level: LevelPicture): TranscriptPicture {
  const rested = before === null ? !isRun(level.word) : level.roseAt === level.at && level.at - before.since > REST;
  return rested ? { ...transcript, agents: [], queued: 0, beginningAt: null } : transcript;
}

/** A rest longer than this is no gap between two turns, in milliseconds. */
const REST = 1_000;

function nextLevel(before: LevelPicture | null, evidence: Extract<RegistryEvidence, { kind: 'read' }>): LevelPicture {
  const { status: word, waitingFor, at, statusUpdatedAt } = evidence;
  if (before === null) {
    const roseAt = isRun(word) ? at : null;
    return {
      word,
      waitingFor,
      at,
      since: at,
      wordSince: at,
      before: null,
      roseAt,
      fellAt: null,
      ranBusy: word === 'busy',
      statusUpdatedAt,
    };
  }
  const rises = isRun(word) && !isRun(before.word);
  const falls = !isRun(word) && isRun(before.word);
  const changed = word !== before.word;
  return {
    word,
    waitingFor,
    at,
    statusUpdatedAt,
    // The same word with a newer stamp: a run came and went while nobody looked.
    since: changed || statusUpdatedAt !== before.statusUpdatedAt ? at : before.since,
    wordSince: changed ? at : before.wordSince,
    before: changed ? before.word : before.before,
    roseAt: rises ? at : before.roseAt,
    fellAt: rises ? null : falls ? at : before.fellAt,
    ranBusy: word === 'busy' || (before.ranBusy && !rises),
  };
}

function troubleSince(picture: Picture, evidence: RegistryEvidence): number {
  return picture.registryTrouble?.kind === evidence.kind ? picture.registryTrouble.since : evidence.at;
}
