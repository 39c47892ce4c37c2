// Launchers that were killed while they waited: whatever comes first, their question or the word of their end, and
// whoever must be searched for, no card stays of a question that was refused at the terminal.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { claudeProcess, type FakePorts, fakePorts, registryEntry } from '../../test/lab/fake-ports.ts';
import { until } from '../../test/lab/until.ts';
import type { HookArrival } from '../core/hook.ts';
import type { RunningDaemon } from './daemon.ts';

let ports: FakePorts;
let daemon: RunningDaemon;
beforeEach(async () => {
  ports = fakePorts();
  ports.processes.set(70, claudeProcess(70));
  ports.entries.set(70, registryEntry(70, 'c', { status: 'busy' }));
  daemon = await ports.start();
  await until('it is met', () => ports.session(70)?.state === 'busy');
});
afterEach(() => daemon.dispose());

const asks = (held: string, more: Partial<HookArrival> = {}): HookArrival => ({
  ...{ key: `k${held}`, event: 'PermissionRequest', conversation: 'c', turn: null, agent: null, transcriptPath: null },
  ...{ cwd: null, claimedPid: 70, parentPid: null, uptime: ports.uptime },
  fact: { kind: 'permission-asked', tool: 'Bash', action: 'Bash · ls' },
  question: {
    ...{ asks: 'permission', tool: 'Bash', input: { command: 'ls' }, suggestions: [], mode: null, agentType: null },
    ...{ held, foregroundAgents: false },
  },
  ...more,
});
const open = () => daemon.snapshot().prompts.map(({ input }) => input?.['command']);
const closed = () => ports.changes.filter(({ kind }) => kind === 'prompt-closed').length;

it('in one batch with its question: the card is gone again at once', () => {
  ports.ringGone(['1.70'], asks('1.70'));
  expect([open(), closed()]).toEqual([[], 1]);
});

it('before its question, which comes a moment later', () => {
  ports.ringGone(['1.70']);
  ports.ring(asks('1.70'), asks('2.70'));
  expect([open(), closed()]).toEqual([['ls'], 1]);
});

it('with a question whose owner must be searched for', async () => {
  ports.parents.set(90, 80).set(80, 70);
  ports.ringGone(['1.70'], asks('1.70', { claimedPid: null, parentPid: 90 }));
  await until('it was found', () => closed() === 1);
  expect(open()).toEqual([]);
});

it('a question that cannot be taken costs none of the others theirs, nor the daemon its life', () => {
  const broken = asks('1.70', { question: undefined as never });
  ports.ringGone(['3.70'], broken, asks('2.70'), asks('3.70'));
  expect([open(), closed()]).toEqual([['ls'], 1]);
  expect(ports.logged.join('\n')).toContain('hooks of session');
});
