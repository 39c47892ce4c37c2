// Why a session is in its state: the rule, each source with its verdict, and what was observed. Asked of the daemon
// again whenever the state changes.

import { type ReactNode, useEffect, useState } from 'react';
import type { Explanation, SourceReport } from '../../contract/commands.ts';
import { markOf } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { shownNow } from '../store/clock.ts';
import { CommandFailed, command } from '../store/commands.ts';
import { usePanel } from '../store/panel.ts';
import { timeOfDay } from '../text/times.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';

const VERDICT_ICONS: Record<Exclude<SourceReport['verdict'], 'decided'>, IconName> = {
  agrees: 'check',
  overruled: 'x',
  'could not look': 'warn',
  nothing: 'list',
  'not trusted': 'warn',
};

/** The explanation of `session`'s state. */
export function Explain({ session }: { readonly session: Session }): ReactNode {
  const { explanation, failed, again } = useExplanation(session);
  return (
    <>
      <section>
        <h2>
          {words.explain.title}
          <span className="sp" />
          <button type="button" className="btn quiet" onClick={again}>
            <Icon name="again" size={14} />
            {words.explain.refresh}
          </button>
        </h2>
        {failed !== null && <p className="aside">{failed}</p>}
        {explanation === null ? (
          failed === null && <p className="aside">{words.explain.loading}</p>
        ) : (
          <>
            <p className="rule">
              {explanation.because} <code>{explanation.rule}</code>{' '}
              {explanation.recheckAt !== null && words.explain.recheck(timeOfDay(explanation.recheckAt, shownNow()))}
            </p>
            <Sources explanation={explanation} />
          </>
        )}
      </section>
      {explanation !== null && <Evidence explanation={explanation} />}
    </>
  );
}

function Sources({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const say = words.explain;
  return (
    <table className="why">
      <thead>
        <tr>
          <th scope="col">{say.source}</th>
          <th scope="col">{say.said}</th>
          <th scope="col">{say.when}</th>
          <th scope="col">{say.verdict}</th>
        </tr>
      </thead>
      <tbody>
        {explanation.sources.map((source, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source may report twice, and the list is replaced whole.
          <tr key={at} data-verdict={source.verdict} data-state={explanation.session.state}>
            <th scope="row">{say.sources[source.source]}</th>
            <td>{source.said}</td>
            <td className="num">{timeOfDay(source.at, shownNow())}</td>
            <td>
              <span className="v">
                {source.verdict === 'decided' ? (
                  <Mark of={markOf(explanation.session)} still silent />
                ) : (
                  <Icon name={VERDICT_ICONS[source.verdict]} size={14} />
                )}
                {say.verdicts[source.verdict]}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Evidence({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const lines = explanation.evidence.toReversed();
  return (
    <section>
      <h2>
        {words.explain.evidence}
        {lines.length > 0 && <span className="i3">{words.explain.newestFirst(lines.length)}</span>}
      </h2>
      {lines.length === 0 && <p className="aside">{words.explain.noEvidence}</p>}
      <ol className="ev">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and the list is replaced whole.
          <li key={at}>
            <span className="mono num">{exact(line.at)}</span>
            <span>{words.explain.sources[line.source]}</span>
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Time of day with milliseconds: evidence comes close together. */
function exact(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? ''
    : `${timeOfDay(iso, shownNow())}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

function useExplanation(session: Session): {
  readonly explanation: Explanation | null;
  readonly failed: string | null;
  readonly again: () => void;
} {
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const live = usePanel((panel) => panel.phase === 'live');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state, or the button, asks again.
  useEffect(() => {
    if (!live) return;
    const stop = new AbortController();
    command('explain', { session: session.id }, stop.signal).then(
      (answer) => {
        setExplanation(answer);
        setFailed(null);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailed(error instanceof CommandFailed ? error.message : String(error));
      },
    );
    return () => stop.abort();
  }, [session.id, session.stateChange, session.because, asked, live]);
  return { explanation, failed, again: () => setAsked((n) => n + 1) };
}
