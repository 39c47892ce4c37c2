// What a person's answer is in a hook's decision (FINDINGS §a, §n), and the options of a card that has no screen. Pure. It
// must never say more than was chosen: whatever is not certain is inexpressible, and goes by the terminal or not at all.

import { type AskedQuestion, askOf } from '../../core/ask.ts';
import type { HookQuestion, PermissionSuggestion } from '../../core/hook-question.ts';
import type { Meaning, PromptAnswer, PromptOption } from '../../core/prompt.ts';
import { contentProblem } from './form-content.ts';
import { HookFields } from './hook-fields.ts';
import { answersByText, optionOf } from './question-answers.ts';
import { labelFits, suggestedOption } from './suggestion-words.ts';

/**
 * What an answer comes to. `decision`: what the launcher prints, JSON in one line. `proof`: what Claude takes it for,
 * where `stop` is a denial that stops the turn; `null`: a form's.
 */
export type Expressed =
  | { readonly decision: string; readonly proof: 'allow' | 'deny' | 'stop' | null }
  | { readonly inexpressible: true }
  | { readonly wrong: string };

type Input = HookQuestion['input'];
type Plain = { readonly label: string; readonly meaning: Meaning } & Partial<Pick<PromptOption, 'detail' | 'text'>>;

/** What answers a question; `accept` sends the answers to several. */
const ANSWERING: readonly Meaning[] = ['choose', 'write', 'accept'];
const INEXPRESSIBLE: Expressed = { inexpressible: true };

/** The options of a card without a screen, in the card's own order. */
export function optionsOf(question: HookQuestion): readonly PromptOption[] {
  return plainOptions(question).map(({ label, meaning, detail = null, text = 'no' }, at) => ({
    n: at + 1,
    label,
    meaning,
    detail,
    text,
    highlighted: false,
  }));
}

/** The decision that `answer` is. */
export function express(question: HookQuestion, answer: PromptAnswer): Expressed {
  if (question.asks === 'form') return formDecision(question, answer);
  const { meaning } = answer.option;
  const text = answer.text === null || answer.text.trim() === '' ? null : answer.text;
  // `interrupt` is what No in the terminal does: the turn stops. With words it goes on, and they are all that Claude hears.
  if (meaning === 'deny' || meaning === 'cancel')
    return text === null
      ? permission({ behavior: 'deny', message: 'The user said no.', interrupt: true })
      : permission({ behavior: 'deny', message: text });
  if (meaning === 'chat') return text === null ? INEXPRESSIBLE : permission({ behavior: 'deny', message: text });
  const questions = questionsOf(question);
  if (questions !== null) return questionDecision(question, questions, answer, text);
  // Words beside a yes have no place in a decision, and a changed input has none in the terminal.
  if (text !== null && answer.input !== null)
    return { wrong: 'A changed input can be allowed without words only: send one or the other.' };
  if (text !== null) return INEXPRESSIBLE;
  return question.tool === 'ExitPlanMode' ? planDecision(question, answer) : allowDecision(question, answer);
}

function plainOptions(question: HookQuestion): readonly Plain[] {
  if (question.asks === 'form')
    return [
      { label: 'Send', meaning: 'accept' },
      { label: 'Decline', meaning: 'decline' },
      { label: 'Cancel', meaning: 'cancel' },
    ];
  const questions = questionsOf(question);
  if (questions !== null) return questionOptions(questions);
  if (question.tool === 'ExitPlanMode')
    return [
      { label: 'Approve the plan, and ask before each edit', meaning: 'allow' },
      { label: 'Approve the plan, and accept edits from now on', meaning: 'allow-mode' },
      { label: 'Keep planning', meaning: 'deny', text: 'may' },
    ];
  return [
    { label: 'Allow once', meaning: 'allow' },
    ...suggested(question).map(({ option }) => option),
    { label: 'Deny', meaning: 'deny', text: 'may' },
  ];
}

function questionOptions(questions: readonly AskedQuestion[]): readonly Plain[] {
  const [first] = questions;
  const leave: readonly Plain[] = [
    { label: 'Talk about it instead', meaning: 'chat', text: 'must' },
    { label: 'Give no answer, and stop', meaning: 'cancel' },
  ];
  if (first === undefined) return leave;
  if (questions.length > 1 || first.several) return [{ label: 'Send the answers', meaning: 'accept' }, ...leave];
  return [
    ...first.options.map(
      ({ label, description }): Plain => ({
        label: HookFields.clean(label),
        meaning: 'choose',
        detail: HookFields.clean(description) || null,
      }),
    ),
    { label: 'Answer in your own words', meaning: 'write', text: 'must' },
    ...leave,
  ];
}

/** Suggestions that can be put into words, each once. */
function suggested({ suggestions }: HookQuestion) {
  const found: { readonly option: Plain; readonly suggestion: PermissionSuggestion }[] = [];
  for (const suggestion of suggestions ?? []) {
    const option = suggestedOption(suggestion);
    if (option !== null && !found.some((one) => one.option.label === option.label)) found.push({ option, suggestion });
  }
  return found;
}

function allowDecision(question: HookQuestion, { option, input }: PromptAnswer): Expressed {
  if (input !== null && option.meaning !== 'allow') return { wrong: 'What you changed can only be allowed once.' };
  if (option.meaning === 'allow') {
    const problem = input === null ? null : inputProblem(question.input, input);
    if (problem !== null) return { wrong: problem };
    return permission({ behavior: 'allow', ...(input === null ? {} : { updatedInput: input }) });
  }
  const suggestion = suggestionFor(question, option);
  return suggestion === null ? INEXPRESSIBLE : permission({ behavior: 'allow', updatedPermissions: [suggestion] });
}

/** The one that an option of our own stands for; of Claude's own, only when no other can be meant. */
function suggestionFor(
  question: HookQuestion,
  { meaning, label }: PromptAnswer['option'],
): PermissionSuggestion | null {
  const known = suggested(question);
  const own = known.find(({ option }) => option.meaning === meaning && option.label === label);
  if (own !== undefined) return own.suggestion;
  // One that we could not put into words may be what the label is about.
  if (known.length !== (question.suggestions ?? []).length) return null;
  const [one, ...more] = known.filter(({ option }) => option.meaning === meaning);
  return one !== undefined && more.length === 0 && labelFits(label, one.suggestion) ? one.suggestion : null;
}

/** Claude checks a changed input by the tool's schema and turns what is not complete into a denial. */
function inputProblem(before: Input, after: Input): string | null {
  const missing = Object.keys(before).find((name) => !Object.hasOwn(after, name));
  if (missing !== undefined) return `The changed input has no ${JSON.stringify(missing)}.`;
  const other = Object.keys(before).find((name) => kindOf(before[name]) !== kindOf(after[name]));
  return other === undefined ? null : `${JSON.stringify(other)} must stay what it is: ${kindOf(before[other])}.`;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

/** A bare allow is ignored by this tool, and a mode that is not named would be the one before planning, whichever. */
function planDecision({ input: asked }: HookQuestion, { option, input }: PromptAnswer): Expressed {
  const own =
    option.meaning === 'allow-mode' && /\bedits\b/i.test(option.label) && !/\bauto mode\b/i.test(option.label);
  if (option.meaning !== 'allow' && !own) return INEXPRESSIBLE;
  const problem = input === null ? null : inputProblem(asked, input);
  if (problem !== null) return { wrong: problem };
  const mode = own ? 'acceptEdits' : 'default';
  return permission({
    behavior: 'allow',
    updatedInput: input ?? asked,
    updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
  });
}

function questionDecision(
  { input }: HookQuestion,
  questions: readonly AskedQuestion[],
  answer: PromptAnswer,
  text: string | null,
): Expressed {
  const { meaning, label } = answer.option;
  const [first] = questions;
  if (first === undefined || !ANSWERING.includes(meaning)) return INEXPRESSIBLE;
  if (answer.input !== null) return { wrong: 'A question cannot be changed.' };
  let given = answer.answers;
  if (given === null) {
    if (questions.length > 1) return { wrong: 'Each question needs its answer.' };
    if (meaning === 'accept') return { wrong: 'The question is not answered.' };
    if (meaning === 'choose' && optionOf(first, label) === null) return { wrong: 'There is no such choice.' };
    given = [meaning === 'choose' ? { chosen: [label], text } : { chosen: [], text }];
  }
  const said = answersByText(questions, given);
  return 'wrong' in said ? said : permission({ behavior: 'allow', updatedInput: { ...input, answers: said.answers } });
}

function formDecision({ input }: HookQuestion, { option, content }: PromptAnswer): Expressed {
  switch (option.meaning) {
    case 'decline':
    case 'deny':
      return elicitation({ action: 'decline' });
    case 'cancel':
      return elicitation({ action: 'cancel' });
    case 'accept': {
      // One that sends the person to a page takes no content.
      if (input.mode === 'url') return elicitation({ action: 'accept' });
      const problem = contentProblem(input.requested_schema, content ?? {});
      return problem === null ? elicitation({ action: 'accept', content: content ?? {} }) : { wrong: problem };
    }
    default:
      return INEXPRESSIBLE;
  }
}

/** The questions of AskUserQuestion, none where they do not have the shape that we know; `null` for other tools. */
function questionsOf({ tool, input }: HookQuestion): readonly AskedQuestion[] | null {
  if (tool !== 'AskUserQuestion') return null;
  const ask = askOf({ kind: 'question', tool, input, screen: null });
  return ask.kind === 'questions' ? ask.questions : [];
}

interface Decision {
  readonly behavior: 'allow' | 'deny';
  readonly interrupt?: true;
  readonly [field: string]: unknown;
}

function permission(decision: Decision): Expressed {
  const proof = decision.interrupt === true ? 'stop' : decision.behavior;
  return { decision: hookOutput({ hookEventName: 'PermissionRequest', decision }), proof };
}

function elicitation(answer: object): Expressed {
  return { decision: hookOutput({ hookEventName: 'Elicitation', ...answer }), proof: null };
}

function hookOutput(hookSpecificOutput: object): string {
  return JSON.stringify({ hookSpecificOutput });
}
