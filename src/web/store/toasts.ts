// One short message at a time, with a way back where there is one. A newer message replaces the older.

import { create } from 'zustand';

/** A message. `undo` takes back what it tells. */
export interface Toast {
  readonly text: string;
  readonly undo: (() => void) | null;
}

const SHOWN_MS = 8000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The message on screen. */
export const useToast = create<{ readonly toast: Toast | null }>()(() => ({ toast: null }));

/** Shows a message for eight seconds. */
export function toast(text: string, undo: (() => void) | null = null): void {
  clearTimeout(timer);
  useToast.setState({ toast: { text, undo } });
  timer = setTimeout(hideToast, SHOWN_MS);
}

/** Takes the message away. */
export function hideToast(): void {
  clearTimeout(timer);
  useToast.setState({ toast: null });
}
