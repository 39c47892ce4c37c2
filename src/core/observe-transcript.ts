// What a transcript line does to the picture. Pure. Lines may come again: an offset seen before is passed over.

import type { TranscriptEvidence, TranscriptFact } from './evidence.ts';
import { transcriptOutcome } from './newest-turn.ts';
import type { Outcome, Picture, TranscriptPicture, Turn, TurnEnd } from './picture.ts';

/** Folds one line, or one state of the file. Evidence of another conversation changes nothing. */
export function observeTranscript(picture: Picture, evidence: TranscriptEvidence): Picture {
  if (picture.conversation !== null && evidence.conversation !== picture.conversation) return picture;
  const transcript = picture.transcript;
  switch (evidence.kind) {
    case 'end':
      return { ...picture, transcript: { ...transcript, readAt: evidence.at, trouble: null } };
    case 'missing':
      return withTrouble(picture, 'missing', evidence.at, 'no transcript yet');
    case 'could-not-look':
      return withTrouble(picture, 'could-not-look', evidence.at, evidence.reason);
    case 'line': {
      if (evidence.offset < transcript.offset) return picture;
      const folded = foldFact(picture, evidence.fact, evidence);
      return {
        ...picture,
        ...(evidence.live && evidence.fact.kind === 'prompt' ? { joinedMidTurn: false } : {}),
        sawBusy:
          picture.sawBusy || (evidence.live && evidence.fact.kind === 'prompt' && evidence.fact.by !== 'command'),
        transcript: {
          ...folded,
          offset: evidence.offset + 1,
          lineAt: evidence.at,
          branch: evidence.branch ?? transcript.branch,
        },
      };
    }
  }
}

function foldFact(picture: Picture, fact: TranscriptFact, line: { at: number; live: boolean }): TranscriptPicture {
  const transcript = picture.transcript;
  switch (fact.kind) {
    case 'prompt':
      return {
        ...transcript,
        beginningAt: null,
        standing: standingAfterPrompt(picture, fact.by),
        turn: {
          id: fact.turn,
          by: fact.by,
          startedAt: line.at,
          live: line.live,
          openTools: [],
          answered: [],
          end: null,
        },
      };
    case 'assistant': {
      const opened = openTurn(transcript.turn, line);
      // A command that Claude answers (one of the person's own) is a prompt.
      const turn: Turn = { ...opened, by: opened.by === 'command' ? 'person' : opened.by };
      const openTools =
        fact.tool === null
          ? turn.openTools
          : [...turn.openTools.filter((tool) => tool.id !== fact.tool?.id), fact.tool];
      const end: TurnEnd | null = fact.finished ? { kind: 'finished', at: line.at, text: fact.text } : null;
      return {
        ...transcript,
        turn: { ...turn, openTools: fact.finished ? [] : openTools, end },
        model: fact.model ?? transcript.model,
        tokens: fact.tokens ?? transcript.tokens,
        lastText: fact.text ?? transcript.lastText,
      };
    }
    case 'tool-result': {
      const turn = openTurn(transcript.turn, line);
      const action = turn.openTools.find((tool) => tool.id === fact.toolId)?.action;
      const answered = action === undefined ? turn.answered : [...turn.answered, { action, at: line.at }].slice(-16);
      const agents = fact.agentLaunched ? [...new Set([...transcript.agents, fact.toolId])] : transcript.agents;
      // A result that comes after the turn's end (a rejected call beside an interrupt) does not open it again.
      return {
        ...transcript,
        agents,
        turn: { ...turn, answered, openTools: turn.openTools.filter((tool) => tool.id !== fact.toolId) },
      };
    }
    case 'decided':
      return transcript;
    case 'interrupt':
      return { ...ended(transcript, line, { kind: 'interrupted', at: line.at }), interruptedAt: line.at };
    case 'api-error':
      return {
        ...ended(transcript, line, { kind: 'failed', at: line.at, failure: fact.failure }),
        lastText: fact.failure.text,
      };
    case 'agent-ended':
      return {
        ...transcript,
        agents: fact.toolId === null ? [] : transcript.agents.filter((id) => id !== fact.toolId),
      };
    case 'command-output':
      // Output without a command of its own (a hook's, say) ends nothing.
      return transcript.turn?.by === 'command' && transcript.turn.end === null
        ? ended(transcript, line, { kind: 'nothing', at: line.at })
        : transcript;
    case 'queue':
      return {
        ...transcript,
        queued: queuedAfter(transcript.queued, fact.change),
        beginningAt: fact.change === 'begins' ? line.at : fact.change === 'emptied' ? null : transcript.beginningAt,
      };
    case 'compacted':
      return { ...transcript, compactedAt: line.at };
  }
}

/** A prompt typed by the person, or a local command, acts in that terminal: what stood there has been seen. */
function standingAfterPrompt(picture: Picture, by: 'person' | 'task' | 'command'): Outcome | null {
  if (by !== 'task' && !picture.shared) return null;
  return transcriptOutcome(picture) ?? picture.transcript.standing;
}

function queuedAfter(queued: number, change: 'added' | 'taken' | 'begins' | 'emptied'): number {
  if (change === 'emptied') return 0;
  return Math.max(0, queued + (change === 'added' ? 1 : -1));
}

function openTurn(turn: Turn | null, line: { at: number; live: boolean }): Turn {
  return turn === null
    ? { id: null, by: null, startedAt: line.at, live: line.live, openTools: [], answered: [], end: null }
    : { ...turn, live: turn.live || line.live };
}

function ended(transcript: TranscriptPicture, line: { at: number; live: boolean }, end: TurnEnd): TranscriptPicture {
  return { ...transcript, turn: { ...openTurn(transcript.turn, line), openTools: [], end } };
}

function withTrouble(picture: Picture, kind: 'missing' | 'could-not-look', at: number, reason: string): Picture {
  const before = picture.transcript.trouble;
  const since = before?.kind === kind ? before.since : at;
  return { ...picture, transcript: { ...picture.transcript, readAt: at, trouble: { kind, since, reason } } };
}
