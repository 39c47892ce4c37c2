// What this page shows and how: search text, open groups, theme. Nothing of it comes from the daemon.

import { create } from 'zustand';

/** Light, dark, or as the system. */
export type Theme = 'system' | 'light' | 'dark';

/** The page's own state. */
export interface View {
  readonly query: string;
  /** Groups and folds opened or closed by hand, by row key. */
  readonly toggled: ReadonlyMap<string, boolean>;
  /** Row under the keyboard, and how often it was moved, so that moving to the same row focuses it again. */
  readonly cursor: { readonly key: string; readonly moves: number } | null;
  readonly theme: Theme;
  readonly order: 'urgency' | 'directory';
  /** What floats over the page. */
  readonly floating: 'none' | 'bell' | 'list';
}

/** The store. */
export const useView = create<View>()(() => ({
  query: '',
  toggled: new Map(),
  cursor: null,
  theme: readTheme(),
  order: stored('tallymux-order') === 'directory' ? 'directory' : 'urgency',
  floating: 'none',
}));

/** Opens or closes a group or fold. */
export function toggleRow(key: string, open: boolean): void {
  useView.setState(({ toggled }) => ({ toggled: new Map(toggled).set(key, open) }));
}

/** Light, dark, as the system, and round again. */
export function nextTheme(): void {
  const theme = ({ system: 'light', light: 'dark', dark: 'system' } as const)[useView.getState().theme];
  store('tallymux-theme', theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  useView.setState({ theme });
}

/** Orders the overview. */
export function orderBy(order: View['order']): void {
  store('tallymux-order', order);
  useView.setState({ order });
}

function readTheme(): Theme {
  const theme = stored('tallymux-theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

// Storage may be forbidden: the choice then lasts as long as the page.
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See `stored`.
  }
}
