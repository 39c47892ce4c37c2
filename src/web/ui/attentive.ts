// Whether somebody may be looking at this page: it is visible and its window has the focus.

import { useSyncExternalStore } from 'react';

const EVENTS = ['focus', 'blur', 'pageshow', 'pagehide'] as const;

/** True while the page is visible and focused. */
export function useAttentive(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden && document.hasFocus());
}

/** True while the page is hidden: marks then stand still. */
export function useHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.hidden);
}

function subscribe(listener: () => void): () => void {
  for (const name of EVENTS) window.addEventListener(name, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, listener);
    document.removeEventListener('visibilitychange', listener);
  };
}
