// All questions with what was chosen, before they are submitted together.

import type { ReactNode } from 'react';
import type { AskedQuestion } from '../../core/ask.ts';
import type { DraftAnswer } from '../store/drafts.ts';
import { words } from '../words.ts';
import { NO_ANSWER } from './question-answers.ts';

/** The list; a click on a question goes back to it. */
export function QuestionReview(props: {
  readonly questions: readonly AskedQuestion[];
  readonly answers: Readonly<Record<number, DraftAnswer>>;
  readonly onGo: (step: number) => void;
}): ReactNode {
  const { questions, answers, onGo } = props;
  const say = words.prompts;
  return (
    <>
      <p className="q">{say.reviewTitle}</p>
      <ul className="opts review">
        {questions.map((question, at) => {
          const { chosen, text } = answers[at] ?? NO_ANSWER;
          const labels = question.options.filter((_one, place) => chosen.includes(place)).map(({ label }) => label);
          const said = [...labels, text.trim()].filter(Boolean).join(', ');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may read the same.
            <li key={at}>
              <button type="button" className="opt" onClick={() => onGo(at)}>
                <span dir="auto">
                  <small>{question.question}</small>
                  <b data-none={said === '' || undefined}>{said || say.noAnswer}</b>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
