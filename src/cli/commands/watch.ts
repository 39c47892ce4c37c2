// `watch`: a live list on a terminal; elsewhere a stream of changes, one object a line.

import { type Context, connect } from '../connection.ts';
import { followChanges } from '../follow.ts';
import { printJson, tell } from '../output.ts';
import { safeText } from '../text/safe-text.ts';

/** Runs until interrupted, or until `q` in the live list. */
export async function watch(context: Context, options: { readonly json?: boolean }): Promise<void> {
  await connect(context);
  if (options.json !== true && process.stdout.isTTY && process.stdin.isTTY) {
    const { liveList } = await import('../watch/live-list.ts');
    return liveList(context);
  }
  let away = false;
  followChanges(context.paths, {
    onSnapshot(snapshot) {
      if (away) tell('The daemon is back.');
      away = false;
      printJson({ frame: 'snapshot', ...snapshot });
    },
    onChange: (change) => printJson({ frame: 'change', ...change }),
    onAway(reason) {
      away = true;
      tell(`${safeText(reason.message)} Waiting for it to come back.`);
    },
  });
  await new Promise<never>(() => {});
}
