// How a person's own terminal is taken to a pane: the arguments for tmux. Pure; the command line uses it without a daemon.
// It never starts a server, and addresses by id only.

/** What to run. */
export interface AttachCommand {
  /** Arguments of `tmux`. */
  readonly arguments: readonly string[];
  /** Whether `TMUX` must be taken out of the environment: tmux refuses to attach inside of another server otherwise. */
  readonly nested: boolean;
}

/**
 * @param target the pane: path of the server's socket and `%id`.
 * @param inside value of `TMUX` where the person stands; `undefined` outside of tmux.
 */
export function attachCommand(
  target: { readonly socket: string; readonly pane: string },
  inside: string | undefined,
): AttachCommand {
  const { socket, pane } = target;
  if (!/^%\d+$/.test(pane)) throw new Error(`not a pane of tmux: ${JSON.stringify(pane)}`);
  // A socket's path may hold commas; the pid and the session's number after it do not.
  const around = inside === undefined || inside === '' ? null : inside.replace(/,[^,]*,[^,]*$/, '');
  const show = [';', 'select-window', '-t', pane, ';', 'select-pane', '-t', pane];
  const go = around === socket ? 'switch-client' : 'attach-session';
  return {
    arguments: ['-N', '-u', '-S', socket, go, '-t', pane, ...show],
    nested: around !== null && around !== socket,
  };
}
