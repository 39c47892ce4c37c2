// A prompt for tests that need one and do not care which: a Bash command with Claude's own options.

import type { Prompt, PromptOption } from '../src/core/prompt.ts';

/** An option as Claude's screen shows it. */
export function optionLike(n: number, label: string, more: Partial<PromptOption> = {}): PromptOption {
  return { n, label, meaning: 'other', detail: null, text: 'no', highlighted: n === 1, ...more };
}

/** A prompt of session `k3f`; `more` replaces single fields. */
export function promptLike(more: Partial<Prompt> = {}): Prompt {
  return {
    id: 'k3f.1',
    session: 'k3f',
    kind: 'permission',
    title: 'Bash command',
    tool: 'Bash',
    input: { command: 'npm run e2e', description: 'Run the end-to-end tests' },
    screen: null,
    unseenLines: 0,
    place: null,
    agent: null,
    position: { n: 1, of: 1 },
    openedAt: '2026-01-01T10:00:00.000Z',
    changedAt: '2026-01-01T10:00:00.000Z',
    answerableBy: ['hook', 'pane'],
    options: [
      optionLike(1, 'Yes', { meaning: 'allow', text: 'may' }),
      optionLike(2, "Yes, and don't ask again for npm run commands in /home/dev/shop", { meaning: 'allow-always' }),
      optionLike(3, 'No', { meaning: 'deny', text: 'may' }),
    ],
    numbers: 'terminal',
    editable: true,
    standing: 'open',
    trouble: null,
    reading: null,
    maybeAnswered: false,
    ...more,
  };
}
