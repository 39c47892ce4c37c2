// Tells what happened in a race, in the order of time, for whoever has to find out why it was lost. Pure.

import type { LoggedEffect } from '../../src/demo/effects-log.ts';
import type { Attempt } from './race-judge.ts';
import type { RacePlan } from './race-plan.ts';

/** One line for each thing that happened, with milliseconds since the first. */
export function storyOf(plan: RacePlan, log: readonly LoggedEffect[], attempts: readonly Attempt[]): string {
  const { trouble, unchecked, hooked } = plan;
  const told = attempts.flatMap(({ prompt, option, askedAt, repliedAt, reply }) => [
    {
      at: askedAt,
      line: `${prompt}: somebody answers ${option.n} ${JSON.stringify(option.label)} (${option.meaning})`,
    },
    { at: repliedAt, line: `${prompt}: the reply to ${option.n} is "${reply}"` },
  ]);
  const lines = [...log.map(({ at, ...line }) => ({ at, line: lineOf(line as LoggedEffect) })), ...told];
  const sorted = lines.toSorted((a, b) => a.at - b.at);
  const start = sorted[0]?.at ?? 0;
  return [
    `seed ${plan.seed}: ${JSON.stringify({ trouble, unchecked, hooked })}`,
    ...sorted.map(({ at, line }) => `${(at - start).toFixed(1).padStart(8)}  ${line}`),
  ].join('\n');
}

function lineOf(line: LoggedEffect): string {
  switch (line.event) {
    case 'open':
      return `${line.dialog} opens: ${line.subject}`;
    case 'key': {
      const where = line.dialog ?? 'the composer';
      return `the key ${JSON.stringify(line.key)} ${line.taken ? 'is taken by' : 'is lost at'} ${where}, on ${line.highlighted}`;
    }
    case 'effect':
      return `${line.dialog} comes to ${line.effect} by ${line.via} (${line.label}) ${JSON.stringify(line.keys)}`;
    default:
      return JSON.stringify(line);
  }
}
