// One step of a stand-in's script: what it remembers afterwards and what it writes. Pure: no clock, no files, no
// processes. Signals, waiting and the end of the process are `session`'s.

import { closed, without } from './dialog-ends.ts';
import { hook } from './hook.ts';
import { costLine } from './noise.ts';
import { openPage } from './page.ts';
import { playAgentTool, playAgentToolDone } from './play-agent-tool.ts';
import { playAgent, playAgentDone, playQueue, playShell, playShellDone } from './play-background.ts';
import { playClear, playCloseDialog, playCompact, playDialog, playRename } from './play-commands.ts';
import { adding, ownAsk, playAskPermission, playElicit, playLeave, playSwap } from './play-dialog.ts';
import { playApiError, playFinish } from './play-end.ts';
import { playAnswer, playInterrupt, playToolSettled } from './play-settled.ts';
import { level, playPrompt, playSay, playTool, playToolDone, written } from './play-turn.ts';
import type { Effect, Moment, Played, Playing, Settled } from './playing.ts';
import { CLAUDE_VERSION, newEntry, type ProcessIdentity, withLevel } from './registry-entry.ts';
import { listFace } from './screen/list-face.ts';
import { trustList } from './screen/other-lists.ts';
import type { StartStep, Step } from './steps.ts';

/** The registry file comes this long after the start, its first status this much later again (milliseconds). */
const ENTRY_AFTER_MS = 150;
const STATUS_AFTER_MS = 350;

/**
 * A stand-in begins: its key, then its registry file without a status, then idle.
 * @param project the folder of its transcripts, absolute.
 */
export function playStart(process: ProcessIdentity, step: StartStep, moment: Moment, project: string): Played {
  const directory = step.cwd.split('/').filter(Boolean).at(-1) ?? 'root';
  const playing: Playing = {
    process,
    entry: null,
    cwd: step.cwd,
    project,
    conversation: step.conversation ?? moment.uuid(),
    branch: step.branch ?? 'main',
    model: step.model ?? 'claude-opus-5-5',
    version: step.version ?? CLAUDE_VERSION,
    entrypoint: step.entrypoint ?? 'cli',
    parent: null,
    opened: step.resumed === true,
    resumed: step.resumed === true,
    environmentTold: false,
    turn: null,
    promptId: null,
    turnIndex: 0,
    tool: null,
    toolsUsed: [],
    queue: [],
    shells: [],
    agents: [],
    dialog: null,
    asks: [],
    mode: step.mode ?? 'default',
    foregroundAgents: step.environment?.CLAUDE_CODE_DISABLE_BACKGROUND_TASKS === '1',
    startedAt: moment.at,
  };
  const key: Effect = { kind: 'key', after: 0 };
  if (step.trusted === false) {
    const ask = ownAsk('trust', 'trust', step.cwd, listFace(trustList(step.cwd)));
    return { playing: adding(playing, { ...ask, shown: true }), effects: [key, { kind: 'show', after: 0, ask }] };
  }
  const name = step.name ?? `${directory}-${moment.hex(2)}`;
  const trusted = enter(playing, moment, step, name, step.name === undefined ? 'derived' : 'user');
  return { playing: trusted.playing, effects: [key, ...trusted.effects] };
}

/** Any step after `start`, but for those that only touch the process. */
export function play(playing: Playing, step: Step, moment: Moment): Played {
  switch (step.do) {
    case 'trust':
      return playTrust(playing, moment);
    case 'settle':
      return playSettled(playing, { ...step, byHook: false, input: null, permissions: [] }, moment);
    case 'swap':
      return playSwap(playing, step, moment);
    case 'elicit':
      return playElicit(playing, step, moment);
    case 'agent-tool':
      return playAgentTool(playing, step, moment);
    case 'agent-tool-done':
      return playAgentToolDone(playing, step, moment);
    case 'leave':
      return playLeave(playing, step, moment);
    case 'prompt':
      return playPrompt(playing, step, moment);
    case 'say':
      return playSay(playing, step, moment);
    case 'tool':
      return playTool(playing, step, moment);
    case 'ask-permission':
      return playAskPermission(playing, step, moment);
    case 'answer':
      return playAnswer(playing, step, moment);
    case 'tool-done':
      return playToolDone(playing, step, moment);
    case 'finish':
      return playFinish(playing, step, moment);
    case 'interrupt':
      return playInterrupt(playing, moment);
    case 'api-error':
      return playApiError(playing, step, moment);
    case 'shell':
      return playShell(playing, step, moment);
    case 'shell-done':
      return playShellDone(playing, moment);
    case 'agent':
      return playAgent(playing, step, moment);
    case 'agent-done':
      return playAgentDone(playing, step, moment);
    case 'queue':
      return playQueue(playing, step, moment);
    case 'clear':
      return playClear(playing, moment);
    case 'compact':
      return playCompact(playing, moment);
    case 'dialog':
      return playDialog(playing, step, moment);
    case 'close-dialog':
      return playCloseDialog(playing, moment);
    case 'rename':
      return playRename(playing, step, moment);
    case 'press':
      return { playing, effects: [{ kind: 'keys', after: 0 }] };
    case 'level':
      return level(playing, step.status, step.waitingFor ?? null, moment.at);
    case 'exit':
      return playExit(playing, step, moment);
    case 'start':
      throw new Error('It has started already.');
    case 'crash':
    case 'suspend':
    case 'continue':
    case 'wait':
    case 'trouble':
    case 'on-key':
    case 'until-answered':
    case 'until-prompted':
      return { playing, effects: [] };
    default:
      throw new Error(`There is no step "${(step as { do: string }).do}".`);
  }
}

/** An answer to any dialog. Throws where no such dialog is open. */
export function playSettled(before: Playing, settled: Settled, moment: Moment): Played {
  const ask = before.asks.find(({ dialog }) => dialog === settled.dialog);
  if (!ask) throw new Error(`No dialog "${settled.dialog}" is open.`);
  const close = closed(ask.dialog, false);
  const rest = without(before, ask.dialog);
  const yes = settled.outcome.label.startsWith('Yes');
  switch (ask.kind) {
    case 'tool':
    case 'form':
      return playToolSettled(before, ask, settled, moment);
    case 'trust':
      return yes ? playTrust(before, moment) : ending(rest, [close], moment);
    case 'command': {
      const shut = playCloseDialog(rest, moment);
      return { playing: shut.playing, effects: [close, ...shut.effects] };
    }
    case 'exit': {
      const leaves = settled.outcome.label.startsWith('Exit');
      return leaves ? ending(rest, [close], moment) : { playing: rest, effects: [close] };
    }
  }
}

function ending(playing: Playing, before: readonly Effect[], moment: Moment): Played {
  const ended = playExit(playing, { do: 'exit' }, moment);
  return { playing: ended.playing, effects: [...before, ...ended.effects, { kind: 'end', after: 10 }] };
}

function playTrust(before: Playing, moment: Moment): Played {
  const playing = without(before, 'trust');
  const entered = enter(playing, moment, {}, `${playing.cwd.split('/').at(-1)}-${moment.hex(2)}`, 'derived');
  return { playing: entered.playing, effects: [closed('trust', false), ...entered.effects] };
}

function enter(
  playing: Playing,
  moment: Moment,
  step: Partial<StartStep>,
  name: string,
  nameSource: 'derived' | 'user',
): Played {
  const { conversation: sessionId, cwd, version, entrypoint } = playing;
  const kind = step.kind ?? 'interactive';
  const about = { sessionId, cwd, version, kind, entrypoint, name, nameSource, tmux: step.tmux };
  const starting = newEntry(playing.process, about, moment.at);
  const entry = withLevel(starting, 'idle', null, moment.at + ENTRY_AFTER_MS + STATUS_AFTER_MS);
  return {
    playing: { ...playing, entry },
    effects: [
      { kind: 'registry', after: ENTRY_AFTER_MS, entry: starting },
      begun(playing, ENTRY_AFTER_MS),
      { kind: 'registry', after: ENTRY_AFTER_MS + STATUS_AFTER_MS, entry },
    ],
  };
}

/** The hook for a session that begins. */
function begun(playing: Playing, after: number): Effect {
  const { resumed, model } = playing;
  const cost = { prompt_cache_likely_expired: false, estimated_cache_write_usd: 0.0149 };
  const rest = resumed
    ? { source: 'resume', seconds_since_last_response: 29, context_tokens: 2985, ...cost }
    : { source: 'startup', model };
  return hook(playing, 'SessionStart', rest, { after });
}

function playExit(playing: Playing, step: Extract<Step, { do: 'exit' }>, moment: Moment): Played {
  const gone: Effect[] = [
    { kind: 'registry-gone', after: 0 },
    { kind: 'key-gone', after: 10 },
    // Nothing is told of a session that never began.
    ...(playing.entry
      ? [hook(playing, 'SessionEnd', { reason: step.reason ?? 'prompt_input_exit' }, { after: 10 })]
      : []),
  ];
  if (!playing.opened) return { playing, effects: gone };
  const page = openPage(playing, moment);
  costLine(page, playing, moment);
  return { playing: { ...playing, entry: null }, effects: [...gone, written(playing, page, 10)] };
}
