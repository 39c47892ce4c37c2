// A body that scrolls inside its card, and says how much of it is below. It is reached by the keyboard while it scrolls.
// It tells when its end was on the screen; that never becomes true by itself.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';

/** How far what it shows was read, also when it was drawn before. */
export interface Reading {
  readonly done: boolean;
  readonly onDone: () => void;
}

/** A scrolling part of a card. Lines are the elements with `data-line`. */
export function ScrollBox(props: {
  readonly label: string;
  readonly className: string;
  readonly reading: Reading;
  readonly children: ReactNode;
}): ReactNode {
  const { label, className, reading, children } = props;
  const { done: isRead } = reading;
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState(0);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      const over = element.scrollHeight - element.clientHeight;
      setScrolls(over > 1);
      const left = over - element.scrollTop;
      setBelow(left > 1 ? linesBelow(element, left) : 0);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    for (const child of element.children) watcher.observe(child);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const latest = useRef(reading.onDone);
  latest.current = reading.onDone;
  useEffect(() => {
    if (isRead || end.current === null) return;
    // Cut by every part of the page that scrolls, so that an end below the page's own edge was not shown either.
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      latest.current();
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isRead]);
  const onBelow = (): void => box.current?.scrollBy({ top: box.current.clientHeight * 0.8 });
  return (
    <div className="box">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll. */}
      <div
        ref={box}
        className={className}
        role="group"
        aria-label={label}
        tabIndex={scrolls ? 0 : undefined}
        data-unread={!isRead || undefined}
      >
        <div>{children}</div>
        <div ref={end} className="end-mark" aria-hidden="true" />
      </div>
      {below > 0 && (
        <button type="button" className="below" tabIndex={-1} aria-hidden="true" onClick={onBelow}>
          <Icon name="down" size={14} />
          {words.prompts.below(below)}
        </button>
      )}
    </div>
  );
}

function linesBelow(box: HTMLElement, left: number): number {
  const bottom = box.getBoundingClientRect().bottom;
  const lines = box.querySelectorAll('[data-line]');
  let n = 0;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if ((lines[at] as Element).getBoundingClientRect().bottom <= bottom + 1) break;
    n += 1;
  }
  return n || Math.max(1, Math.round(left / 20));
}
