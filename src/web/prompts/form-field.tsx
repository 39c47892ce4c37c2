// One field of a form, as the control that fits it. Nothing is filled in or chosen beforehand.

import { type ReactNode, useId } from 'react';
import type { FormField } from '../../core/ask.ts';
import type { DraftValue } from '../store/drafts.ts';
import { words } from '../words.ts';
import type { FormProblem } from './form-values.ts';

/** More choices than this become a list to open. */
const MOST_BUTTONS = 6;

interface Props {
  readonly field: FormField;
  /** The choices as they came: what is sent. */
  readonly rawChoices: FormField['choices'];
  readonly value: DraftValue | undefined;
  readonly problem: FormProblem | null;
  readonly onChange: (value: DraftValue) => void;
}

/** The field with its label, what is said about it, and what is wrong with it. */
export function FieldInput(props: Props): ReactNode {
  const { field, problem, value, onChange } = props;
  const id = useId();
  const say = words.prompts;
  const about = [field.description === null ? '' : `${id}-about`, problem === null ? '' : `${id}-wrong`]
    .filter(Boolean)
    .join(' ');
  const shared = { 'aria-describedby': about || undefined, 'aria-invalid': problem !== null || undefined };
  const label = (
    <>
      {field.title}
      {field.type !== 'boolean' && <span className="i3"> · {field.required ? say.required : say.optional}</span>}
    </>
  );
  const below = (
    <>
      {field.description !== null && <small id={`${id}-about`}>{field.description}</small>}
      {problem !== null && (
        <small id={`${id}-wrong`} className="wrong" role="alert">
          {say.invalid[problem]}
        </small>
      )}
    </>
  );
  if (field.type === 'boolean') {
    return (
      <div className="fld">
        <label className="pick">
          <input
            type="checkbox"
            checked={value === true}
            {...shared}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  }
  if (field.type === 'choices' || (field.type === 'choice' && field.choices.length <= MOST_BUTTONS)) {
    return (
      <fieldset className="fld" {...shared}>
        <legend>{label}</legend>
        <Picks {...props} name={id} />
        {below}
      </fieldset>
    );
  }
  return (
    <div className="fld">
      <label htmlFor={id}>{label}</label>
      {field.type === 'choice' ? (
        <select
          id={id}
          className="field"
          value={typeof value === 'string' ? value : ''}
          {...shared}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{say.choose}</option>
          {props.rawChoices.map((choice, at) => (
            <option key={choice.value} value={choice.value}>
              {field.choices[at]?.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="field"
          type="text"
          dir="auto"
          inputMode={field.type === 'integer' ? 'numeric' : field.type === 'number' ? 'decimal' : undefined}
          value={typeof value === 'string' ? value : ''}
          autoComplete="off"
          aria-required={field.required || undefined}
          {...shared}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {below}
    </div>
  );
}

function Picks({ field, rawChoices, value, onChange, name }: Props & { readonly name: string }): ReactNode {
  const many = field.type === 'choices';
  const chosen = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];
  const pick = (one: string): void => {
    // In the order of the list, whatever was ticked first.
    const next = rawChoices.map((choice) => choice.value).filter((each) => (each === one) !== chosen.includes(each));
    onChange(many ? next : one);
  };
  return rawChoices.map((choice, at) => (
    <label key={choice.value} className="pick">
      <input
        type={many ? 'checkbox' : 'radio'}
        name={name}
        checked={chosen.includes(choice.value)}
        onChange={() => pick(choice.value)}
      />
      <span>{field.choices[at]?.label}</span>
    </label>
  ));
}
