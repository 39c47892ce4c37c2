// How a turn of the stand-in ends: by Claude's last message or by an error, and what follows at once when a prompt
// waits in the queue. Pure.

import { backgroundTasks, hook, late } from './hook.ts';
import { lastPromptLines } from './noise.ts';
import { openPage, type Page } from './page.ts';
import { beginTurn, fromTask, level, submitted, written } from './play-turn.ts';
import { type Effect, FLUSH_MS, type Moment, type Played, type Playing } from './playing.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** Between a turn and the next one, which begins by itself, the registry reads idle for about this long, in ms. */
export const BETWEEN_TURNS_MS = 25;
/** A person who has not come back this long after the turn is told so, in milliseconds. */
const IDLE_PROMPT_MS = 60_000;

/** Claude's last message. The registry tells first, the transcript follows. */
export function playFinish(before: Playing, step: Of<'finish'>, moment: Moment): Played {
  const page = openPage(before, moment);
  dequeueLine(page, before, moment);
  page.assistant({ id: `msg_${moment.hex(24)}`, block: { type: 'text', text: step.text }, stopReason: 'end_turn' });
  stopHookLine(page, moment);
  page.system('turn_duration', {
    durationMs: moment.at - (before.turn?.startedAt ?? moment.at),
    messageCount: 10 + before.turnIndex,
    ...(before.agents.length > 0 ? { pendingBackgroundAgentCount: before.agents.length } : {}),
  });
  lastPromptLines(page, before.turn?.text ?? '');
  const stopped = hook(before, 'Stop', {
    stop_hook_active: false,
    last_assistant_message: step.text,
    background_tasks: backgroundTasks(before),
    session_crons: [],
  });
  const ended = endTurn(before, page, moment, stopped);
  return ended.playing.entry?.status === 'busy'
    ? ended
    : { ...ended, effects: [...ended.effects, rested(ended.playing)] };
}

/** The API refused for good. */
export function playApiError(before: Playing, step: Of<'api-error'>, moment: Moment): Played {
  const page = openPage(before, moment);
  const error = step.error ?? (step.status === 429 ? 'rate_limit' : 'server_error');
  const text = step.text ?? `API Error: ${step.status} Overloaded`;
  dequeueLine(page, before, moment);
  page.apiError({ status: step.status, error, text });
  return endTurn(before, page, moment, hook(before, 'StopFailure', { error, last_assistant_message: text }));
}

/** Ends the turn, with what tells of it besides the registry and the page; then the queue's next prompt has its turn. */
export function endTurn(before: Playing, page: Page, moment: Moment, told: Effect | null): Played {
  const waits = before.asks.find(({ shown, waitingFor }) => shown && waitingFor !== null)?.waitingFor ?? null;
  const quiet = before.queue.length > 0 ? 'idle' : restingLevel(before);
  const resting = waits === null ? quiet : 'waiting';
  const ended = { ...before, turn: null, tool: null, parent: page.parent() };
  const { playing, effects } =
    before.entry?.status === resting ? { playing: ended, effects: [] } : level(ended, resting, waits, moment.at);
  const next = beginQueued(playing, moment);
  return {
    playing: next.playing,
    effects: [...(told === null ? [] : [told]), ...effects, written(playing, page), ...next.effects],
  };
}

/** What the level is when no turn goes on. */
export function restingLevel(playing: Playing): string {
  if (playing.agents.length > 0) return 'busy';
  return playing.shells.length > 0 ? 'shell' : 'idle';
}

/** The queue's next prompt leaves it. */
export function dequeueLine(page: Page, before: Playing, moment: Moment): void {
  if (before.queue.length === 0) return;
  page.loose('queue-operation', { operation: 'dequeue', timestamp: new Date(moment.at).toISOString() });
}

/** A turn that Claude begins by itself, a moment after the last one: for a queued prompt or for a task's end. */
export function beginQueued(before: Playing, moment: Moment): Played {
  const [text, ...queue] = before.queue;
  if (text === undefined) return { playing: before, effects: [] };
  const busy = level({ ...before, queue }, 'busy', null, moment.at + BETWEEN_TURNS_MS);
  const page = openPage(busy.playing, moment);
  const playing = beginTurn(
    busy.playing,
    moment,
    page,
    fromTask(text)
      ? { text, origin: { kind: 'task-notification', producer: 'session-task' }, source: 'system' }
      : { text, origin: { kind: 'human' }, source: 'queued' },
  );
  return {
    playing,
    effects: [
      ...busy.effects.map((effect) => ({ ...effect, after: BETWEEN_TURNS_MS })),
      // A person's prompt was told of when it was typed.
      ...(fromTask(text) ? [submitted(playing, text, BETWEEN_TURNS_MS)] : []),
      written(playing, page, FLUSH_MS + BETWEEN_TURNS_MS),
    ],
  };
}

/** Nobody comes back for a minute. */
function rested(playing: Playing): Effect {
  const about = { message: 'Claude is waiting for your input', notification_type: 'idle_prompt' };
  return late(hook(playing, 'Notification', about, { after: IDLE_PROMPT_MS }));
}

/** What Claude writes about the hooks that ran at the end of the turn. */
function stopHookLine(page: Page, moment: Moment): void {
  const commands = moment.hookCommands('Stop');
  if (commands.length === 0) return;
  page.system('stop_hook_summary', {
    hookCount: commands.length,
    hookInfos: commands.map((command) => ({ command })),
    hookErrors: [],
    failedHookErrorIndexes: [],
    hookAdditionalContext: [],
    preventedContinuation: false,
    stopReason: '',
    hasOutput: false,
    level: 'suggestion',
    toolUseID: moment.uuid(),
  });
}
