// The live list: keys in, changes in, screen out. Ends at `q`. It survives a restart of the daemon and says so.

import type { CommandName, ReplyOf, RequestOf } from '../../contract/commands.ts';
import type { PromptAnswer } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { command } from '../../home/socket-client.ts';
import { findTerminal } from '../attach/find-terminal.ts';
import { runThere } from '../attach/run-there.ts';
import { type Context, PATIENCE_MS, socketOf } from '../connection.ts';
import { type ChangeFollower, followChanges } from '../follow.ts';
import { wantsColour } from '../output.ts';
import { answerWords, receiptLine } from '../text/answer-words.ts';
import { detailLines, explanationLines } from '../text/details.ts';
import { momentOf, type Size, screenLines } from './screen.ts';
import { takeTerminal } from './terminal.ts';
import { type Action, EMPTY, keysOf, press, type View, withSnapshot } from './view.ts';

/** Runs until the person quits. */
export function liveList(context: Context): Promise<void> {
  const colour = wantsColour(context.environment);
  let view: View = EMPTY;

  const size = (): Size => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 });
  const draw = (): void => terminal.draw(screenLines(view, size(), colour, Date.now()));
  const show = (next: View): void => {
    view = next;
    draw();
  };
  const ask = async <N extends CommandName>(name: N, request: RequestOf<N>): Promise<ReplyOf<N>> =>
    (await command(socketOf(context.paths), name, request, PATIENCE_MS[name])) as ReplyOf<N>;

  const isOpen = (id: string): boolean => view.mode.kind === 'details' && view.mode.id === id;
  const explain = async (id: string, top: number, again = false): Promise<void> => {
    const explanation = await ask('explain', { session: id });
    if (again && !isOpen(id)) return;
    // Lines are cut when they are drawn, as the terminal may get wider.
    const style = { columns: Number.POSITIVE_INFINITY, colour: false, now: Date.now() };
    const lines = [...detailLines(explanation.session, style), '', ...explanationLines(explanation, style).slice(1)];
    show({ ...view, mode: { kind: 'details', id, lines, top } });
  };

  const answer = async (given: PromptAnswer): Promise<string> => {
    try {
      const { receipt, text } = await ask('answer', given);
      const what = `${given.prompt} ${answerWords(given)}`;
      return receipt === null ? `Sent, not confirmed: ${what}. ${text}` : `Answered ${what}`;
    } finally {
      view = { ...view, sending: null };
    }
  };
  const attach = async (session: Session): Promise<string> => {
    const way = await findTerminal(session, context.environment);
    if (way.kind === 'elsewhere') return way.text;
    const there = () => runThere(way, context.environment);
    const { code, complaint } = await (way.kind === 'switch' ? there() : unseen(() => terminal.lend(there)));
    if (way.kind === 'switch' && code === 0) follow(false);
    return code === 0 ? '' : complaint || `${way.words[0]} ended with ${code}.`;
  };

  const act = async (action: Exclude<Action, { kind: 'quit' | 'suspend' }>): Promise<string> => {
    switch (action.kind) {
      case 'answer':
        return answer(action.answer);
      case 'attach':
        return attach(action.session);
      case 'explain':
        await explain(action.id, 0);
        return '';
      case 'seen': {
        const { id, stateChange } = action.session;
        const { cleared } = await ask('seen', { session: id, change: stateChange });
        return cleared ? `${id} is seen.` : `${id} went on meanwhile; nothing was changed.`;
      }
      case 'mute': {
        const until = action.session.mutedUntil === null ? 'forever' : null;
        const { session } = await ask('mute', { session: action.session.id, until });
        return session.mutedUntil === null ? `${session.id} is not muted.` : `${session.id} is muted.`;
      }
      case 'label': {
        const { session } = await ask('label', { session: action.id, label: action.label });
        return session.label === null ? `${session.id} has no label.` : `${session.id} is now “${session.label}”.`;
      }
    }
  };

  let quit: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    quit = resolve;
  });
  const terminal = takeTerminal(
    (data) => {
      if (!looking) follow(true);
      for (const key of keysOf(data)) {
        const { view: next, action } = press(view, key, momentOf(view, size(), Date.now()));
        show(next);
        if (action?.kind === 'quit') return quit();
        if (action?.kind === 'suspend') suspend();
        else if (action !== undefined) {
          act(action).then(
            (message) => message !== '' && show({ ...view, message }),
            (error: unknown) => show({ ...view, message: error instanceof Error ? error.message : String(error) }),
          );
        }
      }
    },
    () => draw(),
  );
  const follower: ChangeFollower = {
    onSnapshot: (snapshot) =>
      show({ ...withSnapshot(view, snapshot, Date.now()), message: view.away ? 'The daemon is back.' : view.message }),
    onChange(change, snapshot) {
      const closed =
        change.kind === 'prompt-closed' && change.receipt.prompt === view.face?.prompt ? change.receipt : null;
      // Our own answer has words of its own.
      const message = closed === null || closed.prompt === view.sending ? view.message : receiptLine(closed);
      show({ ...withSnapshot(view, snapshot, Date.now()), message });
      const { mode } = view;
      if (mode.kind !== 'details' || change.kind !== 'session-changed' || change.session.id !== mode.id) return;
      explain(mode.id, mode.top, true).catch(() => {});
    },
    onAway: () => show({ ...view, away: true }),
  };
  let looking = true;
  let following = followChanges(context.paths, follower, looking);
  /** Nobody looks where tmux shows another window in its place: until a key comes, it is kept up to date for nobody. */
  function follow(look: boolean): void {
    following.close();
    looking = look;
    following = followChanges(context.paths, follower, looking);
  }
  /** Nobody looks here while something else has the terminal. */
  async function unseen<T>(run: () => Promise<T>): Promise<T> {
    following.close();
    return run().finally(() => follow(true));
  }
  function suspend(): void {
    following.close();
    process.once('SIGCONT', () => follow(true));
    terminal.suspend();
  }
  const clock = setInterval(draw, 1_000);
  return over.finally(() => {
    clearInterval(clock);
    following.close();
    terminal.release();
  });
}
