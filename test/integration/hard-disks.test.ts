// The daemon's state where the machine is against it: damaged, newer, unopenable, on a full disk, and killed at random
// moments. It is said in plain words, and nothing that was acknowledged is lost.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../src/contract/commands.ts';
import { command } from '../../src/home/socket-client.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { copyOfDaemon, daemonAnswers, makeHandStarter } from '../lab/hand-started.ts';
import { pause, until } from '../lab/until.ts';

const root = process.getuid?.() === 0;
const hand = makeHandStarter();
const { run } = hand;
let lab: FakeLab;

beforeEach(() => {
  lab = makeFakeLab('hard-disks');
});
afterEach(async () => {
  await hand.endAll();
  await lab.close();
});

const answers = (home = lab.state) => daemonAnswers(home);
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  HOME: lab.home,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  TALLYMUX_HOME: lab.state,
  TALLYMUX_PORT: '0',
  TALLYMUX_CLAUDE_DIRS: lab.claude,
  ...more,
});

describe('D04: a database', () => {
  const spoil: Readonly<Record<string, (path: string) => void>> = {
    'of 0 bytes': (path) => writeFileSync(path, ''),
    'cut in half': (path) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2)),
    'of rubbish': (path) => writeFileSync(path, 'not a database '.repeat(1000)),
  };

  it.each(Object.entries(spoil))('%s stops nothing: sessions are found again, and it is said', async (what, damage) => {
    await lab.open();
    const pid = await lab.start('one');
    const { id } = await lab.turns(pid, 'idle');
    await lab.daemon.command('label', { session: id, label: 'kept' });
    // Ended politely, so that everything lies in the one file.
    await lab.daemon.stop();
    damage(join(lab.state, 'state.db'));
    await lab.open();
    await lab.turns(pid, 'idle');
    const { warnings, store } = await answers();
    expect(store).not.toBe('memory');
    if (what !== 'of 0 bytes') {
      expect(warnings.map(({ name }) => name)).toContain('database-rebuilt');
      expect(readdirSync(lab.state).some((name) => name.startsWith('state.db.damaged-'))).toBe(true);
    }
  });

  it('of a newer version is left alone; everything goes on from memory, said in red', async () => {
    await lab.open();
    await lab.daemon.stop();
    const path = join(lab.state, 'state.db');
    const bytes = readFileSync(path);
    // The schema's number, `user_version`, lies at byte 60 of the file's head.
    bytes.writeUInt32BE(9999, 60);
    writeFileSync(path, bytes);
    const pid = await lab.start('one');
    await lab.open();
    await lab.turns(pid, 'idle');
    const { warnings, store } = await answers();
    expect(store).toBe('memory');
    expect(warnings).toContainEqual(expect.objectContaining({ name: 'newer-database', severity: 'red' }));
    expect(readFileSync(path).readUInt32BE(60)).toBe(9999);
  });

  it('that no driver can open: from memory, said in red with what to install', async () => {
    const place = mkdtempSync(join(tmpdir(), 'tallymux-no-driver-'));
    const pid = await lab.start('one');
    run(environment(), copyOfDaemon(place));
    const status = await answers();
    rmSync(place, { recursive: true, force: true });
    if (process.getBuiltinModule?.('node:sqlite')) return expect(status.store).toBe('node:sqlite');
    expect(status.store).toBe('memory');
    expect(status.warnings).toContainEqual(expect.objectContaining({ name: 'no-database', severity: 'red' }));
    const { sessions } = (await command(join(lab.state, 'sock'), 'list', {})) as ReplyOf<'list'>;
    expect(sessions.map((session) => session.pid)).toContain(pid);
  });

  it.runIf(root)('on a full disk: goes on, says so in red, and writes what waited once there is room', async () => {
    const disk = join(lab.directory, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', disk]);
    try {
      const pid = await lab.start('one');
      const state = join(disk, 'tally');
      const { child } = run(environment({ TALLYMUX_HOME: state, TALLYMUX_LOG: 'error' }));
      await answers(state);
      const ask = (name: 'list' | 'label', body: object) => command(join(state, 'sock'), name, body as never);
      const session = await until('it is listed', async () => {
        const { sessions } = (await ask('list', {})) as ReplyOf<'list'>;
        return sessions.find((each) => each.pid === pid) ?? null;
      });
      fill(disk);
      const red = async () =>
        (await answers(state)).warnings.some(({ name, severity }) => name === 'disk-full' && severity === 'red');
      let label = '';
      await until('the disk is full for the database too', async () => {
        label = `written later ${'x'.repeat(60)} ${label.length}`;
        await ask('label', { session: session.id, label });
        return red();
      });
      const shown = (await ask('list', {})) as ReplyOf<'list'>;
      expect(shown.sessions.find(({ id }) => id === session.id)?.label).toBe(label);
      for (const name of readdirSync(disk)) if (name.startsWith('ballast')) rmSync(join(disk, name));
      await until('it says that it is over', async () => !(await red()));
      child.kill('SIGKILL');
      await once(child, 'exit');
      run(environment({ TALLYMUX_HOME: state }));
      await answers(state);
      const after = await until('it is listed again', async () => {
        const { sessions } = (await ask('list', {})) as ReplyOf<'list'>;
        return sessions.find((each) => each.pid === pid) ?? null;
      });
      expect(after).toMatchObject({ id: session.id, label });
    } finally {
      await hand.endAll();
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('loses no acknowledged label and no transition, killed at random moments twenty times', async () => {
    await lab.open();
    const pid = await lab.start('one');
    const { id } = await lab.turns(pid, 'idle');
    for (let round = 0; round < 20; round++) {
      const label = `label ${round}`;
      await lab.play('one', { do: 'prompt', text: 'go' });
      await lab.turns(pid, 'busy');
      await lab.daemon.command('label', { session: id, label });
      await lab.play('one', { do: 'finish', text: `Done ${round}.` });
      const { stateChange } = await lab.turns(pid, 'review');
      if (round % 2 === 0) await lab.daemon.command('seen', { session: id, change: stateChange });
      await pause(Math.random() * 50);
      await lab.daemon.kill();
      await lab.open();
      const session = await lab.turns(pid, round % 2 === 0 ? 'idle' : 'review');
      expect(session).toMatchObject({ id, label, lastText: `Done ${round}.` });
      expect(lab.announced(id)).toEqual([]);
    }
  }, 120_000);
});

function fill(disk: string): void {
  for (let size = 512 * 1024; size >= 512; size /= 2) {
    for (let part = 0; part < 50; part++) {
      try {
        writeFileSync(join(disk, `ballast-${size}-${part}`), Buffer.alloc(size));
      } catch {
        break;
      }
    }
  }
}
