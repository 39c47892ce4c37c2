// The daemon comes back, or wakes up: what was shown persists or is read again, and nothing found by that rings anything.

import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/sqlite/open-store.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { kill } from '../lab/lab-processes.ts';
import { pause } from '../lab/until.ts';

let lab: FakeLab;
beforeEach(() => {
  lab = makeFakeLab('restart');
});
afterEach(() => lab.close());

/** The person sees what a session has done. */
async function see(pid: number): Promise<void> {
  const { id, stateChange } = await lab.turns(pid, 'review');
  await lab.daemon.command('seen', { session: id, change: stateChange });
  await lab.turns(pid, 'idle');
}

/** What was kept of the sessions can be read no more. */
function damageSessions(): void {
  const path = join(lab.state, 'state.db');
  const { store } = openStore({ path, backupDirectory: lab.directory, now: Date.now() });
  for (const { id } of store.sessions()) store.saveSession({ id, body: '{' });
  store.close();
}

const everything = () =>
  lab
    .watcher()
    .snapshot()
    .sessions.flatMap(({ id }) => lab.announced(id));

it('A2, A10: busy is read again; idle, review and needs-input persist, each under its id, and nothing is announced', async () => {
  await lab.open();
  const names = ['resting', 'working', 'finished', 'asking'] as const;
  const pids = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await lab.start(name)] as const)));
  const pid = (name: (typeof names)[number]) => pids[name] ?? 0;
  for (const name of names) await lab.turns(pid(name), 'idle');
  await lab.play('working', { do: 'prompt', text: 'go' });
  await lab.play('finished', { do: 'prompt', text: 'go' }, { do: 'finish', text: 'Done.' });
  await lab.play('asking', { do: 'prompt', text: 'go' });
  await lab.play('asking', { do: 'tool', name: 'Bash', input: { command: 'npm test' } }, { do: 'ask-permission' });
  const before = {
    resting: await lab.turns(pid('resting'), 'idle'),
    working: await lab.turns(pid('working'), 'busy'),
    finished: await lab.turns(pid('finished'), 'review'),
    asking: await lab.turns(pid('asking'), 'needs-input'),
  };
  await lab.daemon.kill();
  await lab.open();
  for (const name of names) {
    const session = await lab.turns(pid(name), before[name].state);
    expect(session.id).toBe(before[name].id);
    if (name !== 'working') expect(session.since).toBe(before[name].since);
    // Between "was busy" and the first read there may be "unknown"; never a state that claims more.
    expect(['unknown', before[name].state]).toEqual(expect.arrayContaining([...lab.history(session.id)]));
  }
  expect(everything()).toEqual([]);
  // What happens from now on rings again.
  await lab.play('working', { do: 'finish', text: 'Done too.' });
  const { id } = await lab.turns(pid('working'), 'review');
  expect(lab.announced(id)).toEqual(['review']);
});

it('A2: what happened while the daemon was away is found, and announced to nobody', async () => {
  await lab.open();
  const ends = await lab.start('ends');
  const asks = await lab.start('asks');
  const dies = await lab.start('dies');
  for (const name of ['ends', 'asks', 'dies']) await lab.play(name, { do: 'prompt', text: 'go' });
  for (const pid of [ends, asks, dies]) await lab.turns(pid, 'busy');
  await lab.daemon.stop();
  await lab.play('ends', { do: 'finish', text: 'While away.' });
  await lab.play('asks', { do: 'tool', name: 'Bash', input: { command: 'ls' } }, { do: 'ask-permission' });
  await lab.play('dies', { do: 'crash' });
  await lab.open();
  expect(await lab.turns(ends, 'review')).toMatchObject({ lastText: 'While away.' });
  await lab.turns(asks, 'needs-input');
  // S16, A9: dead although its file still says busy.
  await lab.turns(dies, 'ended');
  expect(everything()).toEqual([]);
});

it('A2: a session that began and finished while the daemon was away is to review, and announced to nobody', async () => {
  await lab.open();
  await lab.daemon.stop();
  const finished = await lab.start('finished');
  const rests = await lab.start('rests');
  await lab.play('finished', { do: 'prompt', text: 'go' }, { do: 'finish', text: 'While away.' });
  await lab.open();
  expect(await lab.turns(finished, 'review')).toMatchObject({ lastText: 'While away.' });
  await lab.turns(rests, 'idle');
  expect(everything()).toEqual([]);
  // It is known from now on: the next start makes nothing new of it.
  const { id } = await lab.turns(finished, 'review');
  await lab.daemon.stop();
  await lab.open();
  expect((await lab.turns(finished, 'review')).id).toBe(id);
});

it('A2: a turn of a conversation that began while the daemon was away is to review, and announced to nobody', async () => {
  await lab.open();
  const pid = await lab.start('cleared');
  await lab.play('cleared', { do: 'prompt', text: 'one' }, { do: 'finish', text: 'Before.' });
  await lab.turns(pid, 'review');
  await lab.daemon.stop();
  await lab.play('cleared', { do: 'clear' }, { do: 'prompt', text: 'two' }, { do: 'finish', text: 'Since.' });
  // So old that it is not what a session does that is only just met in that conversation.
  await pause(1_500);
  await lab.open();
  expect(await lab.turns(pid, 'review')).toMatchObject({ lastText: 'Since.' });
  expect(everything()).toEqual([]);
});

it('A2: what was seen is not to review again where its session could not be restored, and what it did since is', async () => {
  await lab.open();
  const pids = [await lab.start('rests'), await lab.start('goes on')];
  for (const [at, name] of ['rests', 'goes on'].entries()) {
    await lab.play(name, { do: 'prompt', text: 'go' }, { do: 'finish', text: 'Old.' });
    await see(pids[at] ?? 0);
  }
  await lab.daemon.stop();
  damageSessions();
  await lab.play('goes on', { do: 'prompt', text: 'more' }, { do: 'finish', text: 'New.' });
  await lab.open();
  expect(await lab.turns(pids[1] ?? 0, 'review')).toMatchObject({ lastText: 'New.' });
  await lab.turns(pids[0] ?? 0, 'idle');
  expect(lab.history(lab.view(pids[0] ?? 0)?.id ?? '')).not.toContain('review');
});

it("A2: another session's work that was seen is not to review where it is resumed while the daemon is away", async () => {
  await lab.open();
  const pid = await lab.start('resumes');
  await lab.play('resumes', { do: 'prompt', text: 'go' }, { do: 'finish', text: 'Its own.' });
  await see(pid);
  // A session at rest writes nothing down for long.
  await pause(2_500);
  const other = await lab.start('other', { cwd: lab.project('resumes') });
  await lab.play('other', { do: 'prompt', text: 'go' }, { do: 'finish', text: "The other's." });
  await see(other);
  const { sessionId } = lab.registry.read(other);
  await lab.play('other', { do: 'exit' });
  await lab.daemon.stop();
  lab.registry.change(pid, { sessionId });
  await lab.open();
  await lab.shows(pid, 'what the other did', ({ lastText }) => lastText === "The other's.");
  await lab.turns(pid, 'idle');
  expect(lab.history(lab.view(pid)?.id ?? '')).not.toContain('review');
});

it('D06: a session that waited and died while the daemon was away does not wait any more', async () => {
  await lab.open();
  const pid = await lab.start('asks');
  await lab.play('asks', { do: 'prompt', text: 'go' });
  await lab.play('asks', { do: 'tool', name: 'Bash', input: { command: 'ls' } }, { do: 'ask-permission' });
  await lab.turns(pid, 'needs-input');
  await lab.daemon.stop();
  await lab.play('asks', { do: 'crash' });
  await lab.open();
  expect(await lab.turns(pid, 'ended')).toMatchObject({ waitingSince: null, waitingFor: null });
});

it('A10: twelve sessions that were there before are all listed, none in review, none announced', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `before${at}`);
  const pids = await Promise.all(names.map((name) => lab.start(name)));
  // Every second one has finished turns in its transcript that nobody of us ever saw.
  for (const name of names.filter((_, at) => at % 2 === 0))
    await lab.play(name, { do: 'prompt', text: 'go' }, { do: 'finish', text: 'Done long ago.' });
  await lab.open();
  for (const pid of pids) await lab.turns(pid, 'idle');
  const ids = pids.map((pid) => lab.view(pid)?.id ?? '');
  expect(new Set(ids).size).toBe(12);
  for (const id of ids) expect(lab.history(id)).not.toContain('review');
  expect(everything()).toEqual([]);
});

it('D05: a daemon that slept tells what is true now, once, right after it wakes', async () => {
  await lab.open();
  const pid = await lab.start('slept');
  const other = await lab.start('other');
  const { id } = await lab.turns(pid, 'idle');
  await lab.turns(other, 'idle');
  kill(lab.daemon.pid(), 'SIGSTOP');
  for (let round = 0; round < 5; round++)
    await lab.play('slept', { do: 'prompt', text: 'go' }, { do: 'finish', text: `Done ${round}.` });
  await lab.play('other', { do: 'prompt', text: 'go' });
  // Time itself is the trigger here.
  await lab.play('other', { do: 'wait', ms: 3_000 });
  kill(lab.daemon.pid(), 'SIGCONT');
  await lab.turns(other, 'busy', 2_000);
  const session = await lab.turns(pid, 'review', 2_000);
  expect(session.lastText).toBe('Done 4.');
  expect(lab.announced(id)).toEqual(['review']);
});
