// The tab's icon and title: the same mark as everywhere, small. Pure.

import type { MarkState, Tally } from '../../core/attention.ts';
import { words } from '../words.ts';

// Fixed colours that hold on light and dark tab bars; the page's tokens do not reach the browser's own chrome.
const ICONS: Record<MarkState, string> = {
  'needs-input': `<rect x="2.9" y="2.9" width="14.2" height="14.2" rx="2.7" transform="rotate(45 10 10)" fill="#f9a826" stroke="#9a5700" stroke-width="1.3"/><path d="M10 5v5.6" stroke="#241300"/><circle cx="10" cy="14.4" r="1.6" fill="#241300"/>`,
  failed: `<path d="M6.7 1.9h6.6l4.8 4.8v6.6l-4.8 4.8H6.7l-4.8-4.8V6.7z" fill="#d93c3c"/><path d="M7 7l6 6M13 7l-6 6" stroke="#fff"/>`,
  review: `<circle cx="10" cy="10" r="8" fill="#7d5be6"/><path d="M6.3 10.4l2.6 2.6 4.9-5.6" stroke="#fff"/>`,
  busy: `<circle cx="10" cy="10" r="7" stroke="#7d5be6" stroke-dasharray="31 13" transform="rotate(-50 10 10)"/><circle cx="10" cy="10" r="2.3" fill="#7d5be6"/>`,
  unknown: `<path d="M6.6 6.9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.2-1.7 2.4" stroke="#868b95"/><circle cx="10.1" cy="16" r="1.55" fill="#868b95"/>`,
  idle: `<circle cx="10" cy="10" r="6.6" stroke="#868b95"/>`,
  ended: `<path d="M5.6 10h8.8" stroke="#868b95"/>`,
};

/** The icon of a mark as a `data:` address. */
export function favicon(mark: MarkState): string {
  const open =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">';
  return `data:image/svg+xml,${encodeURIComponent(`${open}${ICONS[mark]}</svg>`)}`;
}

/** `(3) Tallymux`, or what the page cannot know while the daemon is away. */
export function pageTitle(total: Tally | null, away: boolean): string {
  if (away) return `${words.reconnectingTitle} · Tallymux`;
  return total !== null && total.attention > 0 ? `(${total.attention}) Tallymux` : 'Tallymux';
}
