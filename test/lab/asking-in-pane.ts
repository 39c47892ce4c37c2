// A stand-in in a pane that asks something, as the command line sees it.

import type { Prompt } from '../../src/core/prompt.ts';
import type { AskStep, Step } from '../../src/demo/steps.ts';
import type { CommandLine } from './command-line.ts';
import type { PaneLab, PaneStandIn } from './pane-stand-ins.ts';
import { until } from './until.ts';

/** One that asks. */
export interface Asking {
  readonly claude: PaneStandIn;
  readonly prompt: Prompt;
  /** Name of its session. */
  readonly name: string;
}

let started = 0;

/** Starts one that asks for `step`, and waits until its prompt can be answered. */
export async function askingInPane(
  at: CommandLine,
  lab: PaneLab,
  step: Step,
  more: Partial<AskStep> = {},
): Promise<Asking> {
  started += 1;
  const name = `asks-${started}`;
  const claude = await lab.start(name, { name, pane: { socket: '', columns: 100, rows: 30 } });
  await claude.play({ do: 'prompt', text: 'go on' }, step, { do: 'ask-permission', ...more });
  return { claude, name, prompt: await promptOf(at, name) };
}

/** The open prompt of a session, once it can be answered. */
export async function promptOf(at: CommandLine, name: string): Promise<Prompt> {
  const read = async () => (await at.run(['show', name, '--json'])).out;
  return until(
    `${name} can be answered`,
    async () => {
      const out = await read();
      const [first] = out === '' ? [] : (JSON.parse(out) as { prompts: Prompt[] }).prompts;
      return first !== undefined && first.options.length > 0 && first.answerableBy.length > 0 ? first : null;
    },
    { seen: read },
  );
}
