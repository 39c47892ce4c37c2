// When ports are looked at, and that nothing but ports comes of it.

import { describe, expect, it } from 'vitest';
import { followPorts } from './listening.ts';
import { firstSight, type Living } from './living.ts';
import type { ListeningPorts } from './ports.ts';
import type { Sessions } from './sessions.ts';

function place(answer: readonly number[] | null = [3000]) {
  let now = 1_000_000;
  let ports = answer;
  const living: Living[] = [];
  const settled: string[] = [];
  const asked: number[][] = [];
  const listening: ListeningPorts = {
    async portsOf(roots) {
      asked.push(roots.map(({ pid }) => pid));
      return roots.map(() => ports);
    },
  };
  const sessions: Pick<Sessions, 'all' | 'settle'> = { all: () => living, settle: ({ id }) => settled.push(id) };
  const step = followPorts(listening, sessions, { steady: () => now, wall: () => now });
  return {
    asked,
    settled,
    add(pid: number, more: Partial<Living> = {}): Living {
      const origin = {
        ...{ key: `${pid}`, process: { pid, startTicks: '1' }, pid, ancestors: [], tty: null, tmux: null },
        ...{ claudeDirectory: '/c', startedAt: now, version: null, namedConversation: null },
      };
      const one = { ...firstSight(`s${pid}`, origin, 'terminal', '/w', { steady: now, wall: now }, false), ...more };
      living.push(one);
      return one;
    },
    found(next: readonly number[] | null) {
      ports = next;
    },
    async after(seconds: number) {
      now += seconds * 1_000;
      await step();
    },
  };
}

const childless = (one: Living) => {
  const process = { at: 0, condition: 'running', ttyInputAt: null, children: 0 } as const;
  one.picture = { ...one.picture, process };
};

describe('A9: listening ports', () => {
  it('are looked at every five seconds, and told when they change', async () => {
    const here = place();
    const one = here.add(1);
    for (let second = 0; second < 11; second += 1) await here.after(1);
    expect(here.asked).toHaveLength(3);
    expect([one.ports, here.settled]).toEqual([[3000], ['s1']]);
    here.found([]);
    await here.after(5);
    expect([one.ports, here.settled]).toEqual([[], ['s1', 's1']]);
  });

  it('are looked at in each beat for ten seconds after a command went on in the background', async () => {
    const here = place();
    const one = here.add(1);
    await here.after(1);
    one.shellAt = 1_001_000;
    for (let second = 0; second < 9; second += 1) await here.after(1);
    expect(here.asked).toHaveLength(10);
  });

  it('cost nothing without sessions that could listen', async () => {
    const here = place();
    await here.after(60);
    here.add(1, { endedAt: 5 });
    here.add(2, { kind: 'script' });
    childless(here.add(3));
    await here.after(60);
    expect(here.asked).toEqual([]);
  });

  it('of a session that lost its last child are looked at once more', async () => {
    const here = place();
    const one = here.add(1);
    await here.after(5);
    childless(one);
    here.found([]);
    await here.after(5);
    await here.after(5);
    expect([one.ports, here.asked.length]).toEqual([[], 2]);
  });

  it('that could not be looked at stay as they were', async () => {
    const here = place();
    const one = here.add(1);
    await here.after(5);
    here.found(null);
    await here.after(5);
    expect([one.ports, here.settled]).toEqual([[3000], ['s1']]);
  });
});
