// Registry files as they should not be, under the built daemon: one clear line, the state untouched, nothing crashes.

import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { kill, processState } from '../lab/lab-processes.ts';
import { pause, until } from '../lab/until.ts';

let lab: FakeLab;
beforeAll(async () => {
  lab = makeFakeLab('registry-input');
  await lab.open();
});
afterAll(() => lab.close());

const explain = async (pid: number) => lab.daemon.command('explain', { session: lab.view(pid)?.id ?? '' });

it('a registry that appears after the daemon is watched like any other', async () => {
  const pid = await lab.start('first');
  const session = await lab.turns(pid, 'idle');
  expect(session).toMatchObject({ kind: 'terminal', claudeDirectory: lab.claude });
});

describe('a registry file', () => {
  it('cut in half leaves the state as it is, and is told in one line', async () => {
    const pid = await lab.start('cut');
    await lab.play('cut', { do: 'prompt', text: 'go' });
    const { id } = await lab.turns(pid, 'busy');
    const whole = readFileSync(lab.registry.path(pid), 'utf8');
    writeFileSync(lab.registry.path(pid), whole.slice(0, whole.length / 2));
    const lines = () => lab.log().split(`sessions/${pid}.json cannot be read`).length - 1;
    await until('it is logged', () => lines() > 0);
    expect(lab.view(pid)?.state).toBe('busy');
    // Read again, and as torn as before.
    writeFileSync(lab.registry.path(pid), whole.slice(0, whole.length / 2));
    await pause(500);
    await lab.play('cut', { do: 'finish', text: 'Done.' });
    await lab.turns(pid, 'review');
    expect(lines()).toBe(1);
    expect(lab.history(id)).not.toContain('unknown');
  });

  it('of a future Claude: extra keys and wrong types move nothing', async () => {
    const pid = await lab.start('future');
    const { id } = await lab.turns(pid, 'idle');
    lab.registry.change(pid, { mood: { deep: [1] }, name: 7, waitingFor: ['x'], tmux: 9, updatedAt: 'soon' });
    await lab.shows(pid, 'no name', ({ name }) => name === null);
    lab.registry.change(pid, { status: 'waiting' });
    await lab.turns(pid, 'needs-input');
    expect(lab.history(id)).toEqual(['idle', 'needs-input']);
  });

  it('with a status that we do not know is "could not look": never idle, and explain says so', async () => {
    const pid = await lab.start('word');
    await lab.turns(pid, 'idle');
    lab.registry.change(pid, { status: 'pondering' });
    await lab.turns(pid, 'unknown');
    const { sources } = await explain(pid);
    expect(sources.find(({ source }) => source === 'registry')).toMatchObject({ verdict: 'could not look' });
    lab.registry.change(pid, { status: 'busy' });
    await lab.turns(pid, 'busy');
  });

  it('R05: of another pid domain is listed, not verifiable, and its process is left alone', async () => {
    const pid = await lab.start('foreign', { trusted: false });
    const key = await lab.start('key');
    const entry = lab.registry.read(key);
    writeFileSync(
      lab.registry.path(pid),
      JSON.stringify({ ...entry, pid, cwd: '/elsewhere', pidDomain: 'linux:11111111111111111111111111111111:pid:[7]' }),
    );
    const session = await lab.shows(pid, 'foreign', ({ because }) => because === 'foreign');
    expect(session).toMatchObject({ state: 'unknown', cwd: '/elsewhere' });
    expect(session.limited).toMatch(/cannot be checked from here/);
    expect(processState(pid)).not.toBe('T');
    rmSync(lab.registry.path(pid));
    await lab.watcher().next('it is gone', () => lab.view(pid)?.because !== 'foreign', 5_000);
  });

  it('R04: of an earlier process with the same pid is passed over, and said in one line', async () => {
    const pid = await lab.start('reused');
    await lab.turns(pid, 'idle');
    lab.registry.change(pid, { procStart: '1', status: 'busy' });
    await until('it is logged', () => lab.log().includes(`sessions/${pid}.json belongs to an earlier process`));
    expect(lab.view(pid)?.state).toBe('idle');
  });

  it('without procStart counts if it was written as its process began, and only then', async () => {
    const young = await lab.start('young', { trusted: false });
    const old = await lab.start('old', { trusted: false });
    const other = lab.registry.read(await lab.start('other'));
    const write = (pid: number, startedAt: number) => {
      const { procStart, pidDomain, ...rest } = other;
      writeFileSync(lab.registry.path(pid), JSON.stringify({ ...rest, pid, startedAt, status: 'busy' }));
    };
    write(old, Date.now() - 3_600_000);
    write(young, Date.now());
    await lab.turns(young, 'busy');
    await until('it is logged', () => lab.log().includes(`sessions/${old}.json belongs to an earlier process`));
    expect(lab.view(old)?.state).not.toBe('busy');
  });

  it('of 2.1.112 has no status: the session is listed, says what is missing, and is never idle without a guess', async () => {
    const pid = await lab.start('older', { version: '2.1.112' });
    await lab.turns(pid, 'idle');
    const { status, statusUpdatedAt, procStart, pidDomain, ...rest } = lab.registry.read(pid);
    rmSync(lab.registry.path(pid));
    writeFileSync(lab.registry.path(pid), JSON.stringify(rest));
    const session = await lab.shows(pid, 'limited', ({ limited }) => limited !== null);
    expect(session.limited).toMatch(/tells no status of its own/);
    expect(session.state === 'idle' && !session.guess).toBe(false);
  });

  it('of a Claude directory behind a link is the same session', async () => {
    symlinkSync(lab.claude, join(lab.directory, 'link'));
    const pid = await lab.start('linked');
    await lab.turns(pid, 'idle');
    expect(
      lab
        .watcher()
        .snapshot()
        .sessions.filter((session) => session.pid === pid),
    ).toHaveLength(1);
  });
});

describe('a process', () => {
  it('S16: killed with its registry file still saying busy is ended within 1.5 s', async () => {
    const pid = await lab.start('killed');
    await lab.play('killed', { do: 'prompt', text: 'go' });
    await lab.play('killed', { do: 'tool', name: 'Bash', input: { command: 'sleep 100' } });
    await lab.turns(pid, 'busy');
    const from = Date.now();
    await lab.play('killed', { do: 'crash' });
    const ended = await lab.turns(pid, 'ended');
    expect(Date.now() - from).toBeLessThan(1_500 + 500);
    expect(lab.registry.read(pid).status).toBe('busy');
    expect(ended.endedAt).not.toBeNull();
    // A later word of its file revives nobody.
    lab.registry.change(pid, { status: 'waiting' });
    await lab.turns(await lab.start('next'), 'idle');
    expect(lab.view(pid)?.state).toBe('ended');
  });

  it('R06: stopped is suspended and unknown, and goes on where it was', async () => {
    const pid = await lab.start('stopped');
    await lab.play('stopped', { do: 'prompt', text: 'go' });
    await lab.turns(pid, 'busy');
    await lab.play('stopped', { do: 'suspend' });
    expect(await lab.turns(pid, 'unknown')).toMatchObject({ suspended: true });
    await lab.play('stopped', { do: 'continue' });
    expect(await lab.turns(pid, 'busy')).toMatchObject({ suspended: false });
    kill(pid, 'SIGCONT');
  });
});
