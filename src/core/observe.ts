// Folds one piece of evidence into a picture. Pure; knows what each source means, and decides nothing.

import type { Evidence, MemoryEvidence, PaneEvidence, ProcessEvidence, TranscriptEvidence } from './evidence.ts';
import { transcriptCounts } from './newest-turn.ts';
import { observeHook } from './observe-hook.ts';
import { inConversation, observeRegistry } from './observe-registry.ts';
import { observeTranscript } from './observe-transcript.ts';
import { observeWork } from './observe-work.ts';
import type { Picture } from './picture.ts';
import type { WorkEvidence } from './work.ts';

/** The picture after `evidence`. Evidence that adds nothing gives back an equal picture. */
export function observe(picture: Picture, evidence: Evidence): Picture {
  switch (evidence.source) {
    case 'registry':
      return observeRegistry(picture, evidence);
    case 'transcript':
      return isWork(evidence) ? observeWork(picture, evidence) : observeTranscript(picture, evidence);
    case 'hook':
      return observeHook(picture, evidence);
    case 'process':
      return observeProcess(picture, evidence);
    case 'pane':
      return observePane(picture, evidence);
    case 'person':
      return { ...picture, seenAt: evidence.kind === 'seen' ? evidence.at : null };
    case 'memory':
      return observeMemory(picture, evidence);
  }
}

function isWork(evidence: TranscriptEvidence | WorkEvidence): evidence is WorkEvidence {
  return evidence.kind === 'work' || evidence.kind === 'began' || evidence.kind === 'agents';
}

function observeProcess(picture: Picture, evidence: ProcessEvidence): Picture {
  // No evidence revives the dead: a pid that comes back is another process.
  if (picture.process?.condition === 'gone') return picture;
  // "Could not look" says nothing about the process; the last real look stands.
  if (evidence.condition === 'could-not-look' && picture.process !== null) return picture;
  const { at, condition, ttyInputAt, children } = evidence;
  return { ...picture, process: { at, condition, ttyInputAt, children } };
}

/** When the other session goes, what it did in the conversation stays its own. */
function observeShared(picture: Picture, shared: boolean): Picture {
  const { transcript } = picture;
  if (shared || transcript.turn === null || transcriptCounts(picture)) return { ...picture, shared };
  const turn = { ...transcript.turn, live: false };
  return { ...picture, shared, joinedMidTurn: false, transcript: { ...transcript, turn } };
}

function observePane(picture: Picture, evidence: PaneEvidence): Picture {
  // What could not be looked at is not known any more: no dialog stands for ever.
  if (evidence.kind === 'could-not-look') return { ...picture, pane: null };
  const title = evidence.kind === 'dialog' ? evidence.title : null;
  const same = picture.pane !== null && picture.pane.dialog === title;
  return { ...picture, pane: { dialog: title, since: same ? picture.pane.since : evidence.at, at: evidence.at } };
}

function observeMemory(picture: Picture, evidence: MemoryEvidence): Picture {
  switch (evidence.kind) {
    case 'restart':
      // A pane is looked at again before anything is said of it, and holding begins anew.
      return { ...picture, pane: null, holding: 0, remembered: { state: evidence.state, at: evidence.at } };
    case 'bound':
      return inConversation(picture, evidence.conversation, evidence.at);
    case 'shared':
      return observeShared(picture, evidence.shared);
    case 'holding':
      return { ...picture, holding: evidence.prompts };
    case 'distrust':
      return { ...picture, distrusted: evidence.sources };
  }
}
