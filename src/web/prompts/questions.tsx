// Claude's questions: one at a time, with tabs where there are several; the last step shows all answers and submits.
// A single question with one answer is answered by the click.

import { type ReactNode, useRef } from 'react';
import type { AskedQuestion } from '../../core/ask.ts';
import type { Meaning, PromptOption } from '../../core/prompt.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';
import { answersOf, carrierOf, isAnswered, NO_ANSWER, withChoice } from './question-answers.ts';
import { QuestionReview } from './question-review.tsx';
import { QuestionStep } from './question-step.tsx';
import { SayField } from './say-field.tsx';

/** What an option does that answers no question. */
const LEAVING: ReadonlySet<Meaning> = new Set(['chat', 'cancel', 'deny', 'decline']);

/** The questions of a prompt. */
export function Questions(parts: CardParts & { readonly questions: readonly AskedQuestion[] }): ReactNode {
  const { prompt, questions, draft, change, ready, sent, answer } = parts;
  const say = words.prompts;
  const top = useRef<HTMLFieldSetElement>(null);
  const step = Math.min(draft.step, questions.length);
  const several = questions.length > 1;
  const question = questions[step];
  const { raw, rawAsk } = prompt;
  const rawQuestions = rawAsk.kind === 'questions' ? rawAsk.questions : [];
  const leave = raw.options.filter(({ meaning }) => LEAVING.has(meaning));

  const submit = (answers = draft.answers): void => {
    if (!questions.every((_one, at) => isAnswered(answers[at]))) return;
    const made = answersOf(rawQuestions, answers);
    const only = made.length === 1 && made[0]?.text === null ? (made[0].chosen[0] ?? null) : null;
    const written = !several && made[0]?.text !== null && made[0]?.chosen.length === 0;
    const carrier = written ? raw.options.find(({ meaning }) => meaning === 'write') : undefined;
    const option = carrier ?? carrierOf(raw.options, only);
    if (option !== null)
      answer(option, { answers: made, text: carrier === undefined ? null : (made[0]?.text ?? null) });
  };
  const goTo = (next: number): void => {
    change({ step: next });
    // What was pressed is no longer there: the reader goes on at the question.
    top.current?.focus();
  };
  const onChoose = (at: number): void => {
    if (!ready || question === undefined) return;
    const answers = { ...draft.answers, [step]: withChoice(question, draft.answers[step] ?? NO_ANSWER, at) };
    change({ answers });
    if (question.several) return;
    if (!several) submit(answers);
    else change({ answers, step: step + 1 });
  };
  return (
    <>
      {several && <Tabs {...parts} step={step} onGo={goTo} />}
      <fieldset ref={top} className="q-step" tabIndex={-1} aria-label={question?.header || say.reviewTitle}>
        {question === undefined ? (
          <QuestionReview questions={questions} answers={draft.answers} onGo={goTo} />
        ) : (
          <QuestionStep
            key={step}
            {...parts}
            question={question}
            step={step}
            single={!several}
            onChoose={onChoose}
            onSend={() => (several ? goTo(step + 1) : submit())}
          />
        )}
      </fieldset>
      <div className="card-f">
        {leave.map((option) => (
          <Leave key={option.n} {...parts} option={option} />
        ))}
        <span className="sp" />
        {step > 0 && (
          <button type="button" className="btn" onClick={() => goTo(step - 1)}>
            {say.back}
          </button>
        )}
        {several && step < questions.length && (
          <button type="button" className="btn" onClick={() => goTo(step + 1)}>
            {step === questions.length - 1 ? say.review : say.next}
          </button>
        )}
        {(step === questions.length || (!several && (questions[0]?.several || isAnswered(draft.answers[0])))) && (
          <button
            type="button"
            className="btn solid"
            aria-disabled={!ready || !questions.every((_one, at) => isAnswered(draft.answers[at]))}
            onClick={() => submit()}
          >
            {sent?.kind === 'sending' && <span className="spin" aria-hidden="true" />}
            {several ? say.submitAnswers : say.submit}
          </button>
        )}
      </div>
    </>
  );
}

function Tabs(
  props: CardParts & {
    readonly questions: readonly AskedQuestion[];
    readonly step: number;
    readonly onGo: (step: number) => void;
  },
): ReactNode {
  const { questions, draft, step, onGo } = props;
  const say = words.prompts;
  return (
    <nav className="qtabs" aria-label={say.questions(questions.length)}>
      {questions.map((question, at) => {
        const done = isAnswered(draft.answers[at]);
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may read the same.
            key={at}
            type="button"
            aria-current={at === step ? 'step' : undefined}
            onClick={() => onGo(at)}
          >
            {done && <Icon name="check" size={14} />}
            {question.header || say.question(at + 1)}
            {done && <span className="hidden">, {say.answered}</span>}
          </button>
        );
      })}
      <button
        type="button"
        aria-current={step === questions.length ? 'step' : undefined}
        onClick={() => onGo(questions.length)}
      >
        {say.review}
      </button>
    </nav>
  );
}

/** What is done instead of answering, as "Chat about this". Where it takes words, they come first. */
function Leave({
  prompt,
  draft,
  change,
  ready,
  answer,
  option,
}: CardParts & { readonly option: PromptOption }): ReactNode {
  const label = prompt.options[prompt.raw.options.indexOf(option)]?.label ?? '';
  if (option.text !== 'no' && draft.field === option.n) {
    const text = (draft.texts[option.n] ?? '').trim();
    return (
      <SayField
        label={label}
        placeholder={words.prompts.fields[option.meaning] ?? label}
        value={draft.texts[option.n] ?? ''}
        ready={ready}
        focus
        onChange={(value) => change({ texts: { ...draft.texts, [option.n]: value } })}
        onSend={() => answer(option, { text })}
        onLeave={() => change({ field: null })}
      />
    );
  }
  const go = (): void => (option.text === 'must' ? change({ field: option.n }) : answer(option));
  return (
    <button type="button" className="btn quiet chat" aria-disabled={!ready} onClick={go}>
      {label}
    </button>
  );
}
