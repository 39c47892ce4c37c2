// One session, and why it is in its state, as lines of text. Pure; safe to print.

import type { Explanation } from '../../contract/commands.ts';
import type { Failure, Session, Subagent } from '../../core/session.ts';
import { cutEnd, pad } from './display-width.ts';
import { coloured, shapeOf, wordOf } from './marks.ts';
import { safeText } from './safe-text.ts';
import { nameOf } from './session-words.ts';
import { age, clockTime, mutedHow } from './times.ts';

/** How it is drawn; see `TableStyle`. */
interface Style {
  readonly columns: number;
  readonly colour: boolean;
  readonly now: number;
}

/**
 * Everything known of a session; what is absent is left out.
 * @param sentence why it is in its state, in words; `null` leaves the rule's name alone.
 */
export function detailLines(session: Session, style: Style, sentence: string | null = null): string[] {
  const time = (at: string | null): string | null =>
    at === null ? null : `${clockTime(at, style.now)} (${age(at, style.now)} ago)`;
  const facts: [string, string | null][] = [
    ['state', `${wordOf(session)}, since ${time(session.since) ?? '?'}`],
    ['because', sentence === null ? session.because : `${sentence} (${session.because})`],
    ['waits for', session.waitingFor],
    ['does', session.action],
    ['to-dos', todosOf(session)],
    ...session.agents.map((agent): [string, string] => ['sub-agent', agentOf(agent)]),
    ['failed', failureOf(session.failure ?? session.apiError)],
    ['tool errors', session.toolErrors > 0 ? `${session.toolErrors} in this turn` : null],
    ['limited', session.limited],
    ['stopped', session.suspended ? 'by Ctrl-Z or SIGSTOP; `fg` in its terminal goes on' : null],
    ['background', session.background > 0 ? `${session.background} at work` : null],
    ['last said', session.lastText],
    ['directory', session.cwd],
    ['branch', session.branch],
    ['label', session.label],
    ['name', session.name],
    ['model', session.model],
    ['tokens', tokensOf(session)],
    ['context', session.contextPercent === null ? null : `${session.contextPercent} %`],
    ['terminal', session.tmux === null ? session.tty : `tmux ${session.tmux.pane} on ${session.tmux.socket}`],
    ['ports', session.ports.length === 0 ? null : session.ports.join(', ')],
    ['muted', session.mutedUntil === null ? null : mutedHow(session.mutedUntil, style.now)],
    ['pid', session.pid === null ? null : `${session.pid}`],
    ['conversation', session.conversation],
    ['Claude Code', session.version],
    ['started', time(session.startedAt)],
    ['ended', time(session.endedAt)],
  ];
  const head = `${shapeOf(session)} ${session.id}  ${nameOf(session)}`;
  const rows = facts.flatMap(([name, value]) => (value === null ? [] : [`  ${pad(name, 12)}  ${safeText(value)}`]));
  return [coloured(session, cutEnd(head, style.columns), style.colour), ...rows];
}

function todosOf({ todos }: Session): string | null {
  if (todos === null) return null;
  return `${todos.done} of ${todos.total} done${todos.current === null ? '' : `; now: ${todos.current}`}`;
}

/** `tester: Run the auth suite (Bash · npm test)`. */
function agentOf({ id, type, description, action }: Subagent): string {
  const who = [type, description].filter((part) => part !== null).join(': ');
  return `${who || id}${action === null ? '' : ` (${action})`}`;
}

function failureOf(failure: Failure | null): string | null {
  return failure === null ? null : `${failure.kind}: ${failure.text}`;
}

function tokensOf({ tokens, totalTokens }: Session): string | null {
  if (tokens === null) return null;
  const newest = `${tokens.input} in, ${tokens.output} out`;
  return totalTokens === null
    ? newest
    : `${newest}; whole conversation ${totalTokens.input} in, ${totalTokens.output} out`;
}

/** Why a session is in its state: the rule, each source's last word, then the evidence. */
export function explanationLines(explanation: Explanation, style: Style): string[] {
  const { session, sources, evidence } = explanation;
  const head = `${shapeOf(session)} ${session.id}  ${nameOf(session)}: ${wordOf(session)}`;
  const verdict = Math.max(...sources.map((one) => one.verdict.length), 0);
  const recheck =
    explanation.recheckAt === null ? [] : [`  looked at again ${clockTime(explanation.recheckAt, style.now)}`];
  return [
    coloured(session, cutEnd(head, style.columns), style.colour),
    `  rule ${safeText(explanation.rule)}: ${safeText(explanation.because)}`,
    ...recheck,
    '',
    'Sources',
    ...sources.map(
      (one) =>
        `  ${pad(one.source, 10)}  ${pad(one.verdict, verdict)}  ${ageOf(one.ageMs).padStart(4)}  ${safeText(one.said)}`,
    ),
    '',
    'Evidence, oldest first',
    ...evidence.map((line) => `  ${clockTime(line.at, style.now)}  ${pad(line.source, 10)}  ${safeText(line.text)}`),
  ].map((line) => cutEnd(line, style.columns));
}

function ageOf(ms: number): string {
  return ms < 1_000 ? `${Math.max(0, Math.round(ms))}ms` : age(new Date(0).toISOString(), ms);
}
