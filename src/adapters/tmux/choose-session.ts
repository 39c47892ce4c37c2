// Which session our client attaches to, so that it is felt the least. Pure.

import { quoted } from './quoting.ts';

/** Format for `list-sessions`, one session a line. */
export const SESSION_FORMAT = '#{version} #{pid} #{session_id} #{session_attached} #{session_activity}';

/** What a list of sessions means. */
export type SessionChoice =
  /** Id of the session, and pid of the server. */
  { readonly session: string; readonly server: string } | { readonly none: string };

/** Oldest tmux that has what we use. */
const OLDEST = [3, 2] as const;

/**
 * Chooses from lines of `SESSION_FORMAT`. A session where somebody is attached anyway, the last used of them; else the
 * one used longest ago: being attached there, and used just now, would make a bare `tmux attach` go elsewhere.
 */
export function chooseSession(text: string): SessionChoice {
  const lines = text.split('\n').filter((line) => line !== '');
  const sessions = lines.flatMap((line) => {
    const [, version = '', server = '', id, attached, activity] = /^(\S+) (\d+) (\$\d+) (\d+) (\d+)$/.exec(line) ?? [];
    if (id === undefined) return [];
    return [{ version, server, id, attached: Number(attached) > 0, activity: Number(activity) }];
  });
  const [first] = sessions;
  if (first === undefined) {
    return {
      none: lines.length === 0 ? 'tmux has no session' : `cannot read tmux: it listed ${quoted(lines[0] ?? '')}`,
    };
  }
  const [, major, minor] = /(\d+)\.(\d+)/.exec(first.version) ?? [];
  if (Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1])) {
    return { none: `tmux ${first.version} is too old: ${OLDEST.join('.')} or later is needed` };
  }
  const watched = sessions.filter(({ attached }) => attached);
  const newest = watched.sort((a, b) => b.activity - a.activity)[0];
  const oldest = sessions.sort((a, b) => a.activity - b.activity)[0];
  return { session: (newest ?? oldest ?? first).id, server: first.server };
}
