// A prompt as clients see it. Pure.

import type { Dialog } from '../../core/dialog.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import { isFormField, numbersOf } from '../../core/option-numbers.ts';
import type { Channel, Prompt, PromptOption } from '../../core/prompt.ts';
import type { HookDecisions } from '../ports.ts';
import { iso } from '../view.ts';
import type { Asked } from './asked.ts';

/** What a view depends on beside the prompt itself. */
export interface ViewContext {
  readonly position: Prompt['position'];
  /** Whether its session has a pane that we can look at. */
  readonly hasPane: boolean;
  /** Whether another prompt of its session stands in front of it on the screen. */
  readonly behind: boolean;
  /** Where it can be answered if not here, in words: `in its editor`. */
  readonly elsewhere: string;
  readonly decisions: Pick<HookDecisions, 'options'>;
  /** Wall time of a steady one. */
  readonly wallOf: (steady: number) => number;
}

/** The view of a prompt. */
export function promptView(asked: Asked, context: ViewContext): Prompt {
  const { hook, dialog, reading, shown: last } = asked;
  const question = questionOf(asked);
  const shown = dialog !== null && screenOptionsServe(asked, dialog) ? dialog : null;
  const answerableBy = channelsOf(asked, shown);
  const seen: Prompt = {
    id: asked.id,
    session: asked.session,
    kind: asked.kind,
    title: last?.title || (question === null ? 'A dialog' : titleOf(question)),
    tool: question?.tool ?? null,
    input: question?.input ?? null,
    screen:
      asked.unreadable ?? (last === null ? null : [...last.body, ...(last.question === '' ? [] : [last.question])]),
    unseenLines: question === null && last !== null ? unseenOf(last) : 0,
    place: asked.place,
    agent: question?.agentType ?? last?.agent ?? null,
    position: context.position,
    openedAt: iso(asked.openedWall),
    changedAt: iso(asked.changedWall),
    answerableBy,
    options: answerableBy.length === 0 ? [] : shown !== null ? screenOptions(shown) : cardOptions(question, context),
    numbers: shown === null && question !== null ? 'card' : 'terminal',
    editable: hook !== null && hook.held !== null && isEditable(hook.question),
    standing: asked.standing,
    trouble: answerableBy.length > 0 ? null : troubleOf(asked, context),
    reading:
      reading === null
        ? null
        : { tries: reading.tries, nextAt: reading.nextAt === null ? null : iso(context.wallOf(reading.nextAt)) },
    maybeAnswered: asked.maybeAnswered,
  };
  return asked.standing === 'sending' ? asOffered(seen, asked.view) : seen;
}

/**
 * What an answer on its way takes away is no reason not to answer: whoever chooses something meanwhile waits for it, and
 * hears who was first.
 */
function asOffered(seen: Prompt, before: Prompt | null): Prompt {
  if (before === null || seen.answerableBy.length > 0 || before.answerableBy.length === 0) return seen;
  const { answerableBy, options, numbers, editable } = before;
  return { ...seen, answerableBy, options, numbers, editable, trouble: null };
}

/** A title that is above the screen is a line too, and whatever stands between: an old Claude does not say how much. */
function unseenOf({ title, cutLines }: Dialog): number {
  return Math.max(cutLines, title === '' ? 1 : 0);
}

/** What it asks in full, where that is known: of its hook, or of the tool call that its dialog shows. */
export function questionOf({ hook, call }: Pick<Asked, 'hook' | 'call'>): HookQuestion | null {
  return hook?.question ?? call?.question ?? null;
}

/** A prompt of which nothing can be drawn: it is there, and has to be answered in its terminal. */
export function plainView(asked: Asked, { position, elsewhere }: ViewContext): Prompt {
  const { id, session, kind, openedWall, changedWall, standing } = asked;
  return {
    ...{ id, session, kind, title: 'A dialog', tool: null, input: null, screen: null, unseenLines: 0, agent: null },
    ...{ place: null, position, openedAt: iso(openedWall), changedAt: iso(changedWall), answerableBy: [], options: [] },
    ...{ numbers: 'terminal', editable: false, standing, reading: null, maybeAnswered: false },
    trouble: `It cannot be shown here: answer it ${elsewhere}.`,
  };
}

/**
 * Whether the terminal's own list is what the card offers. A list that is cut is not whole; several questions are asked
 * step by step there, but at once on a card that knows them; a form's fields are filled in on the card while its hook
 * waits.
 */
export function screenOptionsServe(asked: Pick<Asked, 'hook' | 'call'>, dialog: Dialog): boolean {
  const question = questionOf(asked);
  if (dialog.listCut || dialog.options.length === 0) return false;
  // Ticks alone answer nothing: what they are ticks of must be known.
  if (question === null) return !hasTicks(dialog);
  if (question.asks === 'form') return asked.hook?.held == null;
  return !hasTicks(dialog) && dialog.steps.length < 2;
}

function hasTicks({ options }: Dialog): boolean {
  return options.some(({ checked }) => checked !== null);
}

function channelsOf(asked: Asked, shown: Dialog | null): readonly Channel[] {
  const { hook, dialog } = asked;
  const channels: Channel[] = [];
  if (hook !== null && hook.held !== null) channels.push('hook');
  const asksThere = dialog !== null && !dialog.listCut && questionOf(asked)?.tool === 'AskUserQuestion';
  if (shown !== null || asksThere) channels.push('pane');
  return channels;
}

function screenOptions(dialog: Dialog): readonly PromptOption[] {
  const numbers = numbersOf(dialog);
  const all = dialog.options.map((option, at) => ({
    n: numbers[at] ?? 0,
    label: option.label,
    meaning: option.meaning,
    detail: option.detail,
    text: option.text,
    highlighted: at === dialog.highlighted,
  }));
  return all.filter((option) => !isFormField(dialog.kind, option));
}

function cardOptions(question: HookQuestion | null, { decisions }: ViewContext): readonly PromptOption[] {
  return question === null ? [] : decisions.options(question);
}

function titleOf({ asks, tool }: HookQuestion): string {
  if (asks === 'form') return `${tool} asks for your input`;
  return TITLES.get(tool) ?? 'Tool use';
}

/** Claude's own titles, for cards without a screen. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['Bash', 'Bash command'],
  ['Edit', 'Edit file'],
  ['Write', 'Create file'],
  ['NotebookEdit', 'Edit notebook'],
  ['WebFetch', 'Fetch'],
  ['AskUserQuestion', 'Question'],
  ['ExitPlanMode', 'Ready to code?'],
]);

function isEditable({ asks, tool }: HookQuestion): boolean {
  return asks === 'permission' && tool !== 'AskUserQuestion' && tool !== 'ExitPlanMode';
}

function troubleOf({ reading, dialog }: Asked, { hasPane, behind, elsewhere }: ViewContext): string {
  if (!hasPane) return `It can only be answered ${elsewhere}.`;
  if (behind) return 'Another prompt stands in front of it in the terminal: answer that one first.';
  if (dialog !== null && hasTicks(dialog)) return 'Several may be chosen there: answer it in its terminal.';
  if (dialog?.listCut) return 'Its list of options is cut off in the terminal: make the pane higher, or answer there.';
  if (reading !== null && reading.nextAt === null) return 'Its screen cannot be read: answer it in its terminal.';
  return 'Its screen is being read.';
}
