// Rows in which other tools showed a state that was not so, or rang again and again: played by stand-ins under the built
// daemon, watched by a client.

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { until } from '../lab/until.ts';

let lab: FakeLab;
beforeAll(async () => {
  lab = makeFakeLab('no-false-light');
  await lab.open();
});
afterAll(() => lab.close());

const bash = { do: 'tool', name: 'Bash', input: { command: 'npm test' } } as const;
const prompt = { do: 'prompt', text: 'go' } as const;

async function begin(name: string) {
  const pid = await lab.start(name);
  const { id } = await lab.turns(pid, 'idle');
  return { pid, id };
}

function transcriptOf(pid: number): string {
  const session = lab.view(pid);
  return join(
    lab.claude,
    'projects',
    (session?.cwd ?? '').replace(/[^a-zA-Z0-9]/g, '-'),
    `${session?.conversation}.jsonl`,
  );
}

function append(pid: number, ...lines: readonly object[]): void {
  mkdirSync(dirname(transcriptOf(pid)), { recursive: true });
  appendFileSync(transcriptOf(pid), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

it('S01: Esc during a tool is idle at once, and rings nothing', async () => {
  const { pid, id } = await begin('interrupted');
  await lab.play('interrupted', prompt, bash);
  await lab.turns(pid, 'busy');
  await lab.play('interrupted', { do: 'interrupt' });
  await lab.turns(pid, 'idle');
  expect(lab.history(id)).toEqual(['idle', 'busy', 'idle']);
  expect(lab.announced(id)).toEqual([]);
});

it('S05: a turn whose agent still works in the background is busy, and in review once, when the agent has ended', async () => {
  const { pid, id } = await begin('agents');
  await lab.play('agents', prompt, { do: 'agent', description: 'Look', prompt: 'look' });
  await lab.shows(pid, 'an agent', ({ background }) => background === 1);
  await lab.play('agents', { do: 'finish', text: 'Started.' });
  await lab.shows(pid, 'its text', ({ lastText }) => lastText === 'Started.');
  expect(lab.view(pid)?.state).toBe('busy');
  // Its end comes back as a prompt of its own.
  await lab.play('agents', { do: 'agent-done', text: 'Found it.' }, { do: 'finish', text: 'All found.' });
  await lab.turns(pid, 'review');
  expect(lab.announced(id)).toEqual(['review']);
});

it('S08: a manual compaction is idle before and after, never in review', async () => {
  const { pid, id } = await begin('compacted');
  await lab.play('compacted', prompt, { do: 'finish', text: 'Done.' });
  const { stateChange } = await lab.turns(pid, 'review');
  await lab.daemon.command('seen', { session: id, change: stateChange });
  await lab.turns(pid, 'idle');
  await lab.play('compacted', { do: 'compact' });
  await lab.turns(pid, 'idle');
  await lab.play('compacted', prompt);
  await lab.turns(pid, 'busy');
  expect(lab.announced(id)).toEqual(['review']);
});

it('S12: a session whose transcript does not exist is listed like any other, and ends like any other', async () => {
  const { pid } = await begin('no-file');
  expect(existsSync(transcriptOf(pid))).toBe(false);
  await lab.play('no-file', { do: 'crash' });
  await lab.turns(pid, 'ended');
});

it('S14: a turn that ends and goes on at once never says more than it was', async () => {
  const { pid, id } = await begin('quick');
  await lab.play('quick', prompt, { do: 'finish', text: 'One.' }, prompt);
  await lab.turns(pid, 'busy');
  await lab.play('quick', { do: 'finish', text: 'Two.' });
  await lab.shows(pid, 'its end', ({ state, lastText }) => state === 'review' && lastText === 'Two.');
  expect(lab.history(id)).not.toContain('unknown');
});

it('S19: 400 KB of bookkeeping after an open tool call leave the session busy', async () => {
  const { pid, id } = await begin('bookkeeping');
  await lab.play('bookkeeping', prompt, bash);
  await lab.shows(pid, 'its action', ({ action }) => action === 'Bash · npm test');
  append(pid, ...Array.from({ length: 400 }, () => ({ type: 'attachment', text: 'x'.repeat(1_000) })));
  await lab.daemon.stop();
  await lab.open();
  expect(await lab.turns(pid, 'busy')).toMatchObject({ action: 'Bash · npm test' });
  expect(lab.history(id)).not.toContain('idle');
});

it('S20: titles and modes written into a transcript at rest move nothing', async () => {
  const { pid, id } = await begin('resting');
  await lab.play('resting', prompt, { do: 'finish', text: 'Done.' });
  const before = await lab.turns(pid, 'review');
  append(pid, { type: 'custom-title', customTitle: 'x' }, { type: 'mode', mode: 'normal' }, { type: 'last-prompt' });
  // Another session's whole turn, so that these lines were certainly read.
  const other = await begin('beside');
  await lab.play('beside', prompt, { do: 'finish', text: 'Done.' });
  await lab.turns(other.pid, 'review');
  expect(lab.view(pid)).toEqual(before);
  expect(lab.announced(id)).toEqual(['review']);
});

const rings = (id: string, ...what: readonly string[]) =>
  until(`${id} rang ${what.join(', ')}`, () => JSON.stringify(lab.announced(id)) === JSON.stringify(what), {
    seen: () => lab.announced(id).join(', '),
  });

it('S22: a prompt after the last end was seen rings like the first', async () => {
  const { pid, id } = await begin('seen');
  await lab.play('seen', prompt, { do: 'finish', text: 'Done.' });
  const { stateChange } = await lab.turns(pid, 'review');
  await lab.daemon.command('seen', { session: id, change: stateChange });
  await lab.play('seen', prompt, bash, { do: 'ask-permission' });
  const asking = await lab.turns(pid, 'needs-input');
  // A prompt rings a moment after it came up: what another hook answers at once rings nothing.
  await rings(id, 'review', 'needs-input');
  // An acknowledgement of the old end clears nothing newer.
  const { cleared } = await lab.daemon.command('seen', { session: id, change: stateChange });
  expect(cleared).toBe(false);
  expect(asking.stateChange).toBeGreaterThan(stateChange);
});

it('S24: a session that waits, and says so again and again, rings once', async () => {
  const { pid, id } = await begin('waiting');
  await lab.play('waiting', prompt, bash, { do: 'ask-permission' });
  const { since, waitingSince } = await lab.turns(pid, 'needs-input');
  for (let time = 1; time <= 50; time++) {
    lab.registry.change(pid, { updatedAt: Date.now() + time, name: `waiting ${time}` });
  }
  expect(await lab.shows(pid, 'the last name', ({ name }) => name === 'waiting 50')).toMatchObject({
    since,
    waitingSince,
  });
  await rings(id, 'needs-input');
});

it('S17, S18: a registry that cannot be read ends nobody, and a death is still seen', async () => {
  const { pid, id } = await begin('unreadable');
  await lab.play('unreadable', prompt);
  await lab.turns(pid, 'busy');
  writeFileSync(lab.registry.path(pid), '{');
  await lab.play('unreadable', { do: 'wait', ms: 500 });
  expect(lab.view(pid)?.state).toBe('busy');
  await lab.play('unreadable', { do: 'crash' });
  await lab.turns(pid, 'ended');
  expect(lab.history(id)).toEqual(['idle', 'busy', 'ended']);
});

it('T11: two stories in one file, with time running back, crash nothing; the last line counts', async () => {
  const { pid } = await begin('spliced');
  await lab.play('spliced', prompt);
  const { conversation } = await lab.turns(pid, 'busy');
  const line = (sessionId: string | null, text: string, at: number, cwd: string) => ({
    ...{ type: 'user', sessionId, cwd, timestamp: new Date(at).toISOString(), message: { content: text } },
  });
  append(
    pid,
    line('11111111-0000-4000-8000-000000000000', 'other story', Date.now() - 86_400_000, '/other'),
    line(conversation, 'back', Date.now(), '/w'),
  );
  await lab.play('spliced', { do: 'finish', text: 'Told to the end.' });
  expect(await lab.turns(pid, 'review')).toMatchObject({ lastText: 'Told to the end.', conversation });
  expect(readFileSync(transcriptOf(pid), 'utf8')).toContain('other story');
});
