// Whether a dialog on the screen is the one that a hook asks: the same tool, the same (visible part of the) input, the
// same agent. Pure. When in doubt they are two: keys must never reach another question than the one on the card.

import type { Dialog } from './dialog.ts';
import type { HookQuestion } from './hook-question.ts';

/** Whether `dialog` shows `question`. */
export function dialogFits(dialog: Dialog, question: HookQuestion): boolean {
  if (question.asks === 'form') return dialog.kind === 'form' && shows(dialog, text(question, 'message'));
  if ((dialog.agent === null) !== (question.agentType === null)) return false;
  if (dialog.agent !== null && question.agentType !== null && dialog.agent !== question.agentType) return false;
  switch (question.tool) {
    case 'AskUserQuestion':
      return dialog.kind === 'question' && questionsOf(question).some((one) => shows(dialog, one) || isReview(dialog));
    case 'ExitPlanMode':
      return dialog.kind === 'plan' && showsPlan(dialog, text(question, 'plan'));
    case 'Bash':
      return dialog.kind === 'permission' && showsTail(dialog, text(question, 'command'));
    case 'WebFetch':
      return dialog.kind === 'permission' && shows(dialog, text(question, 'url'));
    default:
      return dialog.kind === 'permission' && showsOther(dialog, question);
  }
}

/** Where the whole body is visible, all of it; where its beginning is cut off, what is left of it. */
function showsTail(dialog: Dialog, wanted: string): boolean {
  const [seen, asked] = [squash(dialog.body.join('')), squash(wanted)];
  if (asked === '') return false;
  if (dialog.cutLines === 0) return seen.includes(asked);
  return seen.includes(asked) || asked.endsWith(seen) || longestEnd(dialog, asked);
}

/** A plan is Markdown and shown without its marks, links and tables otherwise: one of its last lines must be of the text. */
function showsPlan({ body }: Dialog, plan: string): boolean {
  const asked = wordsOf(plan);
  const lines = body.map(wordsOf).filter((line) => line !== '');
  return lines.length === 0 || lines.slice(-LAST_LINES).some((line) => asked.includes(line));
}

const LAST_LINES = 3;

/** Letters and digits alone. */
function wordsOf(value: string): string {
  return value.replace(/[^\p{L}\p{N}]/gu, '');
}

/** The last lines of a cut body, as many as are of the text; at least one whole line. */
function longestEnd(dialog: Dialog, asked: string): boolean {
  const last = squash(dialog.body.findLast((line) => line.trim() !== '') ?? '');
  return last.length > 0 && asked.endsWith(last);
}

function shows(dialog: Dialog, wanted: string): boolean {
  const asked = squash(wanted);
  return asked !== '' && squash(dialog.title + dialog.body.join('') + dialog.question).includes(asked);
}

/** The last step of several questions shows all answers and no question of its own. */
function isReview(dialog: Dialog): boolean {
  return dialog.steps.length > 0 && dialog.steps.at(-1)?.current === true;
}

/** Edits name their file and show the end of what is written, MCP calls their tool, others what they were given first. */
function showsOther(dialog: Dialog, { tool, input }: HookQuestion): boolean {
  const titled = TOOLS_OF_TITLES.get(dialog.title);
  if (titled !== undefined && !titled.includes(tool)) return false;
  const seen = squash(dialog.title + dialog.body.join('') + dialog.question);
  const path = input.file_path ?? input.notebook_path;
  if (typeof path === 'string') {
    const written = input.new_string ?? input.content ?? input.new_source;
    return seen.includes(squash(path.slice(path.lastIndexOf('/') + 1))) && showsEnd(seen, written);
  }
  const name = /^mcp__.+?__(.+)$/.exec(tool)?.[1] ?? tool;
  const first = Object.values(input).find((value) => typeof value === 'string' && value !== '');
  if (typeof first === 'string' && seen.includes(squash(first))) return true;
  return first === undefined && seen.includes(squash(name));
}

/** The beginning of the last line that is written: a narrow pane wraps the rest of it behind numbers. */
function showsEnd(seen: string, written: unknown): boolean {
  if (typeof written !== 'string') return true;
  const last = squash(written.trimEnd().split('\n').at(-1) ?? '');
  return seen.includes(last.slice(0, BEGINNING));
}

/** So many characters of a line are shown in one piece at any width. */
const BEGINNING = 12;

/** Titles that tell which tool asks. */
const TOOLS_OF_TITLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Bash command', ['Bash']],
  ['Fetch', ['WebFetch']],
  ['Edit file', ['Edit', 'MultiEdit', 'Write', 'NotebookEdit']],
  ['Create file', ['Write', 'Edit']],
]);

function questionsOf({ input }: HookQuestion): readonly string[] {
  const questions = input.questions;
  if (!Array.isArray(questions)) return [];
  return questions.flatMap((one: unknown) => {
    const asked = typeof one === 'object' && one !== null && 'question' in one ? one.question : null;
    return typeof asked === 'string' ? [asked] : [];
  });
}

function text({ input }: HookQuestion, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** Without what a terminal changes: blanks, line ends, and what cannot be seen. */
function squash(value: string): string {
  return value.replace(/[\s\p{Cc}\p{Cf}│]/gu, '');
}
