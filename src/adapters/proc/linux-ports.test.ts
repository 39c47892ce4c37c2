// Listening ports of real processes: in the tree, below it, gone again. And what a look costs when nothing changes.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { makeLinuxPorts } from './linux-ports.ts';
import { readStat } from './linux-process.ts';
import { parseListening } from './protocol.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Listens on a free port until its parent is gone. */
const SERVES = `
  require('net').createServer().listen(0, HOST, function () { console.log(this.address().port) });
  process.stdin.on('end', () => process.exit()).resume();
`;
/** Starts that as its child, and ends it when told to. */
const PARENT = `
  const stdio = ['pipe', 'inherit', 'inherit'];
  const child = require('child_process').spawn(process.execPath, ['-e', process.argv[1]], { stdio });
  process.on('message', () => child.kill('SIGKILL'));
  child.on('exit', () => process.send('gone'));
`;

async function serving(host: string) {
  const child = spawn(process.execPath, ['-e', PARENT, SERVES.replace('HOST', JSON.stringify(host))], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  const { stdout, pid } = child;
  if (stdout === null || pid === undefined) throw new Error('no child');
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return {
    root: keyOf(pid),
    port: Number(line),
    async stop() {
      child.send('stop');
      await once(child, 'message');
    },
  };
}

function keyOf(pid: number) {
  const stat = readStat('/proc', pid);
  if (typeof stat === 'string') throw new Error(stat);
  return { pid, startTicks: stat.startTicks };
}

describe.skipIf(process.platform !== 'linux')('A9: listening ports of a process tree', () => {
  it('are those of its children’s children, on IPv4 and IPv6, and of no other tree', async () => {
    const [one, other] = await Promise.all([serving('127.0.0.1'), serving('::1')]);
    const { portsOf } = makeLinuxPorts();
    expect(await portsOf([one.root, other.root])).toEqual([[one.port], [other.port]]);
    expect(await portsOf([other.root])).toEqual([[other.port]]);
    const whole = await portsOf([keyOf(process.pid)]);
    expect(whole[0]).toEqual(expect.arrayContaining([one.port, other.port]));
  });

  it('are gone when the server is, although its parent lives', async () => {
    const server = await serving('127.0.0.1');
    const { portsOf } = makeLinuxPorts();
    expect(await portsOf([server.root])).toEqual([[server.port]]);
    await server.stop();
    expect(await portsOf([server.root])).toEqual([[]]);
  });

  it('that come later are found by the next look', async () => {
    const { portsOf } = makeLinuxPorts();
    const root = keyOf(process.pid);
    const before = (await portsOf([root]))[0] ?? [];
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    expect((await portsOf([root]))[0]).toEqual([...before, port].sort((a, b) => Number(a) - Number(b)));
    server.close();
    await once(server, 'close');
    expect((await portsOf([root]))[0]).toEqual(before);
  });

  it('cost two small reads when nothing is new, however many sessions there are', async () => {
    const server = await serving('127.0.0.1');
    const { portsOf } = makeLinuxPorts();
    const roots = Array.from({ length: 100 }, (_, place) => ({ pid: server.root.pid, startTicks: String(place) }));
    await portsOf(roots);
    await portsOf(roots);
    const before = io();
    await portsOf(roots);
    const after = io();
    // The two tables, and this test's own look at the counter.
    expect(after.reads - before.reads).toBeLessThanOrEqual(6);
    expect(after.bytes - before.bytes).toBeLessThan(32 * 1024);
  });

  it('that cannot be looked at are unknown, not none', async () => {
    const { portsOf } = makeLinuxPorts('/nowhere');
    expect(await portsOf([keyOf(process.pid)])).toEqual([null]);
  });

  it('of another user’s sockets are not told', async () => {
    const server = await serving('127.0.0.1');
    const { portsOf } = makeLinuxPorts('/proc', 4_294_967_000);
    expect(await portsOf([server.root])).toEqual([[]]);
  });

  it('are read past a table’s first page, and no further than sockets that listen', async () => {
    const proc = mkdtempSync(join(tmpdir(), 'tallymux-ports-'));
    try {
      mkdirSync(join(proc, 'net'));
      const line = (place: number, port: number, state: string, uid: number) =>
        `${String(place).padStart(4)}: 0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 ${state} ` +
        `00000000:00000000 00:00000000 00000000  ${uid}        0 ${place + 500} 1 00000000ceb6f4a4 100 0 0 10 0`.padEnd(
          120,
        );
      const many = Array.from({ length: 100 }, (_, place) => line(place, 3000 + place, '0A', 1000));
      const rest = Array.from({ length: 5_000 }, (_, place) => line(place + 100, 9000, '01', 1000));
      const table = `${'  sl  local_address'.padEnd(149)}\n${[...many, ...rest].join('\n')}\n`;
      writeFileSync(join(proc, 'net', 'tcp'), table);
      const before = io();
      await makeLinuxPorts(proc, 1000).portsOf([{ pid: 1, startTicks: '1' }]);
      expect(io().bytes - before.bytes).toBeLessThan(40 * 1024);
      expect(parseListening(table)).toHaveLength(100);
      expect(parseListening(table)[99]).toEqual({ socket: '599', port: 3099, owner: 1000 });
    } finally {
      rmSync(proc, { recursive: true, force: true });
    }
  });
});

it('A9: a table of sockets that is none holds no port', () => {
  for (const text of ['', 'x', ' 0: zz 0A', '0: 00000000:0000 00000000:0000 0A 0 0 0 1000 0 7'])
    expect(parseListening(text)).toEqual([]);
});

/** Reads of files that this process made so far. */
function io() {
  const text = readFileSync('/proc/self/io', 'utf8');
  return { reads: Number(/syscr: (\d+)/.exec(text)?.[1]), bytes: Number(/rchar: (\d+)/.exec(text)?.[1]) };
}
