// What is said aloud about a few seconds of changes: one sentence, however many there were. Pure.

import type { Change } from '../../core/apply-change.ts';
import { ownName } from '../text/names.ts';
import { words } from '../words.ts';

/** One sentence for what began to wait in `changes`; empty when nothing did, or it no longer waits. */
export function announcement(changes: readonly Change[]): string {
  const last = new Map<string, Extract<Change, { kind: 'session-changed' }>>();
  const rang = new Set<string>();
  // Who asks what was already said, at once and in full.
  const asked = new Set(changes.flatMap((one) => (one.kind === 'prompt-changed' ? [one.prompt.session] : [])));
  for (const change of changes) {
    if (change.kind !== 'session-changed') continue;
    last.set(change.session.id, change);
    if (change.announce !== null) rang.add(change.session.id);
  }
  const now = [...last.values()].filter((one) => rang.has(one.session.id)).map((one) => one.session);
  const needs = now.filter((one) => one.state === 'needs-input' && !asked.has(one.id));
  const done = now.filter((one) => one.state === 'review');
  const parts: string[] = [];
  if (needs[0])
    parts.push(needs.length === 1 ? words.spoken.oneNeeds(ownName(needs[0])) : words.spoken.needYou(needs.length));
  if (done[0])
    parts.push(done.length === 1 ? words.spoken.oneFinished(ownName(done[0])) : words.spoken.finished(done.length));
  return parts.join('. ');
}
