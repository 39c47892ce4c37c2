// Ports that the process trees of sessions listen on, by Linux's /proc: which sockets listen, and who holds them. It
// starts no program. In rest a look reads two files and one link for each port of a session; only a socket that is new
// makes it look for its holder among all processes, once, a little at a time.

import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import type { ProcessKey } from '../../core/process.ts';
import { readStat } from './linux-process.ts';
import type { ListeningPorts } from './listening-ports.ts';
import { readProcLink, textOf } from './proc-files.ts';
import { parseListening } from './protocol.ts';

/** Who holds a socket: a process, its file, and that process with all above it when it was found. */
interface Holder {
  readonly pid: number;
  readonly file: string;
  readonly lineage: ReadonlySet<string>;
}

/** A socket that nobody was seen to hold so often is nobody's of ours: the first time its holder may just have begun. */
const ENOUGH = 2;
/** So many processes are read before others have their turn. */
const AT_ONCE = 50;
/** Listening sockets come first in the kernel's tables, in pieces of a page. */
const PAGE = 4_096;
const MOST_PAGES = 64;

/** Makes the reader of ports for Linux; only sockets of the user `uid` count. */
export function makeLinuxPorts(proc = '/proc', uid = process.getuid?.() ?? -1): ListeningPorts {
  const holders = new Map<string, Holder>();
  /** How often a socket was searched for in vain. */
  const missed = new Map<string, number>();

  const portsOf = async (roots: readonly ProcessKey[]): Promise<readonly (readonly number[] | null)[]> => {
    const listening = readListening(proc, uid);
    if (listening === null) return roots.map(() => null);
    for (const known of [holders, missed])
      for (const socket of known.keys()) if (!listening.has(socket)) known.delete(socket);
    const keys = roots.map(keyOf);
    const wanted = new Set(keys);
    const isWanted = ({ lineage }: Holder) => [...lineage].some((key) => wanted.has(key));
    for (const [socket, holder] of holders) if (isWanted(holder) && !holds(holder, socket)) holders.delete(socket);
    const unknown = [...listening.keys()].filter(
      (socket) => !holders.has(socket) && (missed.get(socket) ?? 0) < ENOUGH,
    );
    if (unknown.length > 0) await search(new Set(unknown));
    const ports = new Map<string, Set<number>>(keys.map((key) => [key, new Set()]));
    for (const [socket, { lineage }] of holders)
      for (const key of lineage) ports.get(key)?.add(listening.get(socket) ?? 0);
    return keys.map((key) => [...(ports.get(key) ?? [])].sort((a, b) => a - b));
  };

  const holds = ({ pid, file }: Pick<Holder, 'pid' | 'file'>, socket: string): boolean =>
    textOf(readProcLink(`${proc}/${pid}/fd/${file}`)) === `socket:[${socket}]`;

  /** The newest processes first: what just began to listen is most likely one of them. */
  const search = async (wanted: Set<string>) => {
    const pids = namesIn(proc).filter((name) => /^\d+$/.test(name));
    for (const [place, pid] of pids
      .map(Number)
      .sort((a, b) => b - a)
      .entries()) {
      if (wanted.size === 0) return;
      if (place % AT_ONCE === AT_ONCE - 1) await aTurn();
      for (const file of namesIn(`${proc}/${pid}/fd`)) {
        const socket = /^socket:\[(\d+)\]$/.exec(textOf(readProcLink(`${proc}/${pid}/fd/${file}`)) ?? '')?.[1];
        if (socket !== undefined && wanted.delete(socket)) holders.set(socket, { pid, file, lineage: lineageOf(pid) });
      }
    }
    for (const socket of wanted) missed.set(socket, (missed.get(socket) ?? 0) + 1);
  };

  const lineageOf = (from: number): ReadonlySet<string> => {
    const lineage = new Set<string>();
    for (let pid = from; pid > 1; ) {
      const stat = readStat(proc, pid);
      // A pid that is used again while we walk could close a circle.
      if (typeof stat === 'string' || lineage.has(keyOf({ pid, startTicks: stat.startTicks }))) break;
      lineage.add(keyOf({ pid, startTicks: stat.startTicks }));
      pid = stat.parent;
    }
    return lineage;
  };

  return { portsOf };
}

function keyOf({ pid, startTicks }: ProcessKey): string {
  return `${pid} ${startTicks}`;
}

/** Sockets that listen, by inode, with their ports; `null` when that could not be read. */
function readListening(proc: string, uid: number): ReadonlyMap<string, number> | null {
  const texts = ['tcp', 'tcp6'].flatMap((table) => readFirstPages(`${proc}/net/${table}`) ?? []);
  if (texts.length === 0) return null;
  const found = new Map<string, number>();
  for (const text of texts)
    for (const { socket, port, owner } of parseListening(text)) if (owner === uid) found.set(socket, port);
  return found;
}

/** As much of a table as holds listening sockets: what follows them is long on a busy machine, and dear to list. */
function readFirstPages(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // No such table: a kernel without IPv6 has one only.
    return null;
  }
  try {
    const page = Buffer.allocUnsafe(PAGE);
    let text = '';
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const got = readSync(file, page, 0, PAGE, null);
      text += page.toString('latin1', 0, got);
      // A page with room for one more line was the last; one that ends in another state lies behind them.
      if (got < PAGE - 256 || !/ 0A [^\n]*\n$/.test(text)) break;
    }
    return text;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
