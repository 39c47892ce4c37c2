// A shell command: as Claude wrote it, or in a field where the person changes it before allowing it.

import type { ReactNode } from 'react';
import type { Ask } from '../../core/ask.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';
import type { CardParts } from './card-parts.ts';
import { CodeLines } from './code-lines.tsx';
import { type Reading, ScrollBox } from './scroll-box.tsx';

/** The command of a card. */
export function CommandBody(
  props: CardParts & { readonly ask: Extract<Ask, { kind: 'command' }>; readonly reading: Reading },
): ReactNode {
  const { ask, prompt, concerns, draft, change, ready, reading } = props;
  const say = words.prompts;
  const { command } = draft;
  // A field would put what is shown of a control character into the command, and lose what is not shown.
  const holdsAll = prompt.rawAsk.kind === 'command' && prompt.rawAsk.command.replaceAll('\r\n', '\n') === ask.command;
  if (command !== null) {
    return (
      <div className="editing">
        <textarea
          className="mono"
          aria-label={say.command}
          value={command}
          rows={Math.min(14, command.split('\n').length + 1)}
          spellCheck={false}
          autoCapitalize="off"
          // biome-ignore lint/a11y/noAutofocus: the person just asked for this field.
          autoFocus
          onChange={(event) => change({ command: event.target.value })}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <p>
          <span>{say.editing}</span>
          <button type="button" className="btn quiet" onClick={() => change({ command: null })}>
            <Icon name="undo" size={14} />
            {say.undoEdit}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div className="command">
      <ScrollBox label={say.command} className="cmd scroll" reading={reading}>
        <CodeLines text={ask.command} concerns={concerns} />
      </ScrollBox>
      {prompt.raw.editable && ready && holdsAll && (
        <button
          type="button"
          className="ib small edit"
          aria-label={say.editCommand}
          title={say.editCommand}
          onClick={() => change({ command: ask.command })}
        >
          <Icon name="edit" size={14} />
        </button>
      )}
      {ask.background && <p className="facts">{say.inBackground}</p>}
    </div>
  );
}
