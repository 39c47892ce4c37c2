// How hooks come in: the spool for the launcher, and the reader of payloads for the doors.

import { createHash } from 'node:crypto';
import type { DirectoryWatch } from '../adapters/claude/directory-watch.ts';
import { parseHook } from '../adapters/claude/hook-payload.ts';
import { openSpool } from '../adapters/claude/spool.ts';
import { pidOf, uptimeOf } from '../adapters/claude/spool-file.ts';
import type { HookSpool } from '../daemon/ports.ts';
import type { HookReader } from '../server/options.ts';

/** The spool at `directory`. @param wall epoch milliseconds. */
export function hookSpool(directory: string, bells: DirectoryWatch, wall: () => number): HookSpool {
  return openSpool({ directory, bells, wall });
}

/** Reads a payload that came over a door. It has no file, so its bytes are its key. */
export const readHook: HookReader = (payload, claims) =>
  parseHook(payload, {
    key: createHash('sha256').update(payload).digest('hex').slice(0, 32),
    event: null,
    claimedPid: pidOf(claims.pid),
    parentPid: pidOf(claims.parent),
    uptime: uptimeOf(claims.uptime),
    ask: null,
    background: null,
  });
