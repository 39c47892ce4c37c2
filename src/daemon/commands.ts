// Carries out the commands that concern sessions. Each looks its ids up, and says what to do when one is not there.

import type { ReplyOf, RequestOf, Status } from '../contract/commands.ts';
import type { Recording } from '../core/recording.ts';
import { redacted } from '../core/redacted.ts';
import type { Session } from '../core/session.ts';
import { type Caller, type Daemon, type DaemonCommand, Refused } from './doors.ts';
import { explanationOf } from './explanation.ts';
import type { Keeping } from './keeping.ts';
import type { Living } from './living.ts';
import type { Clock, Store } from './ports.ts';
import type { Prompts } from './prompts/prompts-shape.ts';
import type { Sessions } from './sessions.ts';
import type { Speaking } from './speaking.ts';

/** What commands need. */
export interface CommandsOptions {
  readonly sessions: Sessions;
  readonly store: Store;
  readonly keeping: Keeping;
  readonly clock: Clock;
  readonly snapshot: Daemon['snapshot'];
  readonly prompts: Pick<Prompts, 'views' | 'answer' | 'reread' | 'justClosed'>;
  readonly speaking: Speaking;
  readonly status: () => Status;
  /** Begins to end the daemon; returns at once. */
  readonly stop: () => void;
}

type Table = {
  readonly [N in DaemonCommand]: (request: RequestOf<N>, caller: Caller) => ReplyOf<N> | Promise<ReplyOf<N>>;
};

/** The table of commands. */
export function commandTable(options: CommandsOptions): Table {
  const { sessions, store, keeping, clock, snapshot, prompts, speaking, status, stop } = options;

  const find = (id: string): { living: Living; view: Session } => {
    const all = [...sessions.all()];
    const wanted =
      sessions.byId(id) ??
      all.find((living) => living.endedAt === null && living.picture.conversation === id) ??
      all.find((living) => living.conversations.includes(id));
    if (wanted === undefined || wanted.view === null)
      throw new Refused('not-found', `There is no session ${id}. \`tallymux list\` shows those there are.`);
    return { living: wanted, view: wanted.view };
  };
  const changed = (living: Living): Session => {
    living.dirty = true;
    sessions.settle(living);
    keeping.save(living, null);
    const { view } = living;
    if (view === null) throw new Refused('not-found', `Session ${living.id} is gone.`);
    return view;
  };

  return {
    status,
    list: snapshot,
    explain({ session }) {
      const explanation = explanationOf(find(session).living, clock);
      if (explanation === null) throw new Refused('not-found', `There is no session ${session}.`);
      return explanation;
    },
    record({ session, full }) {
      const { living } = find(session);
      const recording: Recording = {
        recording: 1,
        tallymux: status().version,
        claude: living.version,
        redacted: false,
        savedAt: clock.steady(),
        from: living.recorded.from,
        evidence: [...living.recorded.told],
      };
      return full ? recording : redacted(recording);
    },
    label({ session, label }) {
      const { living } = find(session);
      const previous = living.label;
      living.label = label;
      const { conversation } = living.picture;
      if (conversation !== null) keeping.write(() => store.setLabel(conversation, label));
      return { session: changed(living), previous };
    },
    mute({ session, until }) {
      const { living } = find(session);
      const time = until === null ? null : until === 'forever' ? Number.POSITIVE_INFINITY : Date.parse(until);
      if (time !== null && Number.isNaN(time))
        throw new Refused('bad-request', '`until` must be an ISO time or `forever`.');
      living.mutedUntil = time !== null && time <= clock.wall() ? null : time;
      return { session: changed(living) };
    },
    seen({ session, change }) {
      const { living, view } = find(session);
      // Something newer than what the person saw is never cleared.
      if (view.state !== 'review' || change < view.stateChange) return { session: view, cleared: false };
      sessions.tell(living, [{ source: 'person', kind: 'seen', at: clock.steady(), change }]);
      const after = changed(living);
      return { session: after, cleared: after.state !== 'review' };
    },
    unseen({ session }) {
      const { living } = find(session);
      sessions.tell(living, [{ source: 'person', kind: 'unseen', at: clock.steady() }]);
      const after = changed(living);
      return { session: after, restored: after.state === 'review' };
    },
    prompts: () => ({ prompts: prompts.views() }),
    answer: (request, caller) => prompts.answer(request, caller),
    reread: async ({ prompt }) => ({ prompt: await prompts.reread(prompt) }),
    'just-closed': ({ session }) => ({ receipt: prompts.justClosed(find(session).living) }),
    send: ({ session, text }) => speaking.send(find(session).living, text),
    interrupt: ({ session }) => speaking.interrupt(find(session).living),
    stop() {
      const { pid } = status();
      stop();
      return { pid };
    },
  };
}
