// What Claude writes about its process and its machine into its registry file, read from /proc. Anything that cannot be
// read becomes an empty word: a stand-in must start everywhere.

import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import type { ProcessIdentity } from './registry-entry.ts';

/** Pid, start and pid domain of a live process of this machine. */
export function identify(pid: number): ProcessIdentity {
  return { pid, procStart: startOf(pid), pidDomain: pidDomain() };
}

/** Field 22 of `/proc/<pid>/stat`; on other systems the start time that `ps` tells. */
function startOf(pid: number): string {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the name in parentheses and may hold spaces and parentheses itself.
  if (stat !== '') return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return orNothing(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim());
}

function pidDomain(): string {
  const machine = orNothing(() => readFileSync('/etc/machine-id', 'utf8').trim());
  return `${process.platform}:${machine}:${orNothing(() => readlinkSync('/proc/self/ns/pid'))}`;
}

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
