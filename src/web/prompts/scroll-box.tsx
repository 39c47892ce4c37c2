// A body that scrolls inside its card, and says how much of it is below. It is reached by the keyboard while it scrolls.
// It knows whether its end was ever on the screen; what it says of that never becomes true by itself.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';

/** A scrolling part of a card. Lines are the elements with `data-line`. */
export function ScrollBox(props: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  const { label, className, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState(0);
  const [scrolls, setScrolls] = useState(false);
  const [unread, setUnread] = useState(true);
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
  useEffect(() => {
    if (end.current === null) return;
    // Cut by every part of the page that scrolls, so that an end below the page's own edge was not shown either.
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      setUnread(false);
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, []);
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
        data-unread={unread || undefined}
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
