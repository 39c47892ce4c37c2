// Whose a hook is, when it counts, and when its file may go.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CLAUDE_DIRECTORY,
  claudeProcess,
  type FakePorts,
  fakePorts,
  registryEntry,
} from '../../test/lab/fake-ports.ts';
import { until } from '../../test/lab/until.ts';
import type { HookArrival, HookFact } from '../core/hook.ts';
import type { RunningDaemon } from './daemon.ts';

let ports: FakePorts;
let daemon: RunningDaemon;
let keys = 0;
beforeEach(() => {
  ports = fakePorts();
});
afterEach(() => daemon?.dispose());

const PROMPT: HookFact = { kind: 'prompt', by: 'person', text: 'go' };
const STOP: HookFact = { kind: 'stopped', text: 'Done.', agents: 0, shells: 0 };
/** A hook of conversation `c` that says nothing about where it comes from. */
function hook(fact: HookFact, more: Partial<HookArrival> = {}): HookArrival {
  keys += 1;
  return {
    key: `k${keys}`,
    event: 'Some',
    conversation: 'c',
    turn: null,
    agent: null,
    transcriptPath: `${CLAUDE_DIRECTORY}/projects/-home-dev-shop/c.jsonl`,
    cwd: '/home/dev/shop',
    claimedPid: null,
    parentPid: null,
    uptime: ports.uptime,
    fact,
    question: null,
    ...more,
  };
}
const state = (pid: number) => ports.session(pid)?.state;
const turns = (pid: number, wanted: string) => until(`${pid} is ${wanted}`, () => state(pid) === wanted);
const dropped = () => until('it was passed over', () => ports.logged.some((line) => line.includes('passed over')));
const announced = () =>
  ports.changes.flatMap((change) => (change.kind === 'session-changed' ? (change.announce ?? []) : []));

/** A Claude of a version without a registry, so that its hooks decide. */
async function oldClaude(pid = 70): Promise<void> {
  ports.processes.set(pid, claudeProcess(pid));
  daemon = await ports.start();
}
/** A Claude whose registry file names conversation `c`. */
async function newClaude(pid = 70): Promise<void> {
  ports.entries.set(pid, registryEntry(pid, 'c'));
  await oldClaude(pid);
  await turns(pid, 'idle');
}

describe('a hook belongs to', () => {
  it('the Claude that CLAUDE_PID names', async () => {
    await oldClaude();
    ports.ring(hook(PROMPT, { claimedPid: 70 }));
    expect(state(70)).toBe('busy');
  });
  it('the Claude that started the launcher', async () => {
    await oldClaude();
    ports.ring(hook(PROMPT, { parentPid: 70 }));
    expect(state(70)).toBe('busy');
  });
  it('the nearest Claude above the shell that started it', async () => {
    await oldClaude();
    ports.parents.set(90, 80).set(80, 70);
    ports.ring(hook(PROMPT, { parentPid: 90 }));
    await turns(70, 'busy');
  });
  it('a Claude that nobody has seen yet', async () => {
    await oldClaude();
    ports.processes.set(71, claudeProcess(71));
    ports.ring(hook(PROMPT, { claimedPid: 71 }));
    await turns(71, 'busy');
  });
  it('the one session in its conversation, where no pid is told', async () => {
    await newClaude();
    ports.ring(hook({ kind: 'permission-asked', tool: 'Bash', action: 'Bash' }));
    await until('its line', async () => {
      const { evidence } = await daemon.execute(
        'explain',
        { session: ports.session(70)?.id ?? '' },
        { door: 'socket' },
      );
      return evidence.some(({ source }) => source === 'hook');
    });
  });
  it('the older Claude inside of a newer one, whose CLAUDE_PID it inherits', async () => {
    await newClaude();
    ports.processes.set(71, claudeProcess(71, { ancestors: [70] }));
    ports.ring(
      hook({ kind: 'session-started', reason: 'startup' }, { claimedPid: 70, parentPid: 71, conversation: 'd' }),
    );
    await until('it is met', () => ports.session(71)?.conversation === 'd');
    expect(ports.session(70)?.conversation).toBe('c');
  });
});

describe('a hook is passed over, with one line, when', () => {
  const refused = async (arrival: HookArrival) => {
    ports.ring(arrival);
    await dropped();
    expect(state(70)).not.toBe('busy');
    expect(ports.logged.filter((line) => line.includes('passed over'))).toHaveLength(1);
    await until('its file is gone', () => ports.taken.includes(arrival.key));
  };
  it('nobody is in its conversation and no pid is told', async () => {
    await newClaude();
    await refused(hook(PROMPT, { conversation: 'other' }));
  });
  it('its pid is no Claude', async () => {
    await oldClaude();
    await refused(hook(PROMPT, { claimedPid: 4_000 }));
  });
  it('its pid is a helper of Claude’s', async () => {
    await oldClaude();
    ports.processes.set(71, claudeProcess(71, { role: 'helper' }));
    await refused(hook(PROMPT, { claimedPid: 71 }));
  });
  it('its pid is another’s Claude', async () => {
    await oldClaude();
    ports.processes.set(71, claudeProcess(71, { claudeDirectory: '/home/else/.claude', home: '/home/else' }));
    await refused(hook(PROMPT, { claimedPid: 71 }));
  });
  it.each([
    '/home/else/.claude/projects/x/c.jsonl',
    `${CLAUDE_DIRECTORY}/../else/c.jsonl`,
    `${CLAUDE_DIRECTORY}x/c.jsonl`,
    'c.jsonl',
  ])('its transcript lies elsewhere: %s', async (transcriptPath) => {
    await oldClaude();
    await refused(hook(PROMPT, { claimedPid: 70, transcriptPath }));
  });
  it('the registry goes on naming another conversation', async () => {
    await newClaude();
    await refused(hook(PROMPT, { claimedPid: 70, conversation: 'other' }));
  });
  it('it names one session’s Claude and another session’s conversation', async () => {
    ports.entries.set(70, registryEntry(70, 'c'));
    ports.entries.set(71, registryEntry(71, 'other'));
    ports.processes.set(71, claudeProcess(71));
    await oldClaude(70);
    await turns(71, 'idle');
    ports.ring(hook(PROMPT, { claimedPid: 71 }));
    await dropped();
    expect([state(70), state(71)]).toEqual(['idle', 'idle']);
  });
  it('it ran before that process began', async () => {
    await oldClaude();
    await refused(hook(PROMPT, { claimedPid: 70, uptime: 9_000 }));
  });
  it('it ran before the machine was started', async () => {
    await oldClaude();
    await refused(hook(PROMPT, { claimedPid: 70, uptime: ports.uptime + 60_000 }));
  });
});

it('a Claude directory behind a link is the same', async () => {
  await oldClaude();
  ports.ring(hook(PROMPT, { claimedPid: 70, transcriptPath: '/link/projects/x/c.jsonl' }));
  expect(state(70)).toBe('busy');
});

it('cwd is no identity', async () => {
  await oldClaude();
  ports.ring(hook(PROMPT, { claimedPid: 70, cwd: '/etc' }));
  expect(state(70)).toBe('busy');
  expect(ports.session(70)?.cwd).toBe('/home/dev/shop');
});

it('/clear: a conversation that the registry names a moment later is waited for', async () => {
  await newClaude();
  ports.ring(hook({ kind: 'session-started', reason: 'clear' }, { claimedPid: 70, conversation: 'd' }));
  expect(ports.session(70)?.conversation).toBe('c');
  ports.entries.set(70, registryEntry(70, 'd'));
  await until('it moved', () => ports.session(70)?.conversation === 'd');
  await until('its file is gone', () => ports.taken.length === 1);
  expect(ports.logged.join()).not.toContain('passed over');
});

it('/clear: where the registry file is gone for good, hooks name the new conversation', async () => {
  await newClaude();
  ports.takeEntry(70);
  ports.ring(hook({ kind: 'session-started', reason: 'clear' }, { claimedPid: 70, conversation: 'd' }));
  ports.ring(hook(PROMPT, { claimedPid: 70, conversation: 'd' }));
  await until('it moved', () => ports.session(70)?.conversation === 'd' && state(70) === 'busy');
});

it('a late hook of the conversation before belongs to the session still, and moves nothing', async () => {
  await newClaude();
  ports.entries.set(70, registryEntry(70, 'd'));
  ports.ring(hook({ kind: 'session-started', reason: 'clear' }, { claimedPid: 70, conversation: 'd' }));
  ports.ring(hook(STOP, { claimedPid: 70, conversation: 'c' }));
  expect([ports.session(70)?.conversation, state(70)]).toEqual(['d', 'idle']);
  expect(ports.logged.join()).not.toContain('passed over');
});

it('the level is read again at once when a hook tells that a turn moved', async () => {
  await newClaude();
  ports.entries.set(70, registryEntry(70, 'c', { status: 'busy' }));
  ports.ring(hook(PROMPT, { claimedPid: 70 }));
  expect(state(70)).toBe('busy');
});

it('hooks count in the order in which they ran, not in which they came', async () => {
  await oldClaude();
  ports.uptime = 1_010_000;
  ports.ring(hook(PROMPT, { claimedPid: 70, uptime: 1_009_000, turn: 'two' }));
  ports.ring(hook(STOP, { claimedPid: 70, uptime: 1_008_000, turn: 'one' }));
  expect(state(70)).toBe('busy');
});

it('so do those that ran hours ago, while no daemon lived', async () => {
  ports.uptime = 50_000_000;
  ports.processes.set(70, claudeProcess(70));
  ports.spooled.push(
    hook(STOP, { key: 'a', claimedPid: 70, uptime: 30_000_000 }),
    hook(PROMPT, { key: 'b', claimedPid: 70, uptime: 31_000_000 }),
    hook({ kind: 'tool-started', toolId: 't', tool: 'Bash', action: 'Bash · ls' }, { key: 'c', claimedPid: 70 }),
  );
  daemon = await ports.start();
  await turns(70, 'busy');
});

describe('a flood of hooks', () => {
  const reads = () => ports.reads.filter((pid) => pid === 70).length;
  const flood = (count: number) => {
    for (let at = 0; at < count; at++) ports.ring(hook(PROMPT, { claimedPid: 70, turn: `t${at}` }));
  };
  it('has registry and transcript read again once for each moment, and once more after its last hook', async () => {
    await newClaude();
    const before = [reads(), ports.transcriptReads];
    flood(50);
    ports.entries.set(70, registryEntry(70, 'c', { status: 'busy' }));
    expect([reads(), ports.transcriptReads].map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1]);
    await until('the last has its answer', () => reads() - (before[0] ?? 0) === 2);
    expect(ports.session(70)?.state).toBe('busy');
    const later = reads();
    ports.ring(hook(STOP, { claimedPid: 70, turn: 't49' }));
    await until('a later hook asks again', () => reads() > later);
  });
  it('asks nothing of a registry file that tells no state', async () => {
    ports.entries.set(70, registryEntry(70, 'c', { status: 'none' }));
    await oldClaude();
    const before = reads();
    flood(3);
    expect(reads()).toBe(before);
    expect(state(70)).toBe('busy');
  });
});

it('what says no time ran now', async () => {
  await oldClaude();
  ports.ring(hook(STOP, { claimedPid: 70, uptime: ports.uptime - 5_000, turn: 'one' }));
  ports.ring(hook(PROMPT, { claimedPid: 70, uptime: null, turn: 'two' }));
  expect(state(70)).toBe('busy');
});

it('a file is given back only once its effect is written down', async () => {
  await oldClaude();
  ports.breakStore(true);
  ports.ring(hook(PROMPT, { key: 'kept', claimedPid: 70 }));
  expect(state(70)).toBe('busy');
  await until('a try to write', () => ports.refusedWrites > 0);
  expect(ports.taken).toEqual([]);
  ports.breakStore(false);
  await until('it was written', () => ports.taken.includes('kept'));
  expect(ports.store.sessions()[0]?.body).toContain('"kept"');
});

it('a file that moved a state is given back with it: both are written down then', async () => {
  await oldClaude();
  ports.ring(hook(PROMPT, { key: 'moved', claimedPid: 70 }));
  expect(ports.taken).toEqual(['moved']);
  expect(ports.store.sessions()[0]?.body).toContain('"moved"');
});

it('whoever ends the daemon finds no file that was taken in', async () => {
  await oldClaude();
  ports.ring(hook(PROMPT, { key: 'last', claimedPid: 70 }));
  daemon.dispose();
  expect(ports.taken).toEqual(['last']);
  expect(ports.store.sessions()[0]?.body).toContain('"last"');
});

it('two hooks that read the same are both written down', async () => {
  await oldClaude();
  for (const key of ['one', 'two'])
    ports.ring(hook({ kind: 'notified', type: 'idle_prompt' }, { key, claimedPid: 70 }));
  await until('their files are gone', () => ports.taken.length === 2);
  expect(ports.store.sessions()[0]?.body).toContain('"two"');
});

it('what the spool holds at the start counts and announces nothing; what comes then does', async () => {
  ports.processes.set(70, claudeProcess(70));
  ports.spooled.push(
    hook(PROMPT, { claimedPid: 70, uptime: ports.uptime - 20_000, turn: 'one' }),
    hook(STOP, { claimedPid: 70, uptime: ports.uptime - 10_000, turn: 'one' }),
  );
  daemon = await ports.start();
  await turns(70, 'review');
  await until('their files are gone', () => ports.taken.length === 2);
  expect(announced()).toEqual([]);
  ports.uptime += 3_000;
  ports.ring(hook(PROMPT, { claimedPid: 70, turn: 'two' }));
  await turns(70, 'busy');
});

it('SessionEnd ends nothing, but has its process looked at soon', async () => {
  await oldClaude();
  ports.looks.length = 0;
  ports.ring(hook({ kind: 'session-ended', reason: 'other' }, { claimedPid: 70 }));
  expect(state(70)).not.toBe('ended');
  await until('looks', () => ports.looks.length >= 3, { within: 900 });
  ports.processes.delete(70);
  await until('it ended', () => ports.session(70) === undefined, { within: 1_500 });
});

it('a late hook of a session that ended says nothing', async () => {
  await newClaude();
  ports.processes.delete(70);
  await until('it ended', () => ports.session(70) === undefined);
  ports.ring(hook(STOP, { key: 'late', claimedPid: 70 }));
  await until('its file is gone', () => ports.taken.includes('late'));
  expect(ports.logged.join()).not.toContain('passed over');
});

it('a late hook of a script, whose row has gone, says nothing', async () => {
  ports.processes.set(71, claudeProcess(71, { role: 'script', startedAt: Date.now() - 60_000 }));
  await oldClaude();
  ports.ring(hook(PROMPT, { claimedPid: 71 }));
  await turns(71, 'busy');
  ports.processes.delete(71);
  await until('its row is gone', () => ports.changes.some(({ kind }) => kind === 'session-removed'));
  ports.ring(hook(STOP, { key: 'late', claimedPid: 71 }));
  await until('its file is gone', () => ports.taken.includes('late'));
  expect(ports.logged.join()).not.toContain('passed over');
});

it('H16: the same payload twice within a moment over a door is one event and one line', async () => {
  await oldClaude();
  const twice = hook(PROMPT, { claimedPid: 70, uptime: null });
  expect(await daemon.hook(twice)).toBe('taken');
  const transitions = ports.changes.length;
  expect(await daemon.hook(twice)).toBe('refused');
  expect(ports.changes.length).toBe(transitions);
  expect(ports.logged.filter((line) => line.includes('came before'))).toHaveLength(1);
});
