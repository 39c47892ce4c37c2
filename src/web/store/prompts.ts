// Open prompts and those closed in the last minute, and the page's answers to them. A receipt comes only from the daemon;
// nothing here ever assumes that an answer landed.

import { create } from 'zustand';
import type { Prompt, PromptAnswer, PromptOption, Receipt } from '../../core/prompt.ts';
import { words } from '../words.ts';
import { CommandFailed, command } from './commands.ts';
import { onChange, usePanel } from './panel.ts';
import { shownPrompt } from './shown-prompt.ts';

/** How long a receipt stays where its card was, milliseconds. */
const RECEIPT_MS = 60_000;

/** What became of this page's own answer to a prompt. */
export type Sent =
  | { readonly kind: 'sending'; readonly n: number; readonly label: string }
  /** It was not confirmed, the person looked again, and may answer once more. */
  | { readonly kind: 'looked-again' }
  | { readonly kind: 'not-confirmed' | 'changed' | 'refused'; readonly label: string; readonly text: string };

/** A prompt that was closed, with what it was. */
export interface Closed {
  readonly receipt: Receipt;
  /** `null` where this page never saw it open. */
  readonly prompt: Prompt | null;
  /** This page's answer came too late. */
  readonly late: boolean;
}

interface Prompts {
  /** By prompt id. */
  readonly sent: ReadonlyMap<string, Sent>;
  readonly closed: readonly Closed[];
}

/** The store. */
export const usePromptStore = create<Prompts>()(() => ({ sent: new Map(), closed: [] }));

onChange((change) => {
  if (change.kind === 'prompt-closed') close(change.receipt);
});

function close(receipt: Receipt): void {
  const { closed, sent } = usePromptStore.getState();
  const id = receipt.prompt;
  if (closed.some((one) => one.receipt.prompt === id)) return;
  const prompt = usePanel.getState().snapshot?.prompts.find((one) => one.id === id) ?? null;
  usePromptStore.setState({ closed: [...closed, { receipt, prompt, late: lateAnswers.has(id) }] });
  const mine = sent.get(id);
  setTimeout(() => {
    forget(id);
    usePromptStore.setState(({ closed: now }) => ({ closed: now.filter((one) => one.receipt.prompt !== id) }));
  }, RECEIPT_MS);
  if (mine !== undefined && mine.kind !== 'changed' && mine.kind !== 'sending') forget(id);
}

const lateAnswers = new Set<string>();

/** Answers a prompt with one of its own options. What becomes of it is found in the store. */
export function answerPrompt(
  prompt: Prompt,
  option: PromptOption,
  more: Partial<Pick<PromptAnswer, 'text' | 'input' | 'answers' | 'content'>> = {},
): void {
  const { id, changedAt } = prompt;
  if (usePromptStore.getState().sent.get(id)?.kind === 'sending') return;
  const label = shownPrompt(prompt).options[prompt.options.indexOf(option)]?.label ?? '';
  set(id, { kind: 'sending', n: option.n, label });
  const { n, label: named, meaning } = option;
  const answer = { text: null, input: null, answers: null, content: null, ...more };
  command('answer', { prompt: id, option: { n, label: named, meaning }, changedAt, ...answer }).then(
    ({ receipt, text: told }) => {
      // What stands in a form's fields meanwhile, only the daemon knows.
      const text = answer.content === null ? words.prompts.notConfirmedOf(label) : told;
      if (receipt === null) set(id, { kind: 'not-confirmed', label, text });
      else {
        close(receipt);
        forget(id);
      }
    },
    (error: unknown) => failed(prompt, label, error),
  );
}

/** Has the daemon read the screen of a prompt again. */
export function rereadPrompt(prompt: Prompt): void {
  command('reread', { prompt: prompt.id }).then(
    ({ prompt: now }) =>
      now.standing === 'not-confirmed' ? set(prompt.id, { kind: 'looked-again' }) : forget(prompt.id),
    (error: unknown) => failed(prompt, words.prompts.retry, error),
  );
}

/** Puts away what was said about this page's answer. */
export function forget(id: string): void {
  usePromptStore.setState(({ sent }) => {
    const left = new Map(sent);
    left.delete(id);
    return { sent: left };
  });
}

function failed(prompt: Prompt, label: string, error: unknown): void {
  const problem = error instanceof CommandFailed ? error.problem : null;
  const why = error instanceof Error ? error.message : String(error);
  if (problem === 'changed') {
    const text = words.prompts.changed(label, shownPrompt(prompt).subject);
    set(prompt.id, { kind: 'changed', label, text });
    return;
  }
  if (problem === 'answered') {
    lateAnswers.add(prompt.id);
    usePromptStore.setState(({ closed }) => ({
      closed: closed.map((one) => (one.receipt.prompt === prompt.id ? { ...one, late: true } : one)),
    }));
    if (usePromptStore.getState().closed.some((one) => one.receipt.prompt === prompt.id)) {
      forget(prompt.id);
      return;
    }
  }
  set(prompt.id, { kind: 'refused', label, text: words.prompts.refused(label, why) });
}

function set(id: string, sent: Sent): void {
  usePromptStore.setState((state) => ({ sent: new Map(state.sent).set(id, sent) }));
}
