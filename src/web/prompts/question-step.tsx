// One of Claude's questions with its options. Digits tick or choose; the last number is for something typed.

import { type ReactNode, useRef } from 'react';
import type { AskedQuestion } from '../../core/ask.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';
import { NO_ANSWER, withText } from './question-answers.ts';
import { SayField } from './say-field.tsx';
import { useDigits } from './use-digits.ts';

/** A question. */
export function QuestionStep(
  props: CardParts & {
    readonly question: AskedQuestion;
    readonly step: number;
    /** It is the only one: its options carry the prompt's own numbers and highlight. */
    readonly single: boolean;
    readonly onChoose: (at: number) => void;
    readonly onSend: () => void;
  },
): ReactNode {
  const { prompt, question, step, single, draft, change, ready, active, sent, onChoose, onSend } = props;
  const say = words.prompts;
  const field = useRef<HTMLDivElement>(null);
  const { chosen, text } = draft.answers[step] ?? NO_ANSWER;
  const writes = prompt.options.find(({ meaning }) => meaning === 'write');
  // What submits all answers at once takes typed ones too.
  const mayWrite = writes !== undefined || prompt.options.some(({ meaning }) => meaning === 'accept');
  const own = (label: string): { readonly n: number; readonly highlighted: boolean } | undefined =>
    single ? prompt.options.find((option) => option.meaning === 'choose' && option.label === label) : undefined;
  const numbers = question.options.map(({ label }, at) => own(label)?.n ?? at + 1);
  const writeNumber = (single ? writes?.n : undefined) ?? question.options.length + 1;
  const focusField = (): void => field.current?.querySelector('textarea')?.focus();
  useDigits(
    prompt.raw.id,
    active,
    ready
      ? (digit) => {
          const at = numbers.indexOf(digit);
          if (at >= 0) onChoose(at);
          else if (digit === writeNumber && mayWrite) focusField();
        }
      : null,
  );
  const sending = sent?.kind === 'sending';
  return (
    <>
      <p className="q" dir="auto">
        {question.question}
        <small>{question.several ? say.chooseAny : say.chooseOne}</small>
      </p>
      <ul className="opts" aria-label={say.options}>
        {question.options.map((option, at) => {
          const on = chosen.includes(at);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two options may read the same.
            <li key={at}>
              <button
                type="button"
                className="opt"
                aria-pressed={on}
                aria-disabled={!ready}
                data-at={own(option.label)?.highlighted || undefined}
                data-look={sending ? (on ? 'chosen' : 'faded') : 'open'}
                onClick={() => onChoose(at)}
                onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
              >
                {question.several && <Box on={on} />}
                {sending && on && !question.several && <span className="spin" aria-hidden="true" />}
                {!question.several && !(sending && on) && <kbd className="kbd">{numbers[at]}</kbd>}
                <span dir="auto">
                  {option.label}
                  {option.description !== '' && <small>{option.description}</small>}
                </span>
                {question.several && <kbd className="kbd">{numbers[at]}</kbd>}
                {!question.several && on && !sending && <Icon name="check" size={14} />}
              </button>
            </li>
          );
        })}
        {mayWrite && (
          <li>
            <div ref={field}>
              <SayField
                label={say.typeSomething}
                placeholder={say.typeSomething}
                value={text}
                ready={ready}
                focus={false}
                hint={String(writeNumber)}
                onChange={(value) =>
                  change({
                    answers: { ...draft.answers, [step]: withText(question, draft.answers[step] ?? NO_ANSWER, value) },
                  })
                }
                onSend={onSend}
                onLeave={() => (document.activeElement as HTMLElement | null)?.blur()}
              />
            </div>
          </li>
        )}
      </ul>
      {single && prompt.raw.numbers === 'card' && <p className="numbers">{say.notTerminalNumbers}</p>}
    </>
  );
}

function Box({ on }: { readonly on: boolean }): ReactNode {
  return (
    <span className="tick" data-on={on || undefined} aria-hidden="true">
      {on && <Icon name="check" size={14} />}
    </span>
  );
}
