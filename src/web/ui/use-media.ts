// Which of the three layouts fits: phone below 640 px, narrow below 900 px, else wide.

import { useSyncExternalStore } from 'react';

/** Layout by width of the window. */
export type Layout = 'phone' | 'narrow' | 'wide';

const phone = '(max-width: 639.98px)';
const narrow = '(max-width: 899.98px)';

/** The layout now; follows the window. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, read);
}

/** Whether fingers are used: rows are then higher. Matches the token of the same name in tokens.css. */
export function useTouch(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia('(pointer: coarse), (max-width: 640px)').matches);
}

function read(): Layout {
  if (matchMedia(phone).matches) return 'phone';
  return matchMedia(narrow).matches ? 'narrow' : 'wide';
}

function subscribe(listener: () => void): () => void {
  const queries = [phone, narrow, '(pointer: coarse), (max-width: 640px)'].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}
