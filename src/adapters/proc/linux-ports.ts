// Ports that the process trees of sessions listen on, by Linux's /proc: which sockets listen, and who holds them. It
// starts no program. In rest a look reads two files and one link for each known port; only a socket that is new makes
// it look through the trees, a little at a time.

import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import type { ProcessKey } from '../../core/process.ts';
import { readStat } from './linux-process.ts';
import type { ListeningPorts } from './listening-ports.ts';
import { readProcLink, textOf } from './proc-files.ts';
import { parseListening } from './protocol.ts';

/** Where a socket was found. */
interface Held {
  readonly pid: number;
  readonly file: string;
}

/** What is known of one tree: sockets in it, and how often the others were looked for in vain. */
interface Tree {
  readonly held: Map<string, Held>;
  readonly others: Map<string, number>;
}

/** A socket that was not in a tree so often is not of it: the first time its holder may just have begun. */
const ENOUGH = 2;
/** So many processes are read before others have their turn. */
const AT_ONCE = 50;
/** More processes than this of one tree are not looked at. */
const LARGEST_TREE = 500;
/** Listening sockets come first in the kernel's tables, in pieces of a page. */
const PAGE = 4_096;
const MOST_PAGES = 64;

/** Makes the reader of ports for Linux; only sockets of the user `uid` count. */
export function makeLinuxPorts(proc = '/proc', uid = process.getuid?.() ?? -1): ListeningPorts {
  const trees = new Map<string, Tree>();

  const portsOf = async (roots: readonly ProcessKey[]): Promise<readonly (readonly number[] | null)[]> => {
    const listening = readListening(proc, uid);
    if (listening === null) return roots.map(() => null);
    const keys = roots.map(({ pid, startTicks }) => `${pid} ${startTicks}`);
    for (const key of [...trees.keys()]) if (!keys.includes(key)) trees.delete(key);
    const searched: { readonly tree: Tree; readonly root: ProcessKey; readonly unknown: ReadonlySet<string> }[] = [];
    roots.forEach((root, place) => {
      const key = keys[place] ?? '';
      const tree = trees.get(key) ?? { held: new Map(), others: new Map() };
      trees.set(key, tree);
      for (const known of [tree.held, tree.others])
        for (const socket of known.keys()) if (!listening.has(socket)) known.delete(socket);
      for (const [socket, held] of tree.held) if (!holds(held, socket)) tree.held.delete(socket);
      const unknown = [...listening.keys()].filter(
        (socket) => !tree.held.has(socket) && (tree.others.get(socket) ?? 0) < ENOUGH,
      );
      if (unknown.length > 0) searched.push({ tree, root, unknown: new Set(unknown) });
    });
    if (searched.length > 0) {
      const children = await readChildren(proc);
      for (const { tree, root, unknown } of searched) await search(tree, treeOf(root.pid, children), unknown);
    }
    return keys.map((key) => {
      const sockets = [...(trees.get(key)?.held.keys() ?? [])];
      return [...new Set(sockets.map((socket) => listening.get(socket) ?? 0))].sort((a, b) => a - b);
    });
  };

  const holds = ({ pid, file }: Held, socket: string): boolean =>
    textOf(readProcLink(`${proc}/${pid}/fd/${file}`)) === `socket:[${socket}]`;

  /** The newest processes first: what just began to listen is most likely one of them. */
  const search = async (tree: Tree, pids: readonly number[], unknown: ReadonlySet<string>) => {
    const wanted = new Set(unknown);
    for (const [place, pid] of [...pids].sort((a, b) => b - a).entries()) {
      if (place % AT_ONCE === AT_ONCE - 1) await aTurn();
      for (const file of filesOf(proc, pid)) {
        if (wanted.size === 0) return;
        const socket = /^socket:\[(\d+)\]$/.exec(textOf(readProcLink(`${proc}/${pid}/fd/${file}`)) ?? '')?.[1];
        if (socket !== undefined && wanted.delete(socket)) tree.held.set(socket, { pid, file });
      }
    }
    for (const socket of wanted) tree.others.set(socket, (tree.others.get(socket) ?? 0) + 1);
    await aTurn();
  };

  return { portsOf };
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

/** Children of every process. */
async function readChildren(proc: string): Promise<ReadonlyMap<number, readonly number[]>> {
  const children = new Map<number, number[]>();
  const pids = namesIn(proc).filter((name) => /^\d+$/.test(name));
  for (const [place, name] of pids.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await aTurn();
    const stat = readStat(proc, Number(name));
    if (typeof stat === 'string') continue;
    const siblings = children.get(stat.parent);
    if (siblings === undefined) children.set(stat.parent, [Number(name)]);
    else siblings.push(Number(name));
  }
  return children;
}

function treeOf(root: number, children: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const tree = [root];
  for (let at = 0; at < tree.length && tree.length < LARGEST_TREE; at += 1) {
    for (const child of children.get(tree[at] ?? 0) ?? []) if (!tree.includes(child)) tree.push(child);
  }
  return tree;
}

/** Names of a process's open files; none where it is gone or another's. */
function filesOf(proc: string, pid: number): readonly string[] {
  return namesIn(`${proc}/${pid}/fd`);
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
