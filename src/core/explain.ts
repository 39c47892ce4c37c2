// Why a session is in its state: each source's last word and what became of it. Pure.

import { describeHook } from './describe-hook.ts';
import type { Steady } from './evidence.ts';
import type { Picture } from './picture.ts';
import type { Decision, RuleSource } from './rule.ts';
import type { State } from './session.ts';

/** What became of a source's word. */
export type SourceVerdict = 'decided' | 'agrees' | 'overruled' | 'could not look' | 'nothing' | 'not trusted';

/** One source's last word. `at` is steady milliseconds; `null` when it never spoke. */
export interface SourceWord {
  readonly source: RuleSource;
  readonly said: string;
  readonly at: Steady | null;
  readonly verdict: SourceVerdict;
}

/** All sources of a session, strongest first. */
export function explainSources(picture: Picture, decision: Decision): readonly SourceWord[] {
  return [
    registryWord(picture, decision),
    processWord(picture, decision),
    transcriptWord(picture, decision),
    hookWord(picture, decision),
    paneWord(picture, decision),
    personWord(picture, decision),
    memoryWord(picture, decision),
  ];
}

function registryWord(picture: Picture, decision: Decision): SourceWord {
  const { level, registryTrouble: trouble } = picture;
  const source = 'registry';
  if (trouble !== null) {
    const verdict = decision.source === source ? 'decided' : trouble.kind === 'missing' ? 'nothing' : 'could not look';
    const said =
      trouble.kind === 'missing'
        ? trouble.startDialog
          ? 'only its key is there'
          : 'no file for this process'
        : trouble.kind === 'foreign'
          ? `names another pid domain, ${trouble.domain}`
          : `could not be read: ${trouble.reason}`;
    return { source, said, at: trouble.since, verdict };
  }
  if (level === null) return { source, said: 'never read', at: null, verdict: 'nothing' };
  const waits = level.waitingFor === null ? '' : ` (${level.waitingFor})`;
  const said = level.word === 'none' ? 'its file states no status' : `status ${level.word}${waits}`;
  if (picture.distrusted.includes(source)) return { source, said, at: level.at, verdict: 'not trusted' };
  if (level.word === 'unrecognised')
    return { source, said: 'a status we do not know', at: level.at, verdict: 'could not look' };
  if (level.word === 'none') return { source, said, at: level.at, verdict: 'nothing' };
  const means: State = level.word === 'waiting' ? 'needs-input' : level.word === 'busy' ? 'busy' : 'idle';
  return { source, said, at: level.at, verdict: verdictOf(source, decision, means) };
}

function processWord(picture: Picture, decision: Decision): SourceWord {
  const look = picture.process;
  const source = 'process';
  if (look === null) return { source, said: 'never looked at', at: null, verdict: 'nothing' };
  const typed = look.ttyInputAt === null ? '' : '; its terminal had input';
  const said = look.condition === 'running' ? `alive${typed}` : look.condition.replaceAll('-', ' ');
  const verdict =
    decision.source === source ? 'decided' : look.condition === 'could-not-look' ? 'could not look' : 'agrees';
  return { source, said, at: look.at, verdict };
}

function transcriptWord(picture: Picture, decision: Decision): SourceWord {
  const { trouble, turn, lineAt, readAt } = picture.transcript;
  const source = 'transcript';
  if (trouble !== null) {
    const verdict = decision.source === source ? 'decided' : trouble.kind === 'missing' ? 'nothing' : 'could not look';
    return { source, said: trouble.reason, at: trouble.since, verdict };
  }
  if (turn === null) return { source, said: 'no turn in what was read', at: readAt, verdict: 'nothing' };
  const shared = picture.shared ? ' (its conversation is live elsewhere too)' : '';
  const history = turn.live ? '' : ' (history)';
  const said = `${turnInWords(turn.end?.kind ?? null)}${history}${shared}`;
  const means: readonly State[] =
    turn.end === null
      ? ['busy', 'needs-input']
      : turn.end.kind === 'interrupted' || turn.end.kind === 'nothing'
        ? ['idle']
        : ['review', 'idle'];
  if (picture.distrusted.includes(source)) return { source, said, at: lineAt, verdict: 'not trusted' };
  const verdict = decision.source === source ? 'decided' : means.includes(decision.state) ? 'agrees' : 'overruled';
  return { source, said, at: lineAt, verdict };
}

function turnInWords(end: 'finished' | 'failed' | 'interrupted' | 'nothing' | null): string {
  switch (end) {
    case null:
      return 'a turn that has not ended';
    case 'finished':
      return 'a finished turn';
    case 'failed':
      return 'a turn that ended in an error';
    case 'interrupted':
      return 'a turn that you interrupted';
    case 'nothing':
      return 'a local command';
  }
}

function hookWord({ hooks }: Picture, decision: Decision): SourceWord {
  const source = 'hook';
  const newest = hooks.recent.at(-1);
  if (newest === undefined)
    return { source, said: 'never heard; tallymux setup installs them', at: null, verdict: 'nothing' };
  const { turn, asks } = hooks.story;
  const said =
    turn === null ? describeHook(newest) : `${turnInWords(turn.end?.kind ?? null)}; newest: ${describeHook(newest)}`;
  const means: readonly State[] =
    turn === null
      ? [decision.state]
      : turn.end === null
        ? asks.length > 0
          ? ['needs-input', 'busy']
          : ['busy', 'needs-input']
        : ['review', 'idle'];
  const verdict = decision.source === source ? 'decided' : means.includes(decision.state) ? 'agrees' : 'overruled';
  return { source, said, at: newest.at, verdict };
}

function paneWord({ pane }: Picture, decision: Decision): SourceWord {
  const source = 'pane';
  if (pane === null) return { source, said: 'no tmux pane of it was looked at', at: null, verdict: 'nothing' };
  if (pane.dialog === null) {
    const verdict = decision.source === source || decision.state !== 'needs-input' ? 'agrees' : 'overruled';
    return { source, said: 'no dialog stands there', at: pane.at, verdict };
  }
  const said = `a dialog stands there: ${pane.dialog}`;
  return { source, said, at: pane.at, verdict: verdictOf(source, decision, 'needs-input') };
}

function personWord(picture: Picture, decision: Decision): SourceWord {
  const source = 'person';
  if (picture.seenAt !== null)
    return { source, said: 'seen', at: picture.seenAt, verdict: verdictOf(source, decision, 'idle') };
  const typed = picture.process?.ttyInputAt ?? null;
  if (decision.source === source && typed !== null)
    return { source, said: 'typed in its terminal', at: typed, verdict: 'decided' };
  return { source, said: 'said nothing', at: null, verdict: 'nothing' };
}

function memoryWord(picture: Picture, decision: Decision): SourceWord {
  const source = 'memory';
  const { remembered } = picture;
  if (remembered === null) return { source, said: 'nothing to remember', at: null, verdict: 'nothing' };
  return {
    source,
    said: `was ${remembered.state}`,
    at: remembered.at,
    verdict: verdictOf(source, decision, remembered.state),
  };
}

function verdictOf(source: SourceWord['source'], decision: Decision, means: State): SourceVerdict {
  if (decision.source === source) return 'decided';
  if (means === decision.state) return 'agrees';
  // A level at rest agrees with whatever the end of the turn made of it.
  return means === 'idle' && decision.state === 'review' ? 'agrees' : 'overruled';
}
