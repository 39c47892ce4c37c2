// The filter of the session list. It never delays typing: what it costs is a few milliseconds even with 1,000 sessions.

import type { KeyboardEvent, ReactNode } from 'react';
import { useView } from '../store/view.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';

/** The search field. Esc clears it, Enter opens the first session found, the arrow goes down into the list. */
export function SearchField(): ReactNode {
  const typed = useView((view) => view.query);
  const setTyped = (query: string): void => useView.setState({ query });
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const first = document.querySelector<HTMLAnchorElement>('.side-list a.row');
    if (event.key === 'Escape') {
      setTyped('');
      event.currentTarget.blur();
    } else if (event.key === 'Enter' && typed !== '') first?.click();
    else if (event.key === 'ArrowDown') first?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div className="side-find">
      <label className="field">
        <Icon name="search" size={14} />
        <input
          data-search
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKey}
        />
        {typed === '' ? (
          <span className="kbd" aria-hidden="true">
            /
          </span>
        ) : (
          <button type="button" className="ib small" aria-label={words.clearSearch} onClick={() => setTyped('')}>
            <Icon name="x" size={14} />
          </button>
        )}
      </label>
    </div>
  );
}
