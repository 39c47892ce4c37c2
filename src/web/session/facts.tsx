// What is known of a session, as names and values. What is not known is left out.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Session } from '../../core/session.ts';
import { shownNow } from '../store/clock.ts';
import { baseName, shortPath } from '../text/cut.ts';
import { timeOfDay } from '../text/times.ts';
import { CutName } from '../ui/cut-name.tsx';
import { words } from '../words.ts';

const number = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** The facts. */
export function Facts({ session }: { readonly session: Session }): ReactNode {
  const label = words.session.facts;
  const { tokens, pid, startedAt, ports } = session;
  return (
    <dl className="kv">
      <Fact name={label.directory} value={shortPath(session.cwd, session.claudeDirectory)} code />
      <Fact name={label.branch} value={session.branch} code />
      <Fact name={label.runsIn} value={runsIn(session)} />
      <Fact name={label.process} value={pid === null ? null : process(pid, startedAt)} />
      <Fact name={label.model} value={session.model} />
      <Fact
        name={label.tokens}
        value={
          tokens === null ? null : words.session.tokensInOut(number.format(tokens.input), number.format(tokens.output))
        }
      />
      <Fact name={label.context} value={session.contextPercent === null ? null : `${session.contextPercent}%`} />
      <Fact name={label.version} value={session.version} />
      <Fact name={label.ports} value={ports.length === 0 ? null : ports.join(', ')} />
      <Fact name={label.conversation} value={session.conversation} code />
      {session.parent !== null && (
        <div>
          <dt>{label.parent}</dt>
          <dd>
            <Link href={`/s/${session.parent}`}>{session.parent}</Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Fact(props: { readonly name: string; readonly value: string | null; readonly code?: boolean }): ReactNode {
  const { name, value, code = false } = props;
  if (value === null || value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={code ? 'mono' : ''} title={value}>
        {code ? <CutName text={value} /> : value}
      </dd>
    </div>
  );
}

function process(pid: number, startedAt: string | null): string {
  return startedAt === null ? String(pid) : words.session.pidSince(pid, timeOfDay(startedAt, shownNow()));
}

function runsIn(session: Session): string | null {
  const { desktopWorkspace, tmux, tty, kind } = session;
  const places = [
    desktopWorkspace === null ? null : words.session.desktopWorkspace(desktopWorkspace),
    tmux === null ? null : `tmux ${baseName(tmux.socket)} ${tmux.pane}`,
    tty === null ? null : tty.replace('/dev/', ''),
    kind === 'background' ? words.session.inBackground : kind === 'editor' ? words.session.inEditor : null,
  ].filter(Boolean);
  return places.length === 0 ? null : places.join(', ');
}
