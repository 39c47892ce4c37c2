// What a step leaves on Claude's screen above the composer. Pure.

import type { Step } from './steps.ts';

/** New paragraphs, oldest first. */
export function saidBy(step: Step): readonly string[] {
  switch (step.do) {
    case 'prompt':
      return [`❯ ${step.text}`];
    case 'say':
      return [`● ${step.text}`];
    case 'tool':
    case 'swap':
      return [`● ${toolLine(step.name, step.input)}`];
    case 'finish':
      return [`● ${step.text}`, '✻ Baked for 1s'];
    case 'interrupt':
      return ['  ⎿  Interrupted · What should Claude do instead?'];
    default:
      return [];
  }
}

function toolLine(name: string, input: Readonly<Record<string, unknown>>): string {
  if (name === 'Bash')
    return `${String(input.description ?? 'Running 1 shell command…')}\n⎿  $ ${String(input.command)}`;
  return `${name}(${String(input.file_path ?? input.url ?? '')})`;
}
