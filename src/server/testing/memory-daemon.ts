// A small living daemon for the tests of the doors: sessions in memory, numbered changes, labels that stick. It watches
// nothing and decides nothing; never part of the program.

import { sessionLike } from '../../../test/session-like.ts';
import { statusLike } from '../../../test/status-like.ts';
import type { ReplyOf, RequestOf } from '../../contract/commands.ts';
import type { Change, ChangeBody, Snapshot } from '../../core/apply-change.ts';
import type { HookArrival } from '../../core/hook.ts';
import { emptyPicture } from '../../core/picture.ts';
import type { Prompt, PromptAnswer, Receipt } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { type Daemon, type DaemonCommand, Refused } from '../../daemon/doors.ts';

/** The daemon and what tests do to it. */
export interface MemoryDaemon extends Daemon {
  /** Adds or replaces a session and tells everybody. */
  put(session: Session): void;
  /** Adds or replaces a prompt and tells everybody. */
  ask(prompt: Prompt): void;
  /** Closes a prompt, as when its terminal answered, and tells everybody. */
  close(receipt: Receipt): void;
  /** What answers come to from now on, in place of closing their prompt; `null`: as before. */
  answerWith(how: ((answer: PromptAnswer) => Promise<ReplyOf<'answer'>>) | null): void;
  /** Prompts that were asked to be read again. */
  readonly reread: string[];
  /** Answers that came, in order. */
  readonly answers: PromptAnswer[];
  /** Texts that were sent to sessions. */
  readonly sent: { readonly session: string; readonly text: string }[];
  /** Hooks that were handed over. */
  readonly hooks: HookArrival[];
  /** How many listen for changes. */
  listeners(): number;
  /** How many of them show a person what is asked. */
  looking(): number;
  stopped(): boolean;
}

/** A session with this id; `more` replaces single fields. */
export function sessionOf(id: string, more: Partial<Session> = {}): Session {
  return sessionLike({ id, name: null, stateChange: 0, ...more });
}

/** An empty daemon. */
export function memoryDaemon(): MemoryDaemon {
  const sessions = new Map<string, Session>();
  const listeners = new Map<(change: Change) => void, () => boolean>();
  const prompts = new Map<string, Prompt>();
  const answers: PromptAnswer[] = [];
  const reread: string[] = [];
  const receipts: Receipt[] = [];
  let how: ((answer: PromptAnswer) => Promise<ReplyOf<'answer'>>) | null = null;
  const sent: { readonly session: string; readonly text: string }[] = [];
  const hooks: HookArrival[] = [];
  let number = 0;
  let stopped = false;

  const snapshot = (): Snapshot => ({
    number,
    host: 'testhost',
    epoch: 'epoch-1',
    claudeInstalled: true,
    sessions: [...sessions.values()],
    prompts: [...prompts.values()],
    warnings: [],
  });
  const tell = (body: ChangeBody) => {
    number += 1;
    const change: Change = { ...body, number, at: '2026-01-01T00:00:00.000Z', host: 'testhost' };
    for (const listener of listeners.keys()) listener(change);
  };
  const put = (session: Session) => {
    sessions.set(session.id, session);
    tell({ kind: 'session-changed', session, announce: null });
  };
  const find = (id: string) => {
    const session = sessions.get(id);
    if (session === undefined) throw new Refused('not-found', 'No session has this id. `tallymux list` shows them.');
    return session;
  };
  const ask = (prompt: Prompt) => {
    prompts.set(prompt.id, prompt);
    tell({ kind: 'prompt-changed', prompt });
  };
  const asked = (id: string) => {
    const prompt = prompts.get(id);
    if (prompt === undefined) throw new Refused('answered', 'It was already answered.');
    return prompt;
  };
  const change = (id: string, part: Partial<Session>) => {
    const session = { ...find(id), ...part };
    put(session);
    return session;
  };
  const close = (receipt: Receipt) => {
    prompts.delete(receipt.prompt);
    receipts.push(receipt);
    tell({ kind: 'prompt-closed', receipt });
  };
  const commands: { [N in DaemonCommand]: (request: RequestOf<N>) => ReplyOf<N> | Promise<ReplyOf<N>> } = {
    status: () => statusLike(),
    list: snapshot,
    explain: ({ session }) => ({
      session: find(session),
      rule: find(session).because,
      because: 'The test says so.',
      recheckAt: null,
      sources: [],
      evidence: [],
    }),
    record: ({ session, full }) => ({
      recording: 1,
      tallymux: statusLike().version,
      claude: find(session).version,
      redacted: !full,
      savedAt: 0,
      from: emptyPicture(0),
      evidence: [],
    }),
    label: ({ session, label }) => ({ previous: find(session).label, session: change(session, { label }) }),
    mute: ({ session, until }) => ({ session: change(session, { mutedUntil: until }) }),
    seen: ({ session }) => ({ session: change(session, { state: 'idle' }), cleared: true }),
    unseen: ({ session }) => ({ session: change(session, { state: 'review' }), restored: true }),
    prompts: () => ({ prompts: [...prompts.values()] }),
    answer(answer) {
      const { id, session, title } = asked(answer.prompt);
      answers.push(answer);
      if (how !== null) return how(answer);
      const receipt = {
        prompt: id,
        session,
        outcome: 'answered',
        ending: null,
        subject: title,
        answer: answer.option.label,
        whole: true,
        by: 'a test',
        at: '2026-01-01T00:00:00.000Z',
      } as const;
      close(receipt);
      return { receipt, text: `Answered: ${answer.option.label}.` };
    },
    reread({ prompt }) {
      reread.push(prompt);
      return { prompt: asked(prompt) };
    },
    'just-closed': ({ session }) => ({
      receipt: receipts.findLast((receipt) => receipt.session === find(session).id) ?? null,
    }),
    send({ session, text }) {
      sent.push({ session, text });
      return { session: find(session), confirmed: true };
    },
    interrupt: ({ session }) => ({ session: change(session, { state: 'idle' }), confirmed: true }),
    stop: () => {
      stopped = true;
      return { pid: process.pid };
    },
  };
  return {
    snapshot,
    subscribe(listener, looks = () => false) {
      listeners.set(listener, looks);
      return () => listeners.delete(listener);
    },
    execute: async (name, request) => commands[name](request),
    async hook(arrival) {
      hooks.push(arrival);
      return 'taken';
    },
    hooks,
    put,
    ask,
    close,
    answerWith: (next) => {
      how = next;
    },
    reread,
    answers,
    sent,
    listeners: () => listeners.size,
    looking: () => [...listeners.values()].filter((looks) => looks()).length,
    stopped: () => stopped,
  };
}
