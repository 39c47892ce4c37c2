// What stands in place of the options where a prompt takes no answer here: it could not be read, it is not wholly seen,
// or only its terminal can answer. It never offers a yes.

import { type ReactNode, useState } from 'react';
import { useClock } from '../store/clock.ts';
import { useMayAct } from '../store/panel.ts';
import { forget, rereadPrompt } from '../store/prompts.ts';
import type { cannotAnswer } from '../store/shown-prompt.ts';
import { place } from '../text/describe.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';

/** Readings that follow the first by themselves. */
const RETRIES = 4;

/** The foot of such a card. `why` is `null` where an answer was sent and not confirmed. */
export function Trouble(props: CardParts & { readonly why: ReturnType<typeof cannotAnswer> }): ReactNode {
  const { prompt, session, why } = props;
  const { raw, trouble, ask } = prompt;
  const say = words.prompts;
  const mayAct = useMayAct();
  const [opened, setOpened] = useState(false);
  const attach = session !== undefined && session.tmux !== null;
  const text =
    why === 'reading'
      ? raw.reading?.nextAt === null
        ? (trouble ?? say.unreadable)
        : say.unreadable
      : ask.kind === 'form' && ask.fields === null
        ? say.formAtTerminal
        : why === 'terminal'
          ? (trouble ?? say.terminalOnly)
          : null;
  const again = (): void => {
    forget(raw.id);
    rereadPrompt(raw);
  };
  return (
    <>
      {text !== null && <p className="note">{text}</p>}
      <div className="card-f">
        <span className="sp num">
          {raw.reading !== null ? <Reading {...props} /> : !attach && session !== undefined && place(session)}
        </span>
        <span className="ways">
          {(why === 'reading' || why === null) && (
            <button type="button" className="btn" disabled={!mayAct} onClick={again}>
              {why === null ? say.lookAgain : say.retry}
            </button>
          )}
          {attach && (
            <button type="button" className="btn" aria-expanded={opened} onClick={() => setOpened(!opened)}>
              <Icon name="term" />
              {why === 'unseen' ? say.openToAnswer : say.openTerminal}
            </button>
          )}
        </span>
      </div>
      {opened && session !== undefined && <Attach id={session.id} />}
    </>
  );
}

function Reading({ prompt }: CardParts): ReactNode {
  const { reading } = prompt.raw;
  const say = words.prompts;
  const left = useClock((now) =>
    reading?.nextAt == null ? '' : String(Math.max(0, Math.ceil((Date.parse(reading.nextAt) - now) / 1000))),
  );
  if (reading === null) return null;
  if (reading.nextAt === null) return say.gaveUp(reading.tries);
  const n = Math.min(RETRIES, reading.tries);
  return left === '0' ? say.retrying(n, RETRIES) : say.retryIn(n, RETRIES, Number(left));
}

/** The command that opens the session's own terminal. */
function Attach({ id }: { readonly id: string }): ReactNode {
  const say = words.prompts;
  const [copied, setCopied] = useState(false);
  const text = `tallymux attach ${id}`;
  const copy = (): void => {
    // Refused where the page is not served safely: the text can be selected.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="attach">
      <span>{say.attachWith}</span>
      <code>{text}</code>
      <button type="button" className="btn" onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? say.copied : say.copy}
      </button>
    </div>
  );
}
