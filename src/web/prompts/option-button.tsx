// One option: its key, Claude's words, and what stands under them. Claude's own highlight is a grey ground, nothing more.

import type { KeyboardEvent, ReactNode } from 'react';
import type { PromptOption } from '../../core/prompt.ts';

/** How an option stands. */
export type OptionLook = 'open' | 'chosen' | 'faded' | 'off';

/** The button of an option. `onTab` takes the Tab key where words may go with it. */
export function OptionButton(props: {
  readonly option: PromptOption;
  readonly look: OptionLook;
  readonly ready: boolean;
  readonly onChoose: () => void;
  readonly onTab: (() => void) | null;
  readonly title?: string | undefined;
}): ReactNode {
  const { option, look, ready, onChoose, onTab, title } = props;
  const { head, tail } = splitLabel(option.label);
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that was held down since before the card was there must not answer it.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (event.key !== 'Tab' || event.shiftKey || onTab === null) return;
    event.preventDefault();
    onTab();
  };
  return (
    <button
      type="button"
      className="opt"
      data-option={option.n}
      data-at={option.highlighted || undefined}
      data-look={look}
      aria-disabled={!ready || look === 'off'}
      aria-busy={look === 'chosen' || undefined}
      title={title}
      onClick={look === 'off' ? undefined : onChoose}
      onKeyDown={onKeyDown}
    >
      {look === 'chosen' ? <span className="spin" aria-hidden="true" /> : <kbd className="kbd">{option.n}</kbd>}
      <span>
        {head}
        {tail !== '' && <span className="tail-words">{tail}</span>}
        {option.detail !== null && option.detail !== '' && <small>{option.detail}</small>}
      </span>
    </button>
  );
}

/** A label and its tail: what follows "·", or stands in parentheses at the end. Nothing is dropped. */
export function splitLabel(label: string): { readonly head: string; readonly tail: string } {
  const match = /^(.+?)(\s+·\s.*|\s*\([^()]*\)\s*)$/s.exec(label);
  return { head: match?.[1] ?? label, tail: match?.[2] ?? '' };
}
