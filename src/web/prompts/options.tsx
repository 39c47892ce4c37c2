// The ways to answer, with Claude's words and numbers. A click or a digit answers; Tab on an option opens its field.

import { type ReactNode, useRef, useState } from 'react';
import type { PromptOption } from '../../core/prompt.ts';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';
import { OptionButton, type OptionLook } from './option-button.tsx';
import { refuses, wasRead } from './read-first.ts';
import { SayField } from './say-field.tsx';
import { useDigits } from './use-digits.ts';
import { saysInstead, useTab } from './use-tab.ts';

/** Milliseconds in which a digit that showed more does not yet allow: what it showed was not read. */
const MOMENT = 300;

/** All options of a prompt. */
export function Options(parts: CardParts): ReactNode {
  const { prompt, draft, change, sent, ready, active, touch, answer } = parts;
  const say = words.prompts;
  const list = useRef<HTMLUListElement>(null);
  const { raw, options, ask } = prompt;
  const changed =
    ask.kind === 'command' && draft.command !== null && draft.command !== ask.command ? draft.command : null;
  const focusOption = (n: number): void => list.current?.querySelector<HTMLElement>(`[data-option="${n}"]`)?.focus();
  const focusField = (n: number): void => {
    change({ field: n });
    list.current?.querySelector<HTMLElement>(`[data-field="${n}"] textarea`)?.focus();
  };

  const choose = (at: number): void => {
    const [option, shown] = [raw.options[at], options[at]];
    if (option === undefined || shown === undefined || !ready || isOff(shown, changed)) return;
    const text = isShown(shown, draft.field, touch) ? (draft.texts[option.n] ?? '').trim() : '';
    if (option.text === 'must' && text === '') {
      focusField(option.n);
      return;
    }
    const input = changed !== null && option.meaning === 'allow' ? { ...raw.input, command: changed } : null;
    answer(option, { text: text === '' ? null : text, input });
  };
  const [readFirst, setReadFirst] = useState<number | null>(null);
  const moreAt = useRef(Number.NEGATIVE_INFINITY);
  const onDigit = (digit: number): void => {
    const at = options.findIndex(({ n }) => n === digit);
    const option = options[at];
    if (option === undefined) return;
    if (!refuses(option.meaning)) {
      if (performance.now() - moreAt.current < MOMENT) return;
      if (!wasRead(list.current)) {
        moreAt.current = performance.now();
        setReadFirst(digit);
        return;
      }
    }
    choose(at);
  };
  useDigits(raw.id, active, ready ? onDigit : null);
  const instead = touch ? undefined : options.find(saysInstead);
  useTab(raw.id, active, instead === undefined ? null : () => focusField(instead.n));

  return (
    <>
      <ul ref={list} className="opts" aria-label={say.options}>
        {options.map((option, at) => {
          const field = isShown(option, draft.field, touch);
          const off = isOff(option, changed);
          return (
            <li key={option.n}>
              <OptionButton
                option={option}
                look={lookOf(option, parts, off)}
                ready={ready}
                title={off ? say.onlyYes : undefined}
                onChoose={() => choose(at)}
                onTab={option.text === 'no' || off ? null : () => focusField(option.n)}
              />
              {!field && option.text !== 'no' && !off && (
                <button type="button" className="add-text" tabIndex={-1} onClick={() => focusField(option.n)}>
                  {option.meaning === 'deny' ? say.sayWhy : say.addText}
                </button>
              )}
              {field && (
                <div data-field={option.n}>
                  <SayField
                    label={say.fieldOf(option.label)}
                    placeholder={
                      option.text === 'must' ? say.typeSomething : (say.fields[option.meaning] ?? option.label)
                    }
                    value={draft.texts[option.n] ?? ''}
                    ready={ready}
                    focus={draft.field === option.n}
                    hint={touch || option.text === 'must' ? undefined : 'Tab'}
                    onChange={(text) => change({ texts: { ...draft.texts, [option.n]: text } })}
                    onSend={() => choose(at)}
                    onLeave={() => {
                      focusOption(option.n);
                      change({ field: null });
                    }}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {raw.numbers === 'card' && <p className="numbers">{say.notTerminalNumbers}</p>}
      {readFirst !== null && sent?.kind !== 'sending' && (
        <p ref={intoView} className="numbers" role="status">
          {say.readFirst(readFirst)}
        </p>
      )}
      {sent?.kind === 'sending' && (
        <p className="hidden" role="status">
          {say.sending(sent.label)}
        </p>
      )}
    </>
  );
}

/** Why a key did nothing is worth nothing below the edge of the page. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Whether the field of an option is there: opened, or where a no wants its reason and a desk has the room. */
function isShown(option: PromptOption, opened: number | null, touch: boolean): boolean {
  if (option.text === 'no') return false;
  return option.text === 'must' || opened === option.n || (option.meaning === 'deny' && !touch);
}

/** A changed command can only be allowed once, or refused. */
function isOff(option: PromptOption, changed: string | null): boolean {
  return changed !== null && (option.meaning === 'allow-always' || option.meaning === 'allow-mode');
}

function lookOf(option: PromptOption, { sent, prompt }: CardParts, off: boolean): OptionLook {
  if (off) return 'off';
  if (sent?.kind === 'sending') return sent.n === option.n ? 'chosen' : 'faded';
  return prompt.raw.standing === 'sending' ? 'faded' : 'open';
}
