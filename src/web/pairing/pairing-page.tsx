// The first page of an unknown browser: pairs it with the code from the link, after a tap, or says how to get a link.
// The code is never shown, and never sent without the tap: a page that was opened by mistake pairs nothing.

import { type FormEvent, type ReactNode, useState } from 'react';
import type { Problem } from '../../contract/commands.ts';
import type { PairReply, PairRequest } from '../../contract/frames.ts';
import { keepSecret } from '../store/credential.ts';
import { dropCode, heldCode, startConnection } from '../store/start.ts';
import { cleanText } from '../text/clean.ts';
import { Mark } from '../ui/mark.tsx';
import { words } from '../words.ts';
import { deviceName } from './pairing-link.ts';

/** Pairing, or how to begin it. */
export function PairingPage(): ReactNode {
  const [code, setCode] = useState(heldCode());
  const [problem, setProblem] = useState<ReactNode>(null);
  return (
    <main className="gate">
      <div className="gate-card">
        <span className="brand">
          <Mark of="idle" size={20} silent />
          Tallymux
        </span>
        {code === null ? (
          <HowToPair problem={problem} />
        ) : (
          <PairForm
            code={code}
            onSpent={(why) => {
              dropCode();
              setProblem(why);
              setCode(null);
            }}
          />
        )}
      </div>
    </main>
  );
}

function PairForm(props: { readonly code: string; readonly onSpent: (why: ReactNode) => void }): ReactNode {
  const { code, onSpent } = props;
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    pair({ code, name: name.trim().slice(0, 60) || deviceName(navigator.userAgent) }).then(
      (answer) => {
        setBusy(false);
        if (answer.kind === 'spent') onSpent(answer.why);
        else if (answer.kind === 'failed') setProblem(answer.why);
      },
      () => setBusy(false),
    );
  };
  return (
    <form onSubmit={submit}>
      <h1>{words.pairing.title}</h1>
      <p>
        {words.pairing.lead}
        <code>tallymux pair --read-only</code>
        {words.pairing.leadAfter}
      </p>
      <label>
        <span>{words.pairing.name}</span>
        <input
          className="field"
          value={name}
          maxLength={60}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do.
          autoFocus
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {problem !== null && <p role="alert">{problem}</p>}
      <button type="submit" className="btn solid" disabled={busy}>
        {busy ? words.pairing.busy : words.pairing.go}
      </button>
    </form>
  );
}

function HowToPair({ problem }: { readonly problem: ReactNode }): ReactNode {
  return (
    <>
      <h1>{words.pairing.howTitle}</h1>
      {problem !== null && <p role="alert">{problem}</p>}
      <p>{words.pairing.how}</p>
      <pre>tallymux open</pre>
      <p className="i3">
        {words.pairing.or} <code>npm start</code>. {words.pairing.once}
      </p>
    </>
  );
}

type Answer = { readonly kind: 'paired' } | { readonly kind: 'spent' | 'failed'; readonly why: ReactNode };

async function pair(request: PairRequest): Promise<Answer> {
  const say = words.pairing;
  let response: Response;
  try {
    response = await fetch('/pair', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
  } catch {
    return {
      kind: 'failed',
      why: (
        <>
          {say.noAnswer}
          <code>tallymux status</code>
        </>
      ),
    };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.status === 429) return { kind: 'failed', why: say.tooMany };
  if (response.status === 401 || response.status === 404 || response.status === 409)
    return {
      kind: 'spent',
      why: (
        <>
          {say.refused}
          <code>tallymux pair</code>
          {say.refusedAfter}
        </>
      ),
    };
  if (!response.ok)
    return { kind: 'failed', why: say.failed(cleanText((body as Problem | null)?.text ?? String(response.status))) };
  const { secret } = body as PairReply;
  try {
    await keepSecret(secret);
  } catch {
    return { kind: 'failed', why: say.noStorage };
  }
  dropCode();
  await startConnection(secret);
  return { kind: 'paired' };
}
