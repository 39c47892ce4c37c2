// Which of several questions of the same words a dialog showed is a guess: agents that run side by side may ask the very
// same. What an agent does next tells whose was answered; then the one that is still open takes the other's place.

import type { Living } from '../living.ts';
import type { Asked, AskedByHook } from './asked.ts';

/** Remembers whose questions may have been taken for another's. */
export interface AlikeQuestions {
  /** A prompt of an agent closed while these are open. */
  closed(asked: Asked, open: readonly Asked[]): void;
  /**
   * An open prompt is over by what its agent did, as it seems. @returns whether it stays open, and is from now on the
   * question of another agent that was taken for this one.
   */
  exchange(living: Living, asked: Asked, isOver: (hook: AskedByHook) => boolean): boolean;
  forget(living: Living): void;
}

/** Remembers nothing at first. */
export function alikeQuestions(): AlikeQuestions {
  /** Questions by the ids of their sessions. */
  const answered = new Map<string, readonly AskedByHook[]>();
  const keep = (session: string, hooks: readonly AskedByHook[]) => {
    if (hooks.length === 0) answered.delete(session);
    else answered.set(session, hooks);
  };
  return {
    closed({ session, hook, wasOnScreen }, open) {
      // None is left that could be taken for another.
      if (open.length === 0) answered.delete(session);
      if (hook === null || !wasOnScreen || !open.some((other) => other.hook !== null && isAlike(other.hook, hook)))
        return;
      keep(session, [...(answered.get(session) ?? []), hook]);
    },
    exchange({ id }, asked, isOver) {
      const open = (answered.get(id) ?? []).filter((hook) => !isOver(hook));
      const other = open.find((hook) => asked.hook !== null && isAlike(hook, asked.hook));
      keep(
        id,
        open.filter((hook) => hook !== other),
      );
      if (other === undefined) return false;
      asked.hook = { ...other, held: null, hidden: false };
      return true;
    },
    forget: ({ id }) => void answered.delete(id),
  };
}

function isAlike(one: AskedByHook, other: AskedByHook): boolean {
  if (one.agent === null || other.agent === null) return false;
  return asksOf(one) === asksOf(other);
}

function asksOf({ question: { tool, input, agentType } }: AskedByHook): string {
  return JSON.stringify([tool, input, agentType]);
}
