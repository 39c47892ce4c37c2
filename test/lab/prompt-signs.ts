// What is told of a session whose prompts are tested at a desk: lines of its transcript, and screens of its pane.

import type { TranscriptFact } from '../../src/core/evidence.ts';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Living } from '../../src/daemon/living.ts';
import type { Desk } from './prompt-desk.ts';
import { recordedScreen, screenOf } from './screens.ts';
import { until } from './until.ts';

/** Claude at rest: its composer, with `draft` in it. */
export const composer = (draft = '') =>
  screenOf(`${'─'.repeat(120)}\n❯ ${draft}\n${'─'.repeat(120)}\n  ? for shortcuts`);

/** The problem that a refused command has; `done` for one that was carried out. */
export function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { problem?: string; message: string }) => error.problem ?? error.message,
  );
}

/** The one open prompt. @throws where there is none or more. */
export function onlyPrompt(desk: Desk): Prompt {
  const [prompt, ...more] = desk.open();
  if (prompt === undefined || more.length > 0) throw new Error(`not one prompt: ${JSON.stringify(desk.open())}`);
  return prompt;
}

/** A session in pane `%1` that shows the dialog of a recording, which is open as a prompt and can be answered. */
export async function waitingOn(desk: Desk, name = 'perm-bash.120'): Promise<Living> {
  const living = desk.meet('aaa', '%1');
  desk.panes.set('%1', recordedScreen(name));
  desk.level(living, 'waiting');
  await until('a prompt', () => (desk.open()[0]?.options.length ?? 0) > 0, { within: 3_000 });
  return living;
}

/** Claude takes what is pressed: the dialog is gone, and its level says this. */
export function obeys(desk: Desk, living: Living, level: 'busy' | 'idle' = 'busy'): void {
  desk.afterKeys = () => {
    desk.panes.set('%1', composer());
    desk.level(living, level);
  };
}

let offset = 0;
/** The transcript tells something. */
export function line(desk: Desk, living: Living, fact: TranscriptFact): void {
  offset += 1;
  const piece = { source: 'transcript', at: desk.clock.steady(), conversation: 'c', kind: 'line', fact, branch: null };
  desk.sessions.tell(living, [{ ...piece, writtenAt: null, live: true, offset } as never]);
  desk.sessions.settle(living);
}

/** The transcript tells of the call `toolu_1`, which asks what `Desk.ask` asks. */
export function callIn(desk: Desk, living: Living): void {
  line(desk, living, { kind: 'prompt', by: 'person', text: 'go', turn: null });
  const tool = { id: 'toolu_1', action: 'Bash · touch short.txt', agent: false };
  line(desk, living, { kind: 'assistant', finished: false, text: null, tool, model: null, tokens: null });
}

/** The transcript tells that a hook decided the call `toolu_1`, or another. */
export function decidedIn(desk: Desk, living: Living, decision: 'allow' | 'deny', toolId = 'toolu_1'): void {
  line(desk, living, { kind: 'decided', toolId, decision });
}

/** The transcript tells that the call `toolu_1` came back. */
export function resultIn(desk: Desk, living: Living, toolId = 'toolu_1'): void {
  line(desk, living, { kind: 'tool-result', toolId, agentLaunched: false });
}
