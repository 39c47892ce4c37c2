// What was chosen for each of Claude's questions, and the answer made of it. Pure.

import type { AskedQuestion } from '../../core/ask.ts';
import type { PromptOption, QuestionAnswer } from '../../core/prompt.ts';
import type { DraftAnswer } from '../store/drafts.ts';

/** Nothing chosen. */
export const NO_ANSWER: DraftAnswer = { chosen: [], text: '' };

/** Whether a question has an answer. */
export function isAnswered(answer: DraftAnswer | undefined): boolean {
  return answer !== undefined && (answer.chosen.length > 0 || answer.text.trim() !== '');
}

/** The answer after an option was chosen: ticked or not where several may be, else this one alone. */
export function withChoice(question: AskedQuestion, answer: DraftAnswer, at: number): DraftAnswer {
  if (!question.several) return { chosen: [at], text: '' };
  const chosen = answer.chosen.includes(at) ? answer.chosen.filter((one) => one !== at) : [...answer.chosen, at];
  return { ...answer, chosen };
}

/** The answer after something was typed: instead of an option, or beside the ticked ones. */
export function withText(question: AskedQuestion, answer: DraftAnswer, text: string): DraftAnswer {
  return { chosen: question.several || text.trim() === '' ? answer.chosen : [], text };
}

/** The answers as they are sent. @param questions as they came, not as they are drawn. */
export function answersOf(
  questions: readonly AskedQuestion[],
  drafts: Readonly<Record<number, DraftAnswer>>,
): readonly QuestionAnswer[] {
  return questions.map((question, at) => {
    const { chosen, text } = drafts[at] ?? NO_ANSWER;
    const labels = question.options.filter((_option, place) => chosen.includes(place)).map(({ label }) => label);
    return { chosen: labels, text: text.trim() === '' ? null : text.trim() };
  });
}

/** The option that answers are sent with: the chosen one by its label, else what submits, chooses or writes. */
export function carrierOf(options: readonly PromptOption[], label: string | null): PromptOption | null {
  const named = options.find((option) => option.meaning === 'choose' && option.label === label);
  if (named !== undefined) return named;
  for (const meaning of ['accept', 'choose', 'write', 'allow', 'other'] as const) {
    const found = options.find((option) => option.meaning === meaning);
    if (found !== undefined) return found;
  }
  return null;
}
