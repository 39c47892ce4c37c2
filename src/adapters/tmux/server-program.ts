// Finds the program that a tmux server runs, for its own version understands it best. It only looks into /proc; where
// that cannot be read, the `tmux` of the PATH does.

import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** Path of the program that this server runs; `null` where it cannot be read, or is no tmux by its name. */
export async function programOf(pid: string): Promise<string | null> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  if (!basename(program).startsWith('tmux')) return null;
  // Replaced by an update: the file is still there for those who ask by the process.
  return program.endsWith(' (deleted)') ? `/proc/${pid}/exe` : program;
}

/**
 * Pid of the server that listens at this socket; `null` where that cannot be found out. It looks at every process: only
 * for where the server itself could not be asked.
 */
export async function findServer(socket: string): Promise<string | null> {
  const sockets = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const inodes = listeningInodes(sockets, socket);
  if (inodes.size === 0) return null;
  for (const pid of await readdir('/proc').catch((): string[] => [])) {
    if (!/^\d+$/.test(pid)) continue;
    // `tmux: server`, by its own naming; only such a process is looked into.
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (name.startsWith('tmux') && (await holds(pid, inodes))) return pid;
  }
  return null;
}

/** Inodes of the sockets that listen at a path, from the text of `/proc/net/unix`. */
export function listeningInodes(text: string, path: string): Set<string> {
  const inodes = new Set<string>();
  for (const line of text.split('\n')) {
    // Num RefCount Protocol Flags Type St Inode Path; flag 0x10000: it accepts connections.
    const [, flags = '0', inode = '', name] = /^\S+ \S+ \S+ (\S+) \S+ \S+ +(\d+) (.*)$/.exec(line) ?? [];
    if (name === path && (Number.parseInt(flags, 16) & 0x10000) !== 0) inodes.add(`socket:[${inode}]`);
  }
  return inodes;
}

async function holds(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  for (const descriptor of await readdir(`/proc/${pid}/fd`).catch((): string[] => [])) {
    const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
    if (inodes.has(target)) return true;
  }
  return false;
}
