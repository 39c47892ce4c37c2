// One line of the inbox: who asks, since when, and what. A prompt that was just answered keeps its place, dim.

import type { ReactNode } from 'react';
import type { QueueItem } from '../prompts/queue.ts';
import { useClock } from '../store/clock.ts';
import { type ShownPrompt, shownPrompt } from '../store/shown-prompt.ts';
import { elapsed, shortTime } from '../text/times.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';

/** The row. */
export function InboxRow(props: {
  readonly item: QueueItem;
  readonly name: string;
  readonly current: boolean;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const { item, name, current, onOpen } = props;
  const at = item.kind === 'open' ? item.prompt.openedAt : '';
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
            {words.prompts.receipt[outcome]} {subject}
          </span>
        </span>
      </div>
    );
  }
  const prompt = shownPrompt(item.prompt);
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
        <span className={`end ${isCode(prompt) ? 'mono' : ''}`}>{prompt.subject}</span>
        <span className="num">{beside(prompt)}</span>
      </span>
    </button>
  );
}

/** Whether what is asked is set in the fixed-width face. */
export function isCode({ ask }: ShownPrompt): boolean {
  return ask.kind === 'command' || ask.kind === 'edit' || ask.kind === 'write' || ask.kind === 'fetch';
}

function beside({ ask, agent }: ShownPrompt): string {
  if (ask.kind === 'command') {
    const lines = ask.command.trim().split('\n').length;
    if (lines > 1) return words.prompts.lines(lines);
  }
  return agent ?? '';
}
