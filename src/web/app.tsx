// The shell: which page is shown in which layout, and the bars above it.

import type { ReactNode } from 'react';
import { Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { combinedMark } from '../core/attention.ts';
import { Bell } from './bell/bell.tsx';
import { BellSheet } from './bell/bell-sheet.tsx';
import { Overview } from './overview/overview.tsx';
import { PairingPage } from './pairing/pairing-page.tsx';
import { LazyInboxPage, loadCards } from './prompts/lazy.tsx';
import { SessionPage } from './session/session-page.tsx';
import { listed } from './sidebar/group.ts';
import { SearchField } from './sidebar/search-field.tsx';
import { SessionList } from './sidebar/session-list.tsx';
import { Brand, Sidebar } from './sidebar/sidebar.tsx';
import { usePanel, useSessions } from './store/panel.ts';
import { useView } from './store/view.ts';
import { useHidden } from './ui/attentive.ts';
import { Bars } from './ui/bars.tsx';
import { Connecting, NoSession, Outdated } from './ui/empty.tsx';
import { favicon, pageTitle } from './ui/favicon.ts';
import { Icon } from './ui/icon.tsx';
import { usePageKeys } from './ui/keys.ts';
import { LiveRegion } from './ui/live-region.tsx';
import { PhoneNav } from './ui/phone-nav.tsx';
import { PromptAnnouncer } from './ui/prompt-announcer.tsx';
import { Sheet } from './ui/sheet.tsx';
import { ThemeButton } from './ui/theme-button.tsx';
import { ToastView } from './ui/toast-view.tsx';
import { type Layout, useLayout } from './ui/use-media.ts';
import { words } from './words.ts';

/** Everything on the page. */
export function App(): ReactNode {
  const phase = usePanel((panel) => panel.phase);
  const loaded = usePanel((panel) => panel.snapshot !== null);
  useTabMark();
  if (phase === 'starting') return null;
  if (phase === 'unpaired') return <PairingPage />;
  if (phase === 'outdated') return <Outdated />;
  return loaded ? <Shell /> : <Connecting />;
}

function Shell(): ReactNode {
  const layout = useLayout();
  const away = usePanel((panel) => panel.phase !== 'live');
  const hidden = useHidden();
  const floating = useView((view) => view.floating);
  const [path, go] = useLocation();
  usePageKeys(go);
  useEffect(loadCards, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went somewhere wants to see it.
  useEffect(() => useView.setState({ floating: 'none' }), [path]);
  return (
    <div className="app" data-layout={layout} data-away={away || undefined} data-still={away || hidden || undefined}>
      {layout === 'wide' && <Sidebar />}
      <div className="centre">
        <Bars />
        {layout === 'narrow' && <TopBar />}
        <Pages layout={layout} />
        {layout === 'phone' && !path.startsWith('/s/') && <PhoneNav />}
      </div>
      {floating === 'bell' && <BellSheet />}
      {floating === 'list' && layout === 'narrow' && (
        <Sheet label={words.sessions} className="drawer" onClose={() => useView.setState({ floating: 'none' })}>
          <Sidebar />
        </Sheet>
      )}
      <ToastView />
      <LiveRegion />
      <PromptAnnouncer />
    </div>
  );
}

function Pages({ layout }: { readonly layout: Layout }): ReactNode {
  return (
    <Switch>
      <Route path="/s/:id">{({ id }) => <SessionPage id={id} />}</Route>
      <Route path="/inbox">
        <Inbox />
      </Route>
      <Route path="/sessions">{layout === 'phone' ? <PhoneList /> : <Home />}</Route>
      <Route>{layout === 'phone' ? <PhoneHome /> : <Home />}</Route>
    </Switch>
  );
}

function Home(): ReactNode {
  const none = usePanel((panel) => panel.snapshot?.sessions.length === 0);
  return none ? <NoSession /> : <Overview />;
}

function Inbox(): ReactNode {
  return (
    <Suspense fallback={<main className="page" />}>
      <LazyInboxPage />
    </Suspense>
  );
}

/** What needs the person; where no session is, how to start one. */
function PhoneHome(): ReactNode {
  const none = usePanel((panel) => panel.snapshot?.sessions.length === 0);
  return none ? <PhoneList /> : <Inbox />;
}

function PhoneList(): ReactNode {
  const sessions = useSessions();
  const n = listed(sessions);
  return (
    <main className="page">
      <header className="ph-h">
        <h1>{words.sessions}</h1>
        <span className="i3 num">{n > 0 ? n : ''}</span>
        <span className="sp" />
        <Bell />
        <ThemeButton />
      </header>
      {sessions.length === 0 ? (
        <NoSession />
      ) : (
        <>
          <SearchField />
          <nav className="side-nav" aria-label={words.sessions}>
            <SessionList />
          </nav>
        </>
      )}
    </main>
  );
}

function TopBar(): ReactNode {
  return (
    <header className="top-bar">
      <button
        type="button"
        className="ib"
        aria-label={words.openList}
        title={words.openList}
        onClick={() => useView.setState({ floating: 'list' })}
      >
        <Icon name="list" />
      </button>
      <Brand />
      <span className="sp" />
      <Bell />
    </header>
  );
}

/** The tab's title and icon follow the same tally as everything else. */
function useTabMark(): void {
  const { phase, tally, snapshot } = usePanel();
  const away = phase === 'away' || (phase === 'connecting' && snapshot !== null);
  const title = pageTitle(snapshot === null ? null : tally, away);
  const icon = favicon(away ? 'unknown' : combinedMark(tally));
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
  }, [icon]);
}
