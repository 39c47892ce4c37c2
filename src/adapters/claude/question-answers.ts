// Answers to AskUserQuestion as a hook gives them: by the text of each question, several choices joined as Claude joins
// them. Pure. What is not one complete answer to what was asked is refused, never repaired.

import type { AskedQuestion } from '../../core/ask.ts';
import type { QuestionAnswer } from '../../core/prompt.ts';
import { HookFields } from './hook-fields.ts';

/** The answers by question text, or what is wrong with them, in words for the person. */
export function answersByText(
  questions: readonly AskedQuestion[],
  answers: readonly QuestionAnswer[],
): { readonly answers: Readonly<Record<string, string>> } | { readonly wrong: string } {
  if (answers.length !== questions.length)
    return { wrong: `There ${questions.length === 1 ? 'is 1 question' : `are ${questions.length} questions`}.` };
  const said: [string, string][] = [];
  for (const [at, asked] of questions.entries()) {
    const answer = answerTo(asked, answers[at] ?? { chosen: [], text: null });
    if (typeof answer !== 'string') return answer;
    const same = said.find(([question]) => question === asked.question);
    if (same !== undefined && same[1] !== answer)
      return { wrong: 'Two questions have the same words: they can only be answered in the terminal.' };
    said.push([asked.question, answer]);
  }
  return { answers: Object.fromEntries(said) };
}

function answerTo(asked: AskedQuestion, { chosen, text }: QuestionAnswer): string | { readonly wrong: string } {
  const named = `“${HookFields.clean(asked.question)}”`;
  const written = text === null || text.trim() === '' ? [] : [text];
  const unknown = chosen.find((label) => optionOf(asked, label) === null);
  if (unknown !== undefined) return { wrong: `${named} has no choice “${HookFields.clean(unknown)}”.` };
  const labels = asked.options.map(({ label }) => label);
  const picked = labels.filter((label) => chosen.some((one) => optionOf(asked, one) === label));
  const parts = [...picked, ...written];
  if (parts.length === 0) return { wrong: `${named} is not answered.` };
  if (parts.length > 1 && !asked.several) return { wrong: `${named} takes one answer.` };
  return parts.join(', ');
}

/** The choice whose label it is, as it came or as it is shown; `null`: none, or more than one. */
export function optionOf({ options }: AskedQuestion, label: string): string | null {
  if (options.some((option) => option.label === label)) return label;
  const shown = (text: string) => HookFields.clean(text).trim();
  const alike = options.filter((option) => shown(option.label) === shown(label));
  return alike.length === 1 ? (alike[0]?.label ?? null) : null;
}
