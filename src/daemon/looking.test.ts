// Who counts as somebody that looks: what Claude shows nobody while its hook is held is kept only for them.

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

/** A form, of which Claude shows nothing while its hook is held. */
const form: HookArrival = {
  ...{ key: 'k1', event: 'Elicitation', conversation: 'c', turn: null, agent: null, transcriptPath: null, cwd: null },
  ...{ claimedPid: 70, parentPid: null, uptime: null },
  fact: { kind: 'form-asked', server: 'lab' },
  question: {
    ...{ asks: 'form', tool: 'lab', input: { message: 'Where?' }, suggestions: null, mode: null, agentType: null },
    ...{ held: '1.70', foregroundAgents: false },
  },
};
const asks = () => {
  ports.waiting.add('1.70');
  ports.ring({ ...form, uptime: ports.uptime });
  expect(daemon.snapshot().prompts).toHaveLength(1);
};

it('a script that follows does not look: Claude shows it in the terminal at once', () => {
  daemon.subscribe(() => {});
  asks();
  expect(ports.released).toEqual(['1.70']);
});

it('a page that is visible looks, until it is put away', async () => {
  let visible = true;
  daemon.subscribe(
    () => {},
    () => visible,
  );
  asks();
  expect(ports.released).toEqual([]);
  expect(ports.session(70)).toMatchObject({ state: 'needs-input' });
  visible = false;
  await until('it is shown in the terminal', () => ports.released.includes('1.70'), { within: 2_000 });
});
