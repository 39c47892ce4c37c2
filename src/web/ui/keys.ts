// The keys that work everywhere: g o, g i, /, Esc. Nothing here acts while a text field has the focus or a sheet is open.

import { useEffect } from 'react';
import { hideToast } from '../store/toasts.ts';
import { useView } from '../store/view.ts';

/** How long `g` waits for its second key, milliseconds. */
const CHORD = 1000;

/** Whether a key press is meant for the page: no modifier, no text field, no dialog. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]') !== null) return false;
  const target = event.target as HTMLElement | null;
  return target?.closest('input, textarea, select, [contenteditable]') == null;
}

/** Listens for the page's own keys. */
export function usePageKeys(go: (path: string) => void): void {
  useEffect(() => {
    let chordAt = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hideToast();
      if (!isPlainKey(event)) return;
      if (event.key === 'Escape') useView.setState({ query: '' });
      else if (event.key === 'g') chordAt = event.timeStamp;
      else if (event.key === 'o' && event.timeStamp - chordAt < CHORD) go('/');
      else if (event.key === 'i' && event.timeStamp - chordAt < CHORD) go('/inbox');
      else if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-search]')?.focus();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);
}
