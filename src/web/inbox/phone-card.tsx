// One prompt on the phone's home: who, what, and either the two plain answers or the way to the whole of it.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Prompt, PromptOption } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { CodeLines } from '../prompts/code-lines.tsx';
import { Notes } from '../prompts/notes.tsx';
import { useSettled } from '../prompts/use-settled.ts';
import { useClock } from '../store/clock.ts';
import { useDraft } from '../store/drafts.ts';
import { useMayAct } from '../store/panel.ts';
import { answerPrompt, usePromptStore } from '../store/prompts.ts';
import { cannotAnswer, concernsOf, type ShownPrompt, shownPrompt } from '../store/shown-prompt.ts';
import { pathWithin } from '../text/cut.ts';
import { elapsed, shortTime } from '../text/times.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';

/** Lines of a command that are shown. */
const EXCERPT = 4;
/** Longest command that is answered here, in characters. */
const SHORT = 120;

/** The card. */
export function PhoneCard(props: {
  readonly prompt: Prompt;
  readonly session: Session | undefined;
  readonly name: string;
  readonly above: string;
}): ReactNode {
  const { prompt: raw, session, name, above } = props;
  const prompt = shownPrompt(raw);
  const say = words.prompts;
  const time = useClock((now) => shortTime(elapsed(raw.openedAt, now)));
  const mayAct = useMayAct();
  const sent = usePromptStore((store) => store.sent.get(raw.id));
  const [draft, change] = useDraft(raw.id);
  const settled = useSettled(`${raw.id} ${raw.changedAt} ${above} ${mayAct}`);
  const concerns = concernsOf(prompt, session, null);
  const { ask } = prompt;
  const excerpt = excerptOf(prompt, session);
  const lines = excerpt?.split('\n') ?? [];
  const plain = plainAnswers(prompt);
  const answersHere =
    plain !== null &&
    mayAct &&
    concerns.length === 0 &&
    ask.kind === 'command' &&
    excerpt !== null &&
    lines.length === 1 &&
    excerpt.length <= SHORT;
  const ready = answersHere && settled && sent?.kind !== 'sending';
  const href = `/s/${raw.session}?prompt=${encodeURIComponent(raw.id)}`;
  const parts = {
    prompt,
    session,
    concerns,
    draft,
    change,
    sent,
    ready,
    active: false,
    touch: true,
    answer: () => undefined,
  };
  return (
    <article className="card ph-card" aria-label={say.region(prompt.title, name, raw.position)}>
      <header className="card-h">
        <Mark of="needs-input" size={20} silent />
        <h2 className="end">{name}</h2>
        <span className="aside num">{time}</span>
        <p className="sub" dir="auto">
          {aboutOf(prompt)}
        </p>
        {prompt.agent !== null && (
          <p className="sub from">
            <Icon name="fork" size={14} />
            {say.fromAgent(prompt.agent)}
          </p>
        )}
      </header>
      {excerpt !== null && (
        <div className="cmd">
          <CodeLines text={lines.slice(0, EXCERPT).join('\n')} concerns={concerns} />
          {(lines.length > 1 || concerns.length > 0) && (
            <p className="more">
              {[lines.length > 1 ? say.lines(lines.length) : '', concerns.length > 0 ? say.risky(concerns.length) : '']
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
        </div>
      )}
      <Notes {...parts} />
      <div className="ph-acts">
        {answersHere &&
          plain.map((option) => (
            <button
              key={option.n}
              type="button"
              aria-disabled={!ready}
              data-look={sent?.kind === 'sending' ? (sent.n === option.n ? 'chosen' : 'faded') : 'open'}
              onClick={() => ready && answerPrompt(raw, option)}
            >
              {sent?.kind === 'sending' && sent.n === option.n ? (
                <span className="spin" aria-hidden="true" />
              ) : (
                <span className="i3">{option.n}</span>
              )}
              {prompt.options[raw.options.indexOf(option)]?.label}
            </button>
          ))}
        <Link href={href}>
          {answersHere
            ? say.open
            : ask.kind === 'questions'
              ? say.answerQuestions(ask.questions.length)
              : say.openToAnswer}
        </Link>
      </div>
    </article>
  );
}

/** The plain yes and the plain no of a permission that can be answered; `null` where it has not both. */
function plainAnswers(prompt: ShownPrompt): readonly PromptOption[] | null {
  const { raw } = prompt;
  if (raw.kind !== 'permission' || cannotAnswer(prompt) !== null || raw.standing !== 'open') return null;
  const yes = raw.options.find(({ meaning, text }) => meaning === 'allow' && text !== 'must');
  const no = raw.options.find(({ meaning, text }) => meaning === 'deny' && text !== 'must');
  return yes === undefined || no === undefined ? null : [yes, no];
}

/** What is set in the fixed-width face: the command, the address, the file. */
function excerptOf({ ask }: ShownPrompt, session: Session | undefined): string | null {
  switch (ask.kind) {
    case 'command':
      return ask.command.trimEnd();
    case 'fetch':
      return ask.url;
    case 'edit':
    case 'write':
      return pathWithin(ask.path, session);
    default:
      return null;
  }
}

function aboutOf({ ask, subject, title }: ShownPrompt): string {
  switch (ask.kind) {
    case 'command':
      return ask.description ?? title;
    case 'fetch':
    case 'edit':
    case 'write':
      return title;
    case 'questions':
      return subject;
    default:
      return subject === '' || subject === title ? title : `${title} · ${subject}`;
  }
}
