// Makes what goes wrong in a race happen. It never judges.

import type { Step } from '../../src/demo/steps.ts';
import type { LoneTmux } from './lone-tmux.ts';
import type { PaneStandIn } from './pane-stand-ins.ts';
import { wordsOf } from './race-card.ts';
import type { RaceDialog } from './race-judge.ts';
import { otherTool, type RacePlan } from './race-plan.ts';
import { pause, until } from './until.ts';

/** What goes wrong from before the first dialog on. */
export function troubleFromStart({ trouble }: RacePlan): readonly Step[] {
  if (trouble.kind === 'drop') return [{ do: 'trouble', dropKeys: trouble.ms }];
  if (trouble.kind === 'redraw') return [{ do: 'trouble', redraw: trouble.ms }];
  if (trouble.kind === 'lag') return [{ do: 'trouble', registryLag: trouble.registry, hookLag: trouble.hook }];
  return [];
}

/**
 * What goes wrong once the first dialog is there.
 * @param dialogs what opens is added to it.
 * @param seen settles when the clients have seen the card.
 * @param server the tmux server that is to be restarted.
 */
export async function makeTrouble(
  plan: RacePlan,
  claude: PaneStandIn,
  dialogs: RaceDialog[],
  { seen, server }: { readonly seen: Promise<unknown>; readonly server: LoneTmux | null },
): Promise<void> {
  const { trouble, token } = plan;
  if (trouble.kind === 'ignore') await claude.play({ do: 'trouble', ignoreKeys: trouble.ms });
  if (trouble.kind === 'swap') {
    const { name, input } = otherTool(plan);
    const dialog = `${token}-other`;
    dialogs.push({ dialog, words: wordsOf(otherTool(plan)) });
    const swap: Step = { do: 'swap', name, input, dialog };
    if (trouble.after === null) return void (await claude.play({ do: 'on-key', steps: [swap] }));
    await pause(trouble.after);
    // Somebody may have answered by now: then there is nothing to swap.
    if (claude.effects().every((each) => each.dialog !== token)) await claude.play(swap).catch(() => undefined);
  }
  if (trouble.kind === 'person') {
    await pause(trouble.after);
    const open = claude.effects().every((each) => each.dialog !== token);
    if (open) await claude.play(personsStep(plan, trouble.yes)).catch(() => undefined);
  }
  if (trouble.kind === 'pane-closed') {
    await pause(trouble.after);
    process.kill(claude.pid, 'SIGHUP');
  }
  if (trouble.kind === 'tmux-restarted') {
    const isShown = () => claude.log().some((line) => line.event === 'shown' && line.dialog === token);
    await until('the dialog is on its screen', isShown);
    const restart = await server?.toRestart(claude.pane, trouble.hard ? 'SIGKILL' : 'SIGTERM');
    await seen;
    await pause(trouble.after);
    if (trouble.hard) await claude.play({ do: 'crash' });
    await restart?.();
  }
}

/** What the person at the terminal does. */
function personsStep({ tool, token }: RacePlan, yes: boolean): Step {
  if (tool.name !== 'AskUserQuestion' || !yes) return { do: 'answer', yes };
  const answers = { [wordsOf(tool)]: 'Green' };
  return { do: 'settle', dialog: token, outcome: { effect: 'answered', label: 'Green', text: null, answers } };
}
