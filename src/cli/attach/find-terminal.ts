// Where a session is to be met: the pane it runs in, Claude's own `attach` for one in the background, or only words. Looks
// at files of the machine; starts nothing.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session, TmuxPane } from '../../core/session.ts';
import { safeText } from '../text/safe-text.ts';

/** A program with its words. */
type Words = readonly [program: string, ...words: string[]];

/** How to get there. */
export type Way =
  /** Needs this terminal until the person comes back. */
  | {
      readonly kind: 'attach';
      readonly words: Words;
      readonly environment: Readonly<Record<string, string>>;
      /** What it writes to standard error is only a complaint. */
      readonly complains: boolean;
    }
  /** Turns the tmux client around us to it. */
  | { readonly kind: 'switch'; readonly words: Words }
  /** We cannot; `text` says where it runs. */
  | { readonly kind: 'elsewhere'; readonly text: string };

/** The way to a session. */
export async function findTerminal(session: Session, environment: NodeJS.ProcessEnv): Promise<Way> {
  if (session.state === 'ended') return elsewhere(session, 'has ended.');
  if (session.tmux !== null && isAddress(session.tmux)) return pane(session.tmux, environment);
  switch (session.kind) {
    case 'background':
      return background(session, environment);
    case 'editor':
      return elsewhere(session, 'runs in an editor or a desktop application: answer it there.');
    case 'script':
      return elsewhere(session, 'is a script without a terminal.');
    case 'terminal':
      if (session.tty === null) return elsewhere(session, 'runs in a terminal that is not known here.');
      return elsewhere(session, `runs in the terminal ${safeText(session.tty)}, which is no tmux pane: go there.`);
  }
}

/** By the very program that runs the server, as another version may not speak its language; else by that on PATH. */
async function pane(target: TmuxPane, environment: NodeJS.ProcessEnv): Promise<Way> {
  const [{ attachCommand }, { findServer, programOf }] = await Promise.all([
    import('../../adapters/tmux/attach-command.ts'),
    import('../../adapters/tmux/server-program.ts'),
  ]);
  const server = await findServer(target.socket);
  const program = (server === null ? null : await programOf(server)) ?? 'tmux';
  const { arguments: words, nested } = attachCommand(target, environment.TMUX);
  if (words.includes('switch-client')) return { kind: 'switch', words: [program, ...words] };
  return { kind: 'attach', words: [program, ...words], environment: nested ? { TMUX: '' } : {}, complains: true };
}

/** Whether it can be addressed at all: what names a pane comes from the session's own environment. */
function isAddress({ socket, pane }: TmuxPane): boolean {
  return /^%\d{1,9}$/.test(pane) && socket.startsWith('/');
}

/** Claude shows a session in the background by its job, wherever it is asked. */
async function background(session: Session, environment: NodeJS.ProcessEnv): Promise<Way> {
  const job = await jobOf(session);
  if (job === null)
    return elsewhere(session, 'runs in the background: `claude agents` lists it, `claude attach` shows it.');
  const usual = join(environment.HOME ?? '/', '.claude');
  const own = session.claudeDirectory === (environment.CLAUDE_CONFIG_DIR || usual);
  return {
    kind: 'attach',
    words: ['claude', 'attach', job],
    environment: own ? {} : { CLAUDE_CONFIG_DIR: session.claudeDirectory },
    complains: false,
  };
}

/** `jobId` of Claude's registry. */
async function jobOf({ pid, claudeDirectory }: Session): Promise<string | null> {
  if (pid === null) return null;
  try {
    const { parseRegistryFile } = await import('../../adapters/claude/registry-file.ts');
    const entry = parseRegistryFile(readFileSync(join(claudeDirectory, 'sessions', `${pid}.json`), 'utf8'), pid);
    const job = 'jobId' in entry ? entry.jobId : null;
    // A word that cannot be taken for an option.
    return job !== null && /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/.test(job) ? job : null;
  } catch {
    return null;
  }
}

function elsewhere(session: Session, text: string): Way {
  return { kind: 'elsewhere', text: `${session.id} ${text}` };
}
