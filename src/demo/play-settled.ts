// A dialog is answered: by a key, by a hook's decision, or by the person whom the script plays. Pure. Nothing but the
// registry and the transcript tell of an Esc or a No: no hook does.

import { closed, decisionLine, levelAfter, REJECTED, remembered, without } from './dialog-ends.ts';
import { hook } from './hook.ts';
import { requestLine } from './noise.ts';
import { openPage } from './page.ts';
import { settleAgent } from './play-agent-tool.ts';
import { dequeueLine, endTurn } from './play-end.ts';
import { playToolDone, toolEnded, toolResult, written } from './play-turn.ts';
import type { Effect, Line, Moment, Played, Playing, Settled } from './playing.ts';
import type { Outcome } from './screen/face.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;
type OpenAsk = Playing['asks'][number];

const REJECTED_WITH_TEXT =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). To tell you how to proceed, the user said:\n';
const READ_CAREFULLY =
  'Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what ' +
  'they actually say.';
/** What the person does with a question when they would rather talk. */
const CHAT = 'The user wants to clarify these questions.';
/** The mode that a choice switches to. */
const MODES: Partial<Record<Outcome['effect'], string>> = { 'auto-mode': 'auto', 'accept-edits': 'acceptEdits' };

/** The person answers the oldest dialog of the main conversation, or goes on without one. */
export function playAnswer(before: Playing, step: Of<'answer'>, moment: Moment): Played {
  const ask = before.asks.find(({ agent, shown }) => agent === null && shown);
  const effect = step.yes ? 'yes' : step.text === undefined ? 'no' : 'no-with-text';
  const outcome: Outcome = { effect, label: step.yes ? 'Yes' : 'No', text: step.text ?? null };
  const settled = { dialog: ask?.dialog ?? '', outcome, byHook: false, input: null, permissions: [] };
  return settleMain(before, ask ?? null, settled, moment);
}

/** A dialog of a tool, a form, or none of the main conversation's is answered. */
export function playToolSettled(before: Playing, ask: OpenAsk, settled: Settled, moment: Moment): Played {
  if (ask.kind === 'form') return settleForm(before, ask, settled, moment);
  if (ask.agent !== null) return settleAgent(before, ask, settled, moment);
  return settleMain(before, ask, settled, moment);
}

/** Esc: at a dialog or during a tool the tool is rejected; while text streams the message is cut off. */
export function playInterrupt(before: Playing, moment: Moment): Played {
  return interrupt(before, moment, false);
}

function settleMain(before: Playing, ask: OpenAsk | null, settled: Settled, moment: Moment): Played {
  const { outcome, byHook } = settled;
  const { effect, text } = outcome;
  if (effect === 'no' || effect === 'cancel') return interrupt(before, moment, byHook);
  const playing = without(before, ask?.dialog ?? '');
  const closes = ask === null ? [] : [closed(ask.dialog, false)];
  const mode = modeAfter(settled, before);
  const busy = levelAfter({ ...playing, mode, tool: toolAfter(playing, settled) }, moment);
  const effects = [...closes, ...remembered(settled), ...busy.effects];
  const decision = byHook ? (effect === 'no-with-text' ? 'deny' : 'allow') : null;
  if (effect === 'no-with-text' || effect === 'keep-planning' || effect === 'chat') {
    const said = effect === 'chat' ? CHAT : (text ?? '');
    return refused(busy.playing, effects, byHook ? said : REJECTED_WITH_TEXT + said, decision, moment);
  }
  const page = openPage(busy.playing, moment);
  if (decision !== null) decisionLine(page, busy.playing, decision);
  const told = page.lines.length === 0 ? [] : [written(busy.playing, page)];
  const next = { ...busy.playing, parent: page.parent() };
  const output = resultOf(next, outcome);
  if (output === null) return { playing: next, effects: [...effects, ...told] };
  // Nothing runs: the answer is the result.
  const done = playToolDone(next, { do: 'tool-done', ...output }, moment);
  return { playing: done.playing, effects: [...effects, ...told, ...done.effects] };
}

/** Claude is told, and goes on. */
function refused(
  busy: Playing,
  effects: readonly Effect[],
  response: string,
  decision: 'deny' | 'allow' | null,
  moment: Moment,
): Played {
  const page = openPage(busy, moment);
  if (decision !== null) decisionLine(page, busy, decision);
  toolResult(page, busy, response, { failed: true });
  requestLine(page, moment);
  const ended = toolEnded(busy, null, {}, response, moment);
  const playing = { ...busy, tool: null, parent: page.parent() };
  return { playing, effects: [...effects, ...ended, written(playing, page)] };
}

function interrupt(before: Playing, moment: Moment, byHook: boolean): Played {
  const own = before.asks.filter(({ agent }) => agent === null);
  const page = openPage(before, moment);
  const promptId = before.turn?.promptId ?? moment.uuid();
  let messageId = before.tool?.messageId;
  dequeueLine(page, before, moment);
  if (before.tool) {
    toolResult(page, before, REJECTED, { failed: true, toolUseResult: 'User rejected tool use' });
  } else {
    messageId = `msg_${moment.hex(24)}`;
    page.assistant({ id: messageId, block: { type: 'text', text: 'Let me ' }, stopReason: null });
  }
  const text = before.tool ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]';
  page.user([{ type: 'text', text }], { promptId }, { rowSource: 'harness', interruptedMessageId: messageId });
  const asks = before.asks.filter(({ agent }) => agent !== null);
  // A form's hook is not ended, whatever becomes of the form.
  const closes = own.map(({ dialog, kind }) => closed(dialog, !byHook && kind !== 'form'));
  const ended = endTurn({ ...before, tool: null, asks }, page, moment, null);
  return { playing: ended.playing, effects: [...closes, ...ended.effects] };
}

function settleForm(before: Playing, ask: OpenAsk, { outcome, byHook }: Settled, moment: Moment): Played {
  const action = outcome.effect === 'accept' || outcome.effect === 'decline' ? outcome.effect : 'cancel';
  const busy = levelAfter(without(before, ask.dialog), moment);
  const closes = closed(ask.dialog, false);
  if (byHook) return { playing: busy.playing, effects: [closes, ...busy.effects] };
  const content = outcome.content === undefined ? {} : { content: outcome.content };
  const rest = { mcp_server_name: ask.tool, mode: 'form', action, ...content };
  const about = { message: 'Elicitation response sent', notification_type: 'elicitation_response' };
  const told = [hook(busy.playing, 'ElicitationResult', rest), hook(busy.playing, 'Notification', about)];
  return { playing: busy.playing, effects: [closes, ...busy.effects, ...told] };
}

function modeAfter({ outcome, permissions }: Settled, before: Playing): string {
  const set = permissions.find(({ type }) => type === 'setMode')?.mode;
  const left = outcome.effect === 'approved' ? 'default' : before.mode;
  return typeof set === 'string' ? set : (MODES[outcome.effect] ?? left);
}

function toolAfter({ tool }: Playing, { outcome, input }: Settled): Playing['tool'] {
  if (!tool) return null;
  return { ...tool, input: input ?? tool.input, note: outcome.effect === 'yes-with-text' ? outcome.text : null };
}

/** The result of a tool that runs nothing; `null`: it runs now. */
function resultOf(
  { tool }: Playing,
  { effect, answers }: Outcome,
): { readonly output: string; readonly response: Line } | null {
  if (effect === 'answered') {
    const pairs = Object.entries(answers ?? {}).map(([question, answer]) => `"${question}"="${answer}"`);
    const output = `The user answered: ${pairs.join(', ')}. ${READ_CAREFULLY}`;
    return { output, response: { questions: tool?.input.questions, answers } };
  }
  if (tool?.name !== 'ExitPlanMode') return null;
  const { plan, planFilePath } = tool.input;
  const output = `User has approved your plan. You can now start coding. Start with updating your todo list if applicable\n\nYour plan has been saved to: ${planFilePath}\nYou can refer back to it if needed during implementation.\n\n## Approved Plan:\n${plan}`;
  return { output, response: { plan, isAgent: false, filePath: planFilePath } };
}
