import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sleepingBody } from './body.ts';
import { serveScript } from './serve-script.ts';
import { createStandIn, type StandIn } from './stand-in.ts';

let home: string;
let standIn: StandIn;
const claude = () => join(home, '.claude');
const sessions = () => readdirSync(join(claude(), 'sessions'));
const registry = () => JSON.parse(readFileSync(join(claude(), 'sessions', `${standIn.pid()}.json`), 'utf8'));
const proc = (name: string) => readFileSync(`/proc/${standIn.pid()}/${name}`, 'utf8');
const make = () =>
  createStandIn(claude(), (cwd, { environment }) =>
    sleepingBody({ home, configDirectory: null, more: environment ?? {} }, cwd),
  );

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stand-in-'));
  mkdirSync(join(home, 'shop'));
  standIn = make();
});

afterEach(async () => {
  await standIn.dispose();
  rmSync(home, { recursive: true, force: true });
});

describe.skipIf(process.platform !== 'linux')('a stand-in’s process (needs /proc)', () => {
  it('looks like a Claude in the process table', async () => {
    await standIn.perform({ do: 'start', cwd: join(home, 'shop'), environment: { TMUX_PANE: '%7' } });
    expect(proc('environ').split('\0')).toContain('TMUX_PANE=%7');
    expect(proc('cmdline')).toBe('claude\0');
    expect(proc('environ').split('\0')).toContain(`HOME=${home}`);
    expect(proc('environ')).not.toContain('CLAUDECODE');
    const start = proc('stat').split(') ')[1]?.split(' ')[19];
    expect(registry()).toMatchObject({ pid: standIn.pid(), procStart: start, status: 'idle', cwd: join(home, 'shop') });
    expect(sessions().filter((name) => name.endsWith('.key'))).toHaveLength(1);
  });

  it('takes its registry file along when it exits and leaves it when it crashes', async () => {
    await standIn.perform({ do: 'start', cwd: home });
    await standIn.perform({ do: 'exit' });
    expect(sessions()).toEqual([]);
    await expect(standIn.perform({ do: 'wait', ms: 1 })).rejects.toThrow('ended');

    standIn = make();
    await standIn.perform({ do: 'start', cwd: home });
    await standIn.perform({ do: 'prompt', text: 'Hello' });
    await standIn.perform({ do: 'crash' });
    expect(registry().status).toBe('busy');
    expect(() => process.kill(standIn.pid() ?? 0, 0)).toThrow('ESRCH');
  });

  it('can be stopped and go on, and ends even while it is stopped', async () => {
    await standIn.perform({ do: 'start', cwd: home });
    await standIn.perform({ do: 'suspend' });
    await expect.poll(() => proc('stat').split(') ')[1]?.[0]).toBe('T');
    await standIn.perform({ do: 'continue' });
    await expect.poll(() => proc('stat').split(') ')[1]?.[0]).toBe('S');
    await standIn.perform({ do: 'suspend' });
    await standIn.dispose();
    expect(() => process.kill(standIn.pid() ?? 0, 0)).toThrow('ESRCH');
  });
});

describe('a script', () => {
  it('is answered line by line, each session in order, and ends every process with its input', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const made: StandIn[] = [];
    const served = serveScript({
      input,
      output,
      newStandIn: () => {
        const next = make();
        made.push(next);
        return next;
      },
    });
    for (const session of ['a', 'b']) {
      input.write(`${JSON.stringify({ session, id: 1, do: 'start', cwd: home })}\n`);
      input.write(`${JSON.stringify({ session, id: 2, do: 'prompt', text: 'Hello' })}\n`);
      input.write(`${JSON.stringify({ session, id: 3, do: 'shell-done' })}\n`);
    }
    input.end('nonsense\n');
    await served;
    const replies = String(output.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const of = (session: string) => replies.filter((reply) => reply.session === session);
    for (const session of ['a', 'b']) {
      expect(of(session).map(({ id, done }) => [id, done])).toEqual([
        [1, 'start'],
        [2, 'prompt'],
        [3, undefined],
      ]);
      expect(of(session)[2].failed).toContain('No shell');
    }
    expect(of('main')).toEqual([{ session: 'main', id: null, failed: 'Not JSON: nonsense' }]);
    for (const each of made) expect(() => process.kill(each.pid() ?? 0, 0)).toThrow('ESRCH');
  });
});
