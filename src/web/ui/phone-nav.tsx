// The phone's places, at the bottom under the thumb.

import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { usePrompts } from '../store/panel.ts';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';

/** Inbox and sessions. */
export function PhoneNav(): ReactNode {
  const [path] = useLocation();
  const n = usePrompts().length;
  const sessions = path === '/sessions';
  return (
    <nav className="ph-nav">
      <Link href="/" aria-current={sessions ? undefined : 'page'}>
        <Icon name="inbox" size={20} />
        {words.prompts.inbox}
        {n > 0 && (
          <span className="cnt">
            <span aria-hidden="true">{n}</span>
            <span className="hidden">{words.prompts.openPrompts(n)}</span>
          </span>
        )}
      </Link>
      <Link href="/sessions" aria-current={sessions ? 'page' : undefined}>
        <Icon name="list" size={20} />
        {words.sessions}
      </Link>
    </nav>
  );
}
