// What stands where prompts are shown: the open ones and, for a minute, what is left of those just closed, each in its
// place. Pure.

import type { Prompt } from '../../core/prompt.ts';
import type { Closed } from '../store/prompts.ts';

/** One place in the queue. */
export type QueueItem =
  | { readonly kind: 'open'; readonly id: string; readonly session: string; readonly prompt: Prompt }
  | { readonly kind: 'closed'; readonly id: string; readonly session: string; readonly closed: Closed };

/** Open and just closed prompts, oldest first; of one session, or of all with `null`. */
export function queueItems(
  prompts: readonly Prompt[],
  closed: readonly Closed[],
  session: string | null,
): readonly QueueItem[] {
  const gone = new Set(closed.map(({ receipt }) => receipt.prompt));
  const items: { readonly item: QueueItem; readonly at: string }[] = [];
  for (const prompt of prompts) {
    if (gone.has(prompt.id)) continue;
    items.push({ item: { kind: 'open', id: prompt.id, session: prompt.session, prompt }, at: prompt.openedAt });
  }
  for (const one of closed) {
    const { prompt: id, session: of, at } = one.receipt;
    items.push({ item: { kind: 'closed', id, session: of, closed: one }, at: one.prompt?.openedAt ?? at });
  }
  return items
    .filter(({ item }) => session === null || item.session === session)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : numberOf(a.item.id) - numberOf(b.item.id)))
    .map(({ item }) => item);
}

/** Which open prompt is looked at: the wanted one, else the first behind where it stood, else the first. */
export function lookedAt(items: readonly QueueItem[], wanted: string | null): Prompt | null {
  const at = items.findIndex(({ id }) => id === wanted);
  const open = (item: QueueItem): boolean => item.kind === 'open';
  const found = (at < 0 ? undefined : items.slice(at).find(open)) ?? items.find(open);
  return found?.kind === 'open' ? found.prompt : null;
}

/** What stands above an item, as one text: when it becomes another, the item has moved under the hand. */
export function above(items: readonly QueueItem[], id: string): string {
  const at = items.findIndex((one) => one.id === id);
  return items
    .slice(0, Math.max(0, at))
    .map((one) => `${one.kind} ${one.id}`)
    .join(', ');
}

function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('.') + 1)) || 0;
}
