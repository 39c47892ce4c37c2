// What a card of a race shows, and which of its options a client may take. Pure.

import type { Prompt, PromptOption } from '../../src/core/prompt.ts';
import type { Step } from '../../src/demo/steps.ts';

/** Options that need no words; none where it is being answered already. */
export function optionsOf({ options: all, standing }: Prompt): readonly PromptOption[] {
  return standing === 'open' ? all.filter(({ text, meaning }) => text !== 'must' && meaning !== 'chat') : [];
}

/** Everything that a card shows of what is asked. */
export function shownBy({ input, screen, title }: Prompt): string {
  return [title, JSON.stringify(input), ...(screen ?? [])].join('\n');
}

/** Words that only this dialog has. */
export function wordsOf({ input }: Extract<Step, { do: 'tool' }>): string {
  const { command, file_path: file, env, questions } = input as Readonly<Record<string, unknown>>;
  return String(command ?? file ?? env ?? (questions as readonly { question: string }[])[0]?.question);
}
