// What a tool's input holds beside the parts that a card draws by name: nothing that is asked stays unseen. Pure.

import type { Prompt } from './prompt.ts';

/** One more part of an input. */
export interface InputPart {
  readonly name: string;
  /** As it is where it is text, else as JSON. */
  readonly value: string;
}

/** The parts of each tool's input that are drawn by name. */
const DRAWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['Bash', ['command', 'description', 'run_in_background']],
  ['Edit', ['file_path', 'old_string', 'new_string', 'replace_all']],
  ['Write', ['file_path', 'content']],
  ['WebFetch', ['url', 'prompt']],
  ['ExitPlanMode', ['plan', 'planFilePath']],
]);

/** The parts that nothing else shows: `timeout`, `dangerouslyDisableSandbox`, what newer versions add. */
export function restOfInput({ kind, tool, input }: Pick<Prompt, 'kind' | 'tool' | 'input'>): readonly InputPart[] {
  const drawn = kind === 'form' ? undefined : DRAWN.get(tool ?? '');
  // Tools without a form of their own are shown whole.
  if (input === null || drawn === undefined) return [];
  return Object.entries(input)
    .filter(([name]) => !drawn.includes(name))
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }));
}
