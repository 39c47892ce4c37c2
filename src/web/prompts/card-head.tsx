// The head of a card: Claude's title, who asks, its place in the queue, how long it waits. Where the card is pinned, the
// head folds it to one line, never away.

import type { ReactNode } from 'react';
import { useClock } from '../store/clock.ts';
import { pathWithin } from '../text/cut.ts';
import { elapsed, shortTime, timeOfDay } from '../text/times.ts';
import { Icon } from '../ui/icon.tsx';
import { LeftToRight } from '../ui/left-to-right.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';

/** The head. */
export function CardHead(props: CardParts & { readonly title: string; readonly folds: boolean }): ReactNode {
  const { prompt, session, draft, change, title, folds, touch } = props;
  const { raw, ask, agent } = prompt;
  const time = useClock((now) => shortTime(elapsed(raw.openedAt, now)));
  const at = useClock((now) => timeOfDay(raw.openedAt, now));
  const say = words.prompts;
  const path = ask.kind === 'edit' || ask.kind === 'write' ? ask.path : null;
  const description = ask.kind === 'command' ? ask.description : null;
  return (
    <header className="card-h">
      <Mark of="needs-input" size={touch ? 20 : 14} silent />
      <h2>{title}</h2>
      <span className="aside num">
        {raw.position.of > 1 && <span>{say.place(raw.position.n, raw.position.of)}</span>}
        <span title={at}>
          <span aria-hidden="true">{time}</span>
          <span className="hidden">{say.waits(time)}</span>
        </span>
        {folds && (
          <button
            type="button"
            className="fold-it"
            aria-expanded={!draft.folded}
            aria-label={draft.folded ? say.unfold : say.fold}
            onClick={() => change({ folded: !draft.folded })}
          >
            <Icon name={draft.folded ? 'right' : 'down'} />
          </button>
        )}
      </span>
      {path !== null && (
        <p className="sub mono path" title={path}>
          <LeftToRight text={pathWithin(path, session)} />
        </p>
      )}
      {description !== null && description !== '' && <p className="sub">{description}</p>}
      {agent !== null && (
        <p className="sub from">
          <Icon name="fork" size={14} />
          {say.fromAgent(agent)}
        </p>
      )}
    </header>
  );
}
