// Ports that the process trees of sessions listen on, by `ps` and `lsof` of macOS: each look starts two programs.
// Known only from recorded output so far.

import type { ProcessKey } from '../../core/process.ts';
import { type RunProgram, runProgram } from './darwin.ts';
import { PS_COLUMNS, parseListeners, parsePs } from './darwin-protocol.ts';
import type { ListeningPorts } from './listening-ports.ts';

/** Makes the reader of ports for macOS. */
export function makeDarwinPorts(run: RunProgram = runProgram, uid = process.getuid?.() ?? -1): ListeningPorts {
  return {
    async portsOf(roots: readonly ProcessKey[]) {
      if (roots.length === 0) return [];
      const opened = await run('lsof', ['-nP', '-a', '-u', String(uid), '-iTCP', '-sTCP:LISTEN', '-Fpn']);
      if (opened === null) return roots.map(() => null);
      const listeners = parseListeners(opened);
      // Where nobody listens there is no tree to be known.
      if (listeners.size === 0) return roots.map(() => []);
      const lines = parsePs((await run('ps', ['-axo', PS_COLUMNS])) ?? '');
      if (lines.length === 0) return roots.map(() => null);
      const parents = new Map(lines.map(({ pid, parent }) => [pid, parent]));
      const isBelow = (pid: number, root: number) => {
        const passed = new Set<number>();
        for (let at = pid; at > 1 && !passed.has(at); at = parents.get(at) ?? 0) {
          if (at === root) return true;
          passed.add(at);
        }
        return false;
      };
      return roots.map(({ pid: root }) => {
        const ports = [...listeners].flatMap(([pid, own]) => (isBelow(pid, root) ? own : []));
        return [...new Set(ports)].sort((a, b) => a - b);
      });
    },
  };
}
