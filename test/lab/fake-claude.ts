// Processes that look like Claude to the process table and write nothing: for sessions whose registry file a test writes
// by hand, and for what must not be taken for a session. Bash under another name, asleep.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './until.ts';

/** A terminal in which one process was started. It and all below it are ended with the lab, by HOME. */
export interface FakeClaude {
  readonly pid: number;
  /** Pids of its direct children. */
  children(): readonly number[];
}

/**
 * Starts `bash` with argv[0] `claude` in a terminal of its own.
 * @param script what it runs; it must not end by itself before the test does.
 * @param argv0 another name for argv[0].
 */
export async function startFakeClaude(
  place: { readonly home: string; readonly cwd: string },
  script = 'read -r _',
  argv0 = 'claude',
): Promise<FakeClaude> {
  const inner = `exec -a ${quote(argv0)} bash -c ${quote(`${script}; :`)}`;
  const host = spawn('script', ['-q', '-c', `exec bash -c ${quote(inner)}`, '/dev/null'], {
    cwd: place.cwd,
    env: { HOME: place.home, PATH: '/usr/local/bin:/usr/bin:/bin', SHELL: '/bin/bash', TERM: 'xterm', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const pid = await until(`${argv0} runs`, () => {
    const [child] = childrenOf(host.pid ?? 0);
    return child !== undefined && argvOf(child)[0] === argv0 ? child : null;
  });
  return { pid, children: () => childrenOf(pid) };
}

/** Arguments of a process; none when it is gone. */
export function argvOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** Field 22 of its stat: when it started. */
export function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
