// A user that the system's list does not know, which no test can become without being root.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.doMock('node:os', async (original) => ({
    ...(await original<typeof import('node:os')>()),
    userInfo: () => {
      throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
    },
  }));
});
afterEach(() => {
  vi.doUnmock('node:os');
  vi.resetModules();
});

test('a Claude without HOME, of a user that nobody knows, is found', async () => {
  const { makeLinuxProcesses } = await import('./linux.ts');
  const proc = mkdtempSync(join(tmpdir(), 'tallymux-tree-'));
  for (const pid of ['self', '2', '10']) {
    mkdirSync(join(proc, pid, 'ns'), { recursive: true });
    symlinkSync('pid:[1]', join(proc, pid, 'ns', 'pid'));
    symlinkSync('/', join(proc, pid, 'cwd'));
    symlinkSync(pid === '10' ? '/opt/claude/claude' : '/usr/bin/x', join(proc, pid, 'exe'));
    const comm = pid === '10' ? 'claude' : 'x';
    writeFileSync(
      join(proc, pid, 'stat'),
      `${pid} (${comm}) S 1 1 1 34817 -1 4194304 9 0 0 0 1 2 0 0 20 0 9 0 100 7\n`,
    );
    writeFileSync(join(proc, pid, 'cmdline'), `${comm}\0`);
    writeFileSync(join(proc, pid, 'environ'), 'LANG=C\0');
  }
  writeFileSync(join(proc, 'stat'), 'cpu 1\nbtime 1796018862\n');
  const scan = await makeLinuxProcesses({ proc }).scan();
  rmSync(proc, { recursive: true, force: true });
  expect(scan).toMatchObject({ kind: 'looked', processes: [{ pid: 10, home: '/', claudeDirectory: '/.claude' }] });
});
