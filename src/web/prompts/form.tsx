// A form that an MCP server asks for, made of its fields. What is wrong is said at the field, and nothing is sent then.

import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { FormField } from '../../core/ask.ts';
import type { PromptOption } from '../../core/prompt.ts';
import { words } from '../words.ts';
import './form.css';
import type { CardParts } from './card-parts.ts';
import { FieldInput } from './form-field.tsx';
import { checkForm } from './form-values.ts';

/** The fields and the ways to answer. */
export function FormAnswer(parts: CardParts & { readonly fields: readonly FormField[] }): ReactNode {
  const { prompt, fields, draft, change, ready, sent, answer } = parts;
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const { raw, rawAsk, options } = prompt;
  const rawFields = (rawAsk.kind === 'form' ? rawAsk.fields : null) ?? [];
  const checked = checkForm(rawFields, draft.values);
  const accept = raw.options.find(({ meaning }) => meaning === 'accept');
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!ready || accept === undefined) return;
    if (checked.content !== null) {
      answer(accept, { content: checked.content });
      return;
    }
    const [first] = checked.problems.keys();
    const at = rawFields.findIndex(({ name }) => name === first);
    form.current?.querySelector<HTMLElement>(`[data-at="${at}"] :is(input, select, textarea)`)?.focus();
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      {fields.map((field, at) => {
        const name = rawFields[at]?.name ?? field.name;
        return (
          <div key={name} data-at={at}>
            <FieldInput
              field={field}
              rawChoices={rawFields[at]?.choices ?? []}
              value={Object.hasOwn(draft.values, name) ? draft.values[name] : undefined}
              problem={tried ? (checked.problems?.get(name) ?? null) : null}
              onChange={(value) => change({ values: { ...draft.values, [name]: value } })}
            />
          </div>
        );
      })}
      <div className="card-f">
        <span className="sp" />
        {raw.options.map((option, at) => (
          <FormButton
            key={option.n}
            option={option}
            label={options[at]?.label ?? ''}
            ready={ready}
            sending={sent?.kind === 'sending' && sent.n === option.n}
            onChoose={() => answer(option)}
          />
        ))}
      </div>
    </form>
  );
}

function FormButton(props: {
  readonly option: PromptOption;
  readonly label: string;
  readonly ready: boolean;
  readonly sending: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const { option, label, ready, sending, onChoose } = props;
  const accepts = option.meaning === 'accept';
  return (
    <button
      type={accepts ? 'submit' : 'button'}
      className={option.meaning === 'cancel' ? 'btn quiet' : 'btn'}
      aria-disabled={!ready}
      onClick={accepts ? undefined : onChoose}
    >
      {sending && <span className="spin" aria-hidden="true" />}
      {label || (accepts ? words.prompts.submit : label)}
    </button>
  );
}
