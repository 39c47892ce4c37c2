// Where the shell meets the cards: they are loaded on their own, as soon as the page is there, so that they never hold
// it up and are ready when the first prompt comes.

import { lazy } from 'react';

const cards = (): Promise<typeof import('./card-stack.tsx')> => import('./card-stack.tsx');
const inbox = (): Promise<typeof import('../inbox/inbox-page.tsx')> => import('../inbox/inbox-page.tsx');

/** `CardStack`, loaded when it is first drawn. */
export const LazyCardStack = lazy(() => cards().then((module) => ({ default: module.CardStack })));
/** `InboxPage`, loaded when it is first drawn. */
export const LazyInboxPage = lazy(() => inbox().then((module) => ({ default: module.InboxPage })));

/** Loads both now. What cannot be had is asked for again when it is drawn. */
export function loadCards(): void {
  Promise.all([import('./diff-body.tsx'), cards(), inbox()]).catch(() => undefined);
}
