// A disk of one megabyte that is full, or that cannot be written: a tmpfs in a mount namespace of its own, reached
// through the process that lives there. It is gone with that process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A directory on a disk of its own. */
export interface SmallDisk {
  readonly path: string;
  dispose(): void;
}

const MOUNT = `mount -t tmpfs -o size=1m,mode=0777 none /mnt && mkdir -m 0700 /mnt/spool || exit 1
case $1 in full) dd if=/dev/zero of=/mnt/filler bs=64k 2>/dev/null; : ;; sealed) mount -o remount,ro /mnt || exit 1 ;; esac
echo made
exec cat`;

/**
 * Makes one. @param how `full`: no byte more goes in, but names do; `sealed`: read-only.
 * @throws where this user may make no mount namespace.
 */
export async function makeSmallDisk(how: 'full' | 'sealed'): Promise<SmallDisk> {
  const apart = process.getuid?.() === 0 ? ['-m'] : ['-U', '-r', '-m'];
  const child = spawn('unshare', [...apart, 'sh', '-c', MOUNT, 'sh', how], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = await Promise.race([once(child.stdout, 'data').then(String), once(child, 'exit').then(() => '')]);
  if (said.trim() !== 'made') throw new Error('no disk of its own: `unshare -m` is refused here');
  return { path: join('/proc', String(child.pid), 'root', 'mnt', 'spool'), dispose: () => child.kill('SIGKILL') };
}
