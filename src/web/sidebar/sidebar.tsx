// The left side: logo, bell, search, list, and the few places there are.

import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { combinedMark } from '../../core/attention.ts';
import { Bell } from '../bell/bell.tsx';
import { usePanel, usePrompts } from '../store/panel.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';
import { words } from '../words.ts';
import { SearchField } from './search-field.tsx';
import { SessionList } from './session-list.tsx';

/** The sidebar. */
export function Sidebar(): ReactNode {
  const [path] = useLocation();
  return (
    <aside className="side">
      <div className="side-head">
        <Brand />
        <span className="sp" />
        <Bell />
      </div>
      <SearchField />
      <nav className="side-nav" aria-label={words.sessions}>
        <SessionList />
      </nav>
      <div className="side-foot">
        <Link
          href="/"
          className="ib"
          aria-label={words.overview}
          title={words.overview}
          aria-current={path === '/' ? 'page' : undefined}
        >
          <Icon name="grid" />
        </Link>
        <InboxLink current={path === '/inbox'} />
        <span className="sp" />
        <ThemeButton />
      </div>
    </aside>
  );
}

function InboxLink({ current }: { readonly current: boolean }): ReactNode {
  const n = usePrompts().length;
  const label = n === 0 ? words.prompts.inbox : `${words.prompts.inbox}, ${words.prompts.openPrompts(n)}`;
  return (
    <Link
      href="/inbox"
      className="ib inbox-link"
      aria-label={label}
      title={label}
      aria-current={current ? 'page' : undefined}
    >
      <Icon name="inbox" />
      {n > 0 && <span className="cnt">{n}</span>}
    </Link>
  );
}

/** The logo: the mark of everything. */
export function Brand(): ReactNode {
  const mark = usePanel(({ tally, phase }) => (phase === 'live' ? combinedMark(tally) : 'unknown'));
  return (
    <span className="brand">
      <Mark of={mark} size={20} />
      Tallymux
    </span>
  );
}
