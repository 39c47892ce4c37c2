// Digits answer the card that has the focus, or, where nothing has it, the one that is looked at. Never while somebody
// types, and never by a key that is held down.

import { useLayoutEffect, useRef } from 'react';
import { isPlainKey } from '../ui/keys.ts';
import { hearsDigit } from './key-focus.ts';

/**
 * Calls `onDigit` with 1–9.
 * @param active the card is the one that is looked at where no card has the focus.
 */
export function useDigits(id: string, active: boolean, onDigit: ((digit: number) => void) | null): void {
  const latest = useRef({ active, onDigit });
  latest.current = { active, onDigit };
  // Before the screen is drawn: a card that is gone must not hear the key that follows.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!/^[1-9]$/.test(event.key) || event.repeat || !isPlainKey(event)) return;
      if (latest.current.onDigit === null || !hearsDigit(id, latest.current.active)) return;
      event.preventDefault();
      latest.current.onDigit(Number(event.key));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id]);
}
