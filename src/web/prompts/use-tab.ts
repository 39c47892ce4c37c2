// Tab puts the cursor where words say what to do instead. Inside the card it does so from an option only.

import { useEffect, useRef } from 'react';
import type { PromptOption } from '../../core/prompt.ts';
import { isPlainKey } from '../ui/keys.ts';
import { hearsTab } from './key-focus.ts';

/** Whether words with this option say what to do instead. */
export function saysInstead({ meaning, text }: PromptOption): boolean {
  return meaning === 'deny' && text !== 'no';
}

/**
 * Calls `onTab` for a Tab that is meant for card `id`; `null` leaves the key alone.
 * @param active the card is the one that is looked at where no card has the focus.
 */
export function useTab(id: string, active: boolean, onTab: (() => void) | null): void {
  const latest = useRef({ active, onTab });
  latest.current = { active, onTab };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { active: looked, onTab: go } = latest.current;
      if (event.key !== 'Tab' || event.shiftKey || go === null || !isPlainKey(event) || !hearsTab(id, looked)) return;
      event.preventDefault();
      go();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id]);
}
