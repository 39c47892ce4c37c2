// What a person can do about a session here: seen, mute, label. Each can be taken back.

import { type FormEvent, type ReactNode, useState } from 'react';
import type { Session } from '../../core/session.ts';
import { useClock } from '../store/clock.ts';
import { markSeen, setLabel, setMuted } from '../store/commands.ts';
import { useMayAct } from '../store/panel.ts';
import { isMuted, mutedText } from '../text/describe.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';

/** The buttons; the label's button gives way to its field. */
export function SessionActions({ session }: { readonly session: Session }): ReactNode {
  const [naming, setNaming] = useState(false);
  const mayAct = useMayAct();
  const muted = useClock((now) => (isMuted(session, now) ? mutedText(session, now) : ''));
  if (naming) return <LabelForm session={session} onDone={() => setNaming(false)} />;
  return (
    <div className="acts">
      {muted !== '' && (
        <span className="chip">
          <Icon name="mute" size={14} />
          {muted}
        </span>
      )}
      {session.state === 'review' && (
        <button type="button" className="btn" disabled={!mayAct} onClick={() => markSeen(session)}>
          <Icon name="eye" />
          {words.session.seen}
        </button>
      )}
      <button type="button" className="btn" disabled={!mayAct} onClick={() => setMuted(session, muted === '')}>
        <Icon name={muted === '' ? 'mute' : 'bell'} />
        {muted === '' ? words.session.mute : words.session.unmute}
      </button>
      <button type="button" className="btn" disabled={!mayAct} onClick={() => setNaming(true)}>
        <Icon name="tag" />
        {words.session.label}
      </button>
    </div>
  );
}

function LabelForm({ session, onDone }: { readonly session: Session; readonly onDone: () => void }): ReactNode {
  const [text, setText] = useState(session.label ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const label = text.trim() || null;
    if (label !== session.label) setLabel(session, label);
    onDone();
  };
  return (
    <form className="acts" onSubmit={submit}>
      <input
        className="field"
        aria-label={words.session.labelField}
        maxLength={60}
        placeholder={session.name ?? ''}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the person just asked for this field.
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <button type="submit" className="btn solid">
        {words.session.save}
      </button>
      <button type="button" className="btn quiet" onClick={onDone}>
        {words.session.cancel}
      </button>
    </form>
  );
}
