// What `setup` says where another Tallymux home has its hooks in the same settings file. Words only. Each names that home
// and the command that comes next.

import type { OtherHome } from '../../adapters/claude/settings/other-homes.ts';
import { shellText } from '../text/shell-text.ts';

/** Why this home does not take their place by itself. @param others one or more */
export function refusedForOthers(path: string, others: readonly OtherHome[]): string {
  const several = others.length > 1;
  const names = others.map(({ home }) => home).join(' and ');
  return [
    `${path} has hooks of ${several ? 'other Tallymux homes' : 'another Tallymux home'}, ${names}, which would get none`,
    `any more. Nothing was changed. To take ${several ? 'their' : 'its'} place: tallymux setup --replace`,
    ...others.map(({ home }) => `(to use ${several ? home : 'that home'} instead: ${withHome(home, '')})`),
  ].join(' ');
}

/** What became of the hooks of a home whose place was taken. @param would nothing was done yet */
export function replacedWords({ home, hooks, gone }: OtherHome, would: boolean): string {
  const done = would ? 'would go' : hooks === 1 ? 'was taken out' : 'were taken out';
  if (gone) return `${counted(hooks)} of ${home}, a Tallymux home that is gone, ${done}.`;
  const back = would ? '' : ` To give them back: ${withHome(home, ' setup --replace')}`;
  return `${counted(hooks)} of another Tallymux home, ${home}, ${done}.${back}`;
}

/** That the hooks of another home stay, which only that home takes out. */
export function stayWords({ home, hooks }: OtherHome): string {
  const stay = hooks === 1 ? 'stays' : 'stay';
  return `${counted(hooks)} of another Tallymux home ${stay}. To take them out: ${withHome(home, ' setup --remove')}`;
}

function withHome(home: string, words: string): string {
  return `TALLYMUX_HOME=${shellText([home])} tallymux${words}`;
}

function counted(hooks: number): string {
  return hooks === 1 ? '1 hook' : `${hooks} hooks`;
}
