// What a session is called, and what there is to say about it in one line. Pure; the result is safe to print.

import { subjectOf } from '../../core/ask.ts';
import type { Prompt } from '../../core/prompt.ts';
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

/**
 * What it does or waits for, safe to print; empty when there is nothing to say.
 * @param prompts its open prompts, oldest first.
 */
export function actionOf(session: Session, prompts: readonly Prompt[] = []): string {
  const parts = [
    session.mutedUntil === null ? null : 'muted',
    session.suspended ? 'stopped (Ctrl-Z)' : null,
    session.compacting ? 'compacting' : null,
    ...stateWords(session, prompts),
    session.background > 0 ? `${session.background} in the background` : null,
    session.limited,
  ];
  return safeText(parts.filter((part) => part !== null && part !== '').join(' · '));
}

function stateWords(session: Session, [oldest, ...more]: readonly Prompt[]): (string | null)[] {
  switch (session.state) {
    case 'needs-input':
      if (oldest === undefined) return [session.action ?? session.waitingFor];
      return [askedOf(oldest, session), more.length > 0 ? `${more.length} more` : null];
    case 'busy':
      return [session.action ?? session.todos?.current ?? null];
    case 'review':
      return [session.failure?.text ?? session.lastText];
    default:
      return [];
  }
}

/** Tool and subject of a permission, the question, the plan's first line; not yet safe to print. */
function askedOf(prompt: Prompt, session: Session): string {
  // Neither hook nor screen told what it asks: the session may know more.
  if (prompt.input === null && prompt.screen === null) return session.action ?? session.waitingFor ?? prompt.title;
  const subject = subjectOf(prompt);
  switch (prompt.kind) {
    case 'permission':
      return prompt.tool === null || prompt.tool.startsWith('mcp__') || subject === prompt.tool
        ? subject
        : `${prompt.tool} · ${subject}`;
    case 'plan':
      return `Plan · ${subject}`;
    case 'form':
      return [prompt.tool, subject].filter((part) => part !== null && part !== '').join(' · ');
    default:
      return subject;
  }
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}
