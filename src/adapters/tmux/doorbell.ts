// What we subscribe to: one format over all panes of a server, of which any change rings, and one that tells when nobody
// but us is attached. Pure. It only says where to look; what is there is read from the screen.

import { quoted } from './quoting.ts';
import { REFRESH_CLIENT } from './words.ts';

/** Rows as a dialog of Claude's has them, in regular expressions of tmux: a marked option, any marked row, its footer. */
const ROWS = ['^ *❯ *[0-9]+[.]', '^ +❯ ', '(Esc|Enter) to '];

/** The first row of the screen that matches, from 1. */
const rowOf = (pattern: string) => `#{C/r:${pattern}}`;

/**
 * Where a dialog stands, and all that may tell it from the next one, which may look the same from afar. One search for
 * those panes that show none.
 */
const DIALOG = `#{?${rowOf(ROWS.join('|'))},${ROWS.map(rowOf).join('.')}.#{history_size}.#{cursor_x}.#{cursor_y},}`;

/** Names of commands are anybody's: only letters and digits of them, so that they end no record. */
const COMMAND = '#{s/[^a-zA-Z0-9]/-/:#{=40:pane_current_command}}';

const PANE =
  `#{pane_id} #{pane_pid} ${COMMAND} #{pane_width}x#{pane_height} ` +
  `#{?pane_in_mode,1,0}#{?pane_dead,1,0} ${DIALOG}|`;

/** Names of the two subscriptions. */
export const PANES = 'tallymux-panes';
export const ATTACHED = 'tallymux-attached';

/**
 * Begins both, or begins them anew. What they tell is the same whatever they are of; but a subscription of a whole session
 * crashes tmux, with all that lives in it, where that session ends while its client is still there. One of a window only
 * falls silent.
 * @param window its id, `@1`, in the session that our client is attached to.
 */
export function subscribeCommand(window: string): string {
  const panes = `${PANES}:${window}:#{S:#{W:#{P:${PANE}}}}`;
  const attached = `${ATTACHED}:${window}:#{destroy-unattached} #{exit-unattached} #{session_attached} #{S:#{session_attached}+}`;
  return `${REFRESH_CLIENT} -B ${quoted(panes)} ; ${REFRESH_CLIENT} -B ${quoted(attached)}`;
}

/** What is known of each pane, by its id. A window linked into several sessions is told several times. */
export function readPanes(value: string): Map<string, string> {
  const panes = new Map<string, string>();
  for (const record of value.split('|')) {
    const [id = ''] = record.split(' ', 1);
    if (/^%\d+$/.test(id)) panes.set(id, record);
  }
  return panes;
}

/** Panes that came, went or changed. */
export function changedPanes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}

/** Whether only we keep the session or the server alive, which would be gone by the person's own settings. */
export function keptByUs(value: string): boolean {
  const [destroy = '', exit = '', own = '', all = ''] = value.split(' ');
  const isOn = (setting: string) => setting !== '' && setting !== '0' && setting !== 'off';
  const clients = all.split('+').reduce((sum, count) => sum + Number(count), 0);
  return (isOn(destroy) && Number(own) <= 1) || (isOn(exit) && clients <= 1);
}

/** Whether a notice may mean that subscriptions of a window ring no more: it is gone from our session, or we are. */
export function mayFallSilent(window: string, name: string, rest: string): boolean {
  if (name === 'session-changed') return true;
  return (name === 'window-close' || name === 'unlinked-window-close') && rest.split(' ', 1)[0] === window;
}
