// Panes of tmux servers, as the daemon asks for them: one silent client a server. It never starts a server.

import { openPaneServer, type TmuxMeans, type TmuxServer } from './pane-server.ts';

/** Panes of tmux servers. */
export interface TmuxPanes {
  /**
   * Begins to look at a server, also before it is there.
   * @param ring told when something of these panes may have changed (`null`: of any); at most once a second a pane.
   */
  open(socket: string, ring: (panes: readonly string[] | null) => void): TmuxServer;
}

/**
 * Makes them.
 * @param path the PATH in which `tmux` is found where a server's own program cannot be.
 * @param program runs this for every server instead of the server's own program.
 */
export function makePanes(path: string, program?: string): TmuxPanes {
  const means: TmuxMeans = {
    program: program ?? 'tmux',
    fixed: program !== undefined,
    // Built, not inherited: nothing of ours (TMUX, CLAUDE…) reaches the person's server.
    environment: { PATH: path, TERM: 'xterm-256color', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  };
  return { open: (socket, ring) => openPaneServer(socket, means, ring) };
}
