// One line of the inbox: who asks, since when, and what. A prompt that was just answered keeps its place, dim.

import { type ReactNode, useMemo } from 'react';
import type { Session } from '../../core/session.ts';
import { askedLine } from '../prompts/asked-line.ts';
import type { QueueItem } from '../prompts/queue.ts';
import { receiptHead } from '../prompts/receipt-head.ts';
import { useClock } from '../store/clock.ts';
import { type ShownPrompt, shownPrompt } from '../store/shown-prompt.ts';
import { elapsed, shortTime } from '../text/times.ts';
import { CutName } from '../ui/cut-name.tsx';
import { Icon } from '../ui/icon.tsx';
import { LeftToRight } from '../ui/left-to-right.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';

/** The row. */
export function InboxRow(props: {
  readonly item: QueueItem;
  readonly name: string;
  readonly session: Session | undefined;
  readonly current: boolean;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const { item, name, session, current, onOpen } = props;
  const asked = item.kind === 'open' ? item.prompt : null;
  const at = asked?.openedAt ?? '';
  const line = useMemo(() => (asked === null ? null : askedLine(asked, session)), [asked, session]);
  const time = useClock((now) => (at === '' ? '' : shortTime(elapsed(at, now))));
  if (item.kind === 'closed') {
    const { outcome, subject } = item.closed.receipt;
    return (
      <div className="row two done">
        <Icon name={outcome === 'gone' ? 'x' : 'check'} size={14} />
        <span className="nm">
          <b className="end">{name}</b>
        </span>
        <span className="ac">
          <span className="end">
            {receiptHead(item.closed.receipt)} {subject}
          </span>
        </span>
      </div>
    );
  }
  const prompt = shownPrompt(item.prompt);
  const { text, code, endTells = false } = line ?? { text: prompt.title, code: false };
  return (
    <button
      type="button"
      className="row two lead"
      data-state="needs-input"
      data-row={item.id}
      aria-current={current || undefined}
      onClick={() => onOpen(item.id)}
    >
      <Mark of="needs-input" silent />
      <span className="nm">
        <b className="end">{name}</b>
      </span>
      <span className="tm num">{time}</span>
      <span className="ac">
        {endTells ? (
          <span className="mono">
            <CutName text={text} />
          </span>
        ) : (
          <span className={`end ${code ? 'mono' : ''}`} title={text}>
            {code ? <LeftToRight text={text} /> : text}
          </span>
        )}
        <Beside prompt={prompt} />
      </span>
    </button>
  );
}

/** How long a command is, and that a sub-agent asks. */
function Beside({ prompt: { ask, agent } }: { readonly prompt: ShownPrompt }): ReactNode {
  const lines = ask.kind === 'command' ? ask.command.trim().split('\n').length : 1;
  return (
    <>
      {lines > 1 && <span className="num">{words.prompts.lines(lines)}</span>}
      {agent !== null && (
        <span title={words.prompts.fromAgent(agent)}>
          <Icon name="fork" size={14} />
          <span className="hidden">{words.prompts.fromAgent(agent)}</span>
        </span>
      )}
    </>
  );
}
