// One socket of tmux, and the servers that live behind it: usually one, two where the socket was deleted and another
// server made its own. It links to what is there, waits politely for what is not, and asks the server that is meant.
// It never starts a server, and never keeps one alive that would be gone without us.

import type { GuardedKeys, KeysOutcome, PaneAddress, PaneScreen, PaneTrouble } from '../../core/pane.ts';
import { type Link, openLink } from './link.ts';
import { gone, lookCommand, readLook, unreachable } from './look.ts';
import { pressCommand, readPress } from './press.ts';
import { socketIdentity, watchSocket, whyNobodyListens } from './socket-file.ts';

/** A server being looked at. */
export interface TmuxServer {
  screen(address: PaneAddress): Promise<PaneScreen | PaneTrouble>;
  /** One command of tmux; a text of more than 512 bytes is refused. */
  press(address: PaneAddress, keys: GuardedKeys): Promise<KeysOutcome>;
  dispose(): void;
}

/** How to run tmux where the server's own program is not known. */
export interface TmuxMeans {
  readonly program: string;
  /** Runs this instead of the server's own program. */
  readonly fixed: boolean;
  readonly environment: Readonly<Record<string, string>>;
}

/** Milliseconds between two attempts: doubled each time. The last is also how often the socket's file is looked at. */
const FIRST_REST = 50;
const LAST_REST = 5_000;

/** Milliseconds after which a link counts as one that held. */
const LIVED = 1_000;

/** A link, and the socket's file through which it was made. */
type FoundLink = Link & { readonly file: string };

/** Begins to look at a socket. `ring`: ids of panes that may have changed, `null` for any. */
export function openPaneServer(
  socket: string,
  means: TmuxMeans,
  ring: (panes: readonly string[] | null) => void,
): TmuxServer {
  /** The newest last; older ones are of servers whose socket was deleted. */
  let links: readonly FoundLink[] = [];
  /** The file that was tried last. */
  let triedFile: string | null = null;
  let attempt: Promise<void> | null = null;
  let trouble = 'not asked yet';
  let rest = FIRST_REST;
  let timer: NodeJS.Timeout | undefined;
  let unwatch = () => {};
  let isDisposed = false;

  const isSettled = () => {
    const file = socketIdentity(socket);
    return links.some((link) => link.file === file);
  };

  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    if (!isDisposed) timer = setTimeout(look, milliseconds);
  };

  const look = () => {
    if (isDisposed || attempt !== null) return;
    if (isSettled()) return wait(LAST_REST);
    attempt = link().finally(() => {
      attempt = null;
      if (isSettled()) return wait(LAST_REST);
      // The directory may have come, or come anew.
      unwatch();
      if (!isDisposed) unwatch = watchSocket(socket, rung);
      wait(rest);
      rest = Math.min(rest * 2, LAST_REST);
    });
  };

  const rung = () => {
    // Another file only: tmux changes the mode of its socket whenever a client comes or goes, ours too.
    const file = socketIdentity(socket);
    if (file === null || file === triedFile) return;
    rest = FIRST_REST;
    look();
  };

  const link = async () => {
    const file = socketIdentity(socket);
    triedFile = file;
    trouble = file === null ? 'no tmux server there' : ((await whyNobodyListens(socket)) ?? '');
    if (file === null || trouble !== '') return;
    const made = await openLink({ ...means, socket }, ring);
    if (typeof made === 'string') {
      trouble = made;
      return;
    }
    const opened: FoundLink = { ...made, file };
    if (isDisposed) return opened.client.end('not asked any more');
    // The same server again, which made its deleted socket anew: one client is enough.
    for (const older of links) if (older.server === opened.server) older.client.end('replaced');
    links = [...links.filter(({ server }) => server !== opened.server), opened];
    const since = performance.now();
    void opened.client.ended.then((reason) => {
      if (!links.includes(opened)) return;
      links = links.filter((one) => one !== opened);
      trouble = reason;
      if (isDisposed) return;
      ring(null);
      // Its session may have died and others live: after one that was here for long, the next is looked for at once.
      const wasHere = performance.now() - since > LIVED;
      if (wasHere) rest = FIRST_REST;
      wait(wasHere ? 0 : rest);
    });
    ring(null);
  };

  const pick = async (address: PaneAddress): Promise<Link | PaneTrouble> => {
    const find = () => (address.server === null ? links.at(-1) : links.find(({ server }) => server === address.server));
    if (!/^%\d+$/.test(address.pane)) return gone('not a pane of tmux');
    if (find() === undefined && attempt !== null) await attempt;
    const found = find();
    if (found !== undefined) return found;
    const [other] = links;
    if (isDisposed || other === undefined) return unreachable(isDisposed ? 'not looked at any more' : trouble);
    return gone(`another tmux server (${other.server}) has that socket now`);
  };

  unwatch = watchSocket(socket, rung);
  look();

  return {
    async screen(address) {
      const link = await pick(address);
      if ('trouble' in link) return link;
      const answer = await link.client.ask(lookCommand(address.pane));
      if (answer.kind === 'failed') return unreachable(answer.reason);
      return readLook(address.pane, link.server, answer.replies);
    },
    async press(address, keys) {
      const link = await pick(address);
      if ('trouble' in link) return link;
      return pressThrough(link, address.pane, keys);
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
      unwatch();
      for (const { client } of links) client.end('not looked at any more');
      links = [];
    },
  };
}

async function pressThrough({ client, server }: Link, pane: string, keys: GuardedKeys): Promise<KeysOutcome> {
  const command = pressCommand(pane, server, keys, Date.now());
  if (command === null) return 'changed';
  if (typeof command !== 'string') return command;
  const answer = await client.ask(command);
  return answer.kind === 'failed' ? unreachable(answer.reason) : readPress(pane, server, keys.process, answer.replies);
}
