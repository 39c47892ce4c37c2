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
  const { head, tail, aside } = splitLabel(option.label);
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
      <span dir="auto">
        {head}
        {tail !== '' && <span className="tail-words">{tail}</span>}
        {aside !== '' && <small>{aside}</small>}
        {option.detail !== null && option.detail !== '' && <small>{option.detail}</small>}
      </span>
    </button>
  );
}

/**
 * A label in its parts, nothing dropped: what follows "·" stands below it as an aside, what stands in parentheses at its
 * end follows it as a tail.
 */
export function splitLabel(label: string): { readonly head: string; readonly tail: string; readonly aside: string } {
  const [, before, aside] = /^(.*?\S)\s+·\s+(\S.*)$/s.exec(label) ?? [null, label, ''];
  const [, head, tail] = /^(.*?\S)(\s*\([^()]*\)\s*)$/s.exec(before ?? label) ?? [null, before, ''];
  return { head: head ?? label, tail: tail ?? '', aside: aside ?? '' };
}
