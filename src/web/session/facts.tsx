// What is known of a session, as names and values. What is not known is left out.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Session, Tokens } from '../../core/session.ts';
import { shownNow } from '../store/clock.ts';
import { baseName, shortPath } from '../text/cut.ts';
import { timeOfDay } from '../text/times.ts';
import { CutName } from '../ui/cut-name.tsx';
import { words } from '../words.ts';

const number = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** The facts. */
export function Facts({ session }: { readonly session: Session }): ReactNode {
  const label = words.session.facts;
  const { tokens, totalTokens, pid, startedAt, ports, toolErrors, apiError, failure } = session;
  return (
    <dl className="kv">
      <Fact name={label.directory} value={shortPath(session.cwd, session.claudeDirectory)} code />
      <Fact name={label.branch} value={session.branch} code />
      <Fact name={label.runsIn} value={runsIn(session)} />
      <Fact name={label.process} value={pid === null ? null : process(pid, startedAt)} />
      <Fact name={label.model} value={session.model} />
      <Fact name={label.tokens} value={tokens === null ? null : words.session.tokensInOut(...shownTokens(tokens))} />
      <Fact
        name={label.totalTokens}
        value={totalTokens === null ? null : words.session.tokensInOut(...shownTokens(totalTokens))}
      />
      <Fact name={label.context} value={session.contextPercent === null ? null : `${session.contextPercent}%`} />
      <Fact name={label.version} value={session.version} />
      {ports.length > 0 && <Ports ports={ports} />}
      <Fact name={label.toolErrors} value={toolErrors === 0 ? null : words.session.toolErrors(toolErrors)} />
      {/* While the review waits, the sentence above says it. */}
      <Fact name={label.apiError} value={failure === null && apiError !== null ? apiError.text : null} />
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

/** A port is a link only where the page itself came from this machine: elsewhere it would lead to another one's. */
function Ports({ ports }: { readonly ports: readonly number[] }): ReactNode {
  const here = ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname);
  return (
    <div>
      <dt>{words.session.facts.ports}</dt>
      <dd className="ports num">
        {ports.map((port) =>
          here ? (
            <a key={port} href={`http://localhost:${port}/`} target="_blank" rel="noopener noreferrer">
              {port}
            </a>
          ) : (
            <span key={port}>{port}</span>
          ),
        )}
      </dd>
    </div>
  );
}

function shownTokens({ input, output }: Tokens): [string, string] {
  return [number.format(input), number.format(output)];
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
