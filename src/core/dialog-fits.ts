// Whether a dialog on the screen is the one that a hook asks: the same tool, the same input, the same agent. Pure. What is
// not cut must be all of the input; of what is cut the end must be seen. When in doubt they are two: keys must never
// reach another question than the one on the card.

import { askOf } from './ask.ts';
import type { Dialog } from './dialog.ts';
import { type FileChange, namesFile, showsChange } from './edit-fits.ts';
import type { HookQuestion } from './hook-question.ts';
import { drawsPlan } from './plan-fits.ts';
import { dense, standsOnRows, textOnRows, wordsOf } from './shown-text.ts';

/** Whether `dialog` shows `question`. */
export function dialogFits(dialog: Dialog, question: HookQuestion): boolean {
  if (question.asks === 'form') return dialog.kind === 'form' && showsForm(dialog, question);
  if (dialog.agent !== question.agentType) return false;
  switch (question.tool) {
    case 'AskUserQuestion':
      return dialog.kind === 'question' && showsQuestion(dialog, question);
    case 'ExitPlanMode':
      return (
        dialog.kind === 'plan' && drawsPlan(dialog.framed, text(question, 'plan'), dialog.cutLines > 0 || isCut(dialog))
      );
    default:
      return dialog.kind === 'permission' && isTitledFor(dialog, question) && showsInput(dialog, question);
  }
}

/**
 * The one whose question the dialog shows; of equal ones the first. `null` where none does, or several that ask
 * different things: then nobody knows which.
 */
export function onlyFit<T>(dialog: Dialog, all: readonly T[], questionOf: (one: T) => HookQuestion | null): T | null {
  const fits = all.flatMap((one) => {
    const question = questionOf(one);
    return question !== null && dialogFits(dialog, question)
      ? [{ one, asks: JSON.stringify([question.tool, question.input]) }]
      : [];
  });
  const [first] = fits;
  return first !== undefined && fits.every(({ asks }) => asks === first.asks) ? first.one : null;
}

function showsInput(dialog: Dialog, question: HookQuestion): boolean {
  const { tool, input } = question;
  if (tool === 'Bash') return showsCommand(dialog, text(question, 'command'), text(question, 'description'));
  if (tool === 'WebFetch') return showsAddress(dialog, text(question, 'url'), text(question, 'prompt'));
  const path = input.file_path ?? input.notebook_path;
  const change = typeof path === 'string' ? changeOf(path, question) : null;
  if (change !== null) return showsPath(dialog, change.path) && showsChange(dialog.framed, change, isCut(dialog));
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  if (server !== undefined && name !== undefined) return showsCall(dialog, server, name, question);
  return showsOther(dialog, question);
}

/** An old Claude draws no lines around a command and writes what it is for below it. */
function showsCommand(dialog: Dialog, command: string, description: string): boolean {
  if (command.trim() === '') return false;
  if (dialog.framed.length > 0) return shows(dialog, dialog.framed, command);
  return shows(dialog, dialog.body, `${command}\n${description}`);
}

function showsAddress(dialog: Dialog, url: string, prompt: string): boolean {
  const { framed, body } = dialog;
  if (url.trim() === '') return false;
  if (framed.length > 0) return shows(dialog, framed, `url: ${url}\nprompt: ${prompt}`);
  const about = body.findLastIndex((row) => row.trimStart().startsWith('Claude wants to fetch content from '));
  return textOnRows(about < 0 ? body : body.slice(0, about), url) === 'whole';
}

/** An MCP call names its server and its tool (`lab — Deploy Tool: (MCP)`), then each value as JSON. */
function showsCall(dialog: Dialog, server: string, name: string, { input }: HookQuestion): boolean {
  const { framed, body } = dialog;
  const values = Object.entries(input).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const scalars = values.filter((_, at) => !isObject(Object.values(input)[at]));
  if (framed.length === 0 && values.length > 0) {
    // An old one: `lab - deploy(env: "production") (MCP)`.
    return standsOnRows(body, `${server} - ${name}(${values.join(', ')}) (MCP)`);
  }
  const [, by = '', called = ''] = /^(.+?) — (.+?):? \(MCP\)/.exec(body.join(' ').replace(/\s+/g, ' ').trim()) ?? [];
  const names = (shown: string, real: string) => wordsOf(shown).toLowerCase() === wordsOf(real).toLowerCase();
  if (!names(by, server) || !(names(called, name) || names(called, `${name} tool`))) return false;
  if (scalars.length === values.length) return values.length === 0 || shows(dialog, framed, values.join('\n'));
  return scalars.every((value) => standsOnRows(framed, value));
}

/** Any other tool: every text that it was given, on rows of its own or as a whole word; without any, its name. */
function showsOther(dialog: Dialog, { tool, input }: HookQuestion): boolean {
  const seen = ` ${[dialog.title, ...dialog.body, dialog.question].join(' ').replace(/\s+/g, ' ')} `;
  const isWord = (words: string) => {
    const at = seen.indexOf(words);
    return at >= 0 && !/[\w/.-]/.test(seen.charAt(at - 1)) && !/[\w/-]/.test(seen.charAt(at + words.length));
  };
  const texts = Object.values(input).filter((value) => typeof value === 'string' && value.trim() !== '');
  if (texts.length === 0) return isWord(tool);
  return texts.every((value) => isWord(String(value)) || standsOnRows(dialog.body, String(value)));
}

/** The fields' names and the message: a server may ask several things with one form. */
function showsForm({ body, question, options }: Dialog, { input, tool }: HookQuestion): boolean {
  const ask = askOf({ kind: 'form', tool, input, screen: null });
  if (ask.kind !== 'form' || dense(ask.message) === '') return false;
  const [said, message] = [dense(body.join('') + question), dense(ask.message)];
  const names = (ask.fields ?? []).map(({ name, title }) => [name, title]);
  const labels = options.filter(({ meaning }) => meaning === 'other').map(({ label }) => label);
  const fits = labels.every((label, at) =>
    (names[at] ?? []).some((one) => one === label || (label.endsWith('…') && one.startsWith(label.slice(0, -1)))),
  );
  return said === message && (ask.fields === null || fits);
}

/** The words of one of its questions; the last step shows all of them and has none of its own. */
function showsQuestion(dialog: Dialog, { input, tool }: HookQuestion): boolean {
  const ask = askOf({ kind: 'question', tool, input, screen: null });
  if (ask.kind !== 'questions') return false;
  const { steps, body } = dialog;
  const headers = ask.questions.map(({ header }) => header);
  if (steps.length > 0 && !headers.every((header, at) => header === '' || isTab(steps[at]?.title ?? '', header)))
    return false;
  if (steps.length > 0 && steps.at(-1)?.current === true) {
    const seen = dense(body.join(''));
    return (
      steps.length === headers.length + 1 &&
      ask.questions.every(({ question }) => seen.includes(dense(`● ${question}`)))
    );
  }
  return ask.questions.some(({ question }) => dense(question) !== '' && dense(question) === dense(dialog.question));
}

function isTab(shown: string, header: string): boolean {
  return dense(shown) === dense(header) || (shown.endsWith('…') && header.startsWith(shown.slice(0, -1)));
}

/** All of a text, or its end where the dialog begins above the screen. */
function shows(dialog: Dialog, rows: readonly string[], wanted: string): boolean {
  const seen = textOnRows(rows, wanted);
  return seen === 'whole' || (seen === 'end' && isCut(dialog));
}

function isCut({ title, cutLines }: Dialog): boolean {
  return title === '' || cutLines > 0;
}

function changeOf(path: string, { tool, input }: HookQuestion): FileChange | null {
  const [before, after] = [input.old_string, input.new_string ?? input.content ?? input.new_source];
  if (typeof after !== 'string') return null;
  return { path, before: tool === 'Edit' && typeof before === 'string' ? before : null, after };
}

/** The file stands under the title, in an old Claude beside it; where both are above the screen, the question names it. */
function showsPath({ title, body, framed, question }: Dialog, path: string): boolean {
  if (title === '')
    return new RegExp(`${ANY_BEFORE}${escaped(path.slice(path.lastIndexOf('/') + 1))}\\?$`).test(question);
  const [, , beside] = TITLE_OF_FILE.exec(title) ?? [];
  if (beside !== undefined) return namesFile(beside, path);
  const end = body.findIndex((row) => framed.length > 0 && row.trim() === framed[0]?.trim());
  const lead = (end < 0 ? body : body.slice(0, end)).filter((row) => row.trim() !== '');
  // A tip may stand above the file, on as many rows as it takes.
  const starts = /^Tip: /.test(lead[0]?.trim() ?? '') ? lead.map((_, at) => at) : [0];
  return starts.some((at) => namesFile(lead.slice(at).join(''), path));
}

const ANY_BEFORE = '(?:^|[\\s/])';
const TITLE_OF_FILE = /^((?:Edit|Create|Overwrite|Write|Read) file|Edit notebook) (.+)$/;

/** Titles that tell which tool asks. */
const TOOLS_OF_TITLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Bash command', ['Bash']],
  ['Fetch', ['WebFetch']],
  ['Edit file', ['Edit', 'Write']],
  ['Create file', ['Write', 'Edit']],
  ['Overwrite file', ['Write']],
  ['Write file', ['Write']],
  ['Edit notebook', ['NotebookEdit']],
]);

function isTitledFor({ title }: Dialog, { tool }: HookQuestion): boolean {
  const tools = TOOLS_OF_TITLES.get(TITLE_OF_FILE.exec(title)?.[1] ?? title);
  if (tools !== undefined) return tools.includes(tool);
  // What has a title of its own does not ask under another one.
  return title === '' || ![...TOOLS_OF_TITLES.values()].flat().includes(tool);
}

function text({ input }: HookQuestion, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
