// Words that go with an option. Enter sends, Shift+Enter breaks the line, Esc leaves; what was typed stays.

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';

/** The field. */
export function SayField(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly ready: boolean;
  /** Takes the focus when it appears: the person just asked for it. */
  readonly focus: boolean;
  /** A key to show while it is empty, such as `Tab`. */
  readonly hint?: string | undefined;
  readonly onChange: (text: string) => void;
  /** `null`: there is nothing to send by itself. */
  readonly onSend: (() => void) | null;
  readonly onLeave: () => void;
}): ReactNode {
  const { label, placeholder, value, ready, focus, hint, onChange, onSend, onLeave } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears.
  useEffect(() => {
    if (focus) field.current?.focus();
  }, []);
  const empty = value.trim() === '';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onLeave();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!empty && !event.repeat) onSend?.();
  };
  return (
    <div className="say">
      <textarea
        ref={field}
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        rows={1}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {empty || onSend === null ? (
        hint !== undefined && <kbd className="kbd">{hint}</kbd>
      ) : (
        <button
          type="button"
          className="ib small"
          aria-label={words.prompts.send}
          title={words.prompts.send}
          aria-disabled={!ready}
          onClick={onSend}
        >
          <Icon name="enter" />
        </button>
      )}
    </div>
  );
}
