// What a session is called, and what there is to say about it in one line. Pure; the result is safe to print.

import type { Session } from '../../core/session.ts';
import { safeText } from './safe-text.ts';

/** The person's label, else Claude's name, else the directory's last part. Not yet safe to print. */
export function plainName(session: Pick<Session, 'label' | 'name' | 'cwd'>): string {
  return session.label ?? session.name ?? (lastPart(session.cwd) || session.cwd);
}

/** The name, safe to print. */
export function nameOf(session: Pick<Session, 'label' | 'name' | 'cwd'>): string {
  return safeText(plainName(session));
}

/** What it does or waits for, safe to print; empty when there is nothing to say. */
export function actionOf(session: Session): string {
  const parts = [
    session.mutedUntil === null ? null : 'muted',
    session.suspended ? 'stopped (Ctrl-Z)' : null,
    session.compacting ? 'compacting' : null,
    ...stateWords(session),
    session.background > 0 ? `${session.background} in the background` : null,
    session.limited,
  ];
  return safeText(parts.filter((part) => part !== null && part !== '').join(' · '));
}

function stateWords(session: Session): (string | null)[] {
  switch (session.state) {
    case 'needs-input':
      return [session.action ?? session.waitingFor];
    case 'busy':
      return [session.action ?? session.todos?.current ?? null];
    case 'review':
      return [session.failure?.text ?? session.lastText];
    default:
      return [];
  }
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}
