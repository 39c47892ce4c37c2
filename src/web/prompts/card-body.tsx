// What is asked, complete: the command, the change, the address, the plan. What deserves a second look follows it, before
// any option.

import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { restOfInput } from '../../core/ask-rest.ts';
import { clean } from '../text/clean.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';
import { CodeLines } from './code-lines.tsx';
import { CommandBody } from './command-body.tsx';
import { LookTwice } from './look-twice-list.tsx';
import { Plan } from './plan.tsx';
import { type Reading, ScrollBox } from './scroll-box.tsx';

const DiffBody = lazy(() => import('./diff-body.tsx').then((module) => ({ default: module.DiffBody })));

/** The body of a card. */
export function CardBody(parts: CardParts): ReactNode {
  const { prompt, concerns, draft, change } = parts;
  const asked = useMemo(() => JSON.stringify(prompt.ask), [prompt.ask]);
  const what = `${prompt.raw.changedAt} ${asked}`;
  const reading: Reading = { done: draft.read === what, onDone: () => change({ read: what }) };
  const command = prompt.ask.kind === 'command' ? (parts.draft.command ?? prompt.ask.command) : null;
  return (
    <>
      {/* Another ask begins at its top, unread. */}
      <Asked key={asked} {...parts} reading={reading} />
      <Rest {...parts} />
      <LookTwice concerns={concerns} lines={command === null ? 1 : command.split('\n').length} />
    </>
  );
}

function Asked(parts: CardParts & { readonly reading: Reading }): ReactNode {
  const { reading } = parts;
  const { ask, raw } = parts.prompt;
  const say = words.prompts;
  switch (ask.kind) {
    case 'command':
      return <CommandBody {...parts} ask={ask} />;
    case 'edit':
      return (
        <Suspense fallback={<div className="diff" data-unread />}>
          <DiffBody
            before={ask.before}
            after={ask.after}
            all={ask.all}
            place={parts.prompt.place}
            small={parts.touch}
            reading={reading}
          />
        </Suspense>
      );
    case 'write':
      return (
        <>
          <ScrollBox label={say.content} className="cmd scroll" reading={reading}>
            {ask.content === '' ? <p className="note">{say.noNewText}</p> : <CodeLines text={ask.content} />}
          </ScrollBox>
          <p className="facts num">{say.lines(lineCount(ask.content))}</p>
        </>
      );
    case 'fetch':
      return (
        <ScrollBox label={say.address} className="cmd scroll" reading={reading}>
          <CodeLines text={ask.url} />
          {ask.purpose !== null && <p className="purpose">{ask.purpose}</p>}
        </ScrollBox>
      );
    case 'tool':
      return (
        <>
          <p className="facts">
            <b>{ask.server === null ? ask.tool : say.serverTool(ask.server, ask.tool)}</b>
          </p>
          {ask.input !== '' && (
            <ScrollBox label={say.command} className="cmd scroll" reading={reading}>
              <CodeLines text={ask.input} numbers={false} />
            </ScrollBox>
          )}
        </>
      );
    case 'plan':
      return (
        <ScrollBox label={say.plan} className="md scroll" reading={reading}>
          <Plan text={ask.plan} />
        </ScrollBox>
      );
    case 'form':
      return (
        <div className="q form-q">
          <p dir="auto">{ask.message}</p>
          <small>{say.formFrom(ask.server)}</small>
        </div>
      );
    case 'screen':
      return (
        <>
          <ScrollBox label={say.screen} className="cmd scroll" reading={reading}>
            <CodeLines text={ask.lines.join('\n')} numbers={false} />
          </ScrollBox>
          {raw.unseenLines > 0 && <Unseen lines={raw.unseenLines} />}
        </>
      );
    case 'nothing':
      return raw.reading === null && raw.trouble === null ? <p className="note">{say.nothing}</p> : null;
    case 'questions':
      return null;
  }
}

/** Parts of the input that nothing else draws. */
function Rest({ prompt }: CardParts): ReactNode {
  const rest = restOfInput(prompt.raw);
  if (rest.length === 0) return null;
  return (
    <dl className="facts rest">
      {rest.map(({ name, value }) => (
        <div key={name}>
          <dt>{clean(name)}</dt>
          <dd>{clean(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Unseen({ lines }: { readonly lines: number }): ReactNode {
  return (
    <p className="note strong">
      <Icon name="alert" size={14} />
      {words.prompts.unseen(lines)}
    </p>
  );
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
