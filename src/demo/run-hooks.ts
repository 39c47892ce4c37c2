// Runs hooks as Claude runs them: each in a session of its own, with the payload as one line on its stdin and with what
// Claude tells about itself in the environment. It hears nothing of what they say: a hook's answer is not obeyed.

import { type ChildProcess, spawn } from 'node:child_process';
import { type CommandHook, hooksFor } from './hook-settings.ts';

/** Between the person's No and the signal to the hooks that ask, in milliseconds. */
const DROP_AFTER_MS = 100;

/** The hooks of one stand-in. */
export interface HookRunner {
  /**
   * Runs the hooks of an event side by side. Resolves when each has its payload, and those that are not `async` have
   * ended, but for a PermissionRequest: the dialog is up while it runs.
   */
  readonly fire: (event: string, payload: Readonly<Record<string, unknown>>) => Promise<void>;
  /** What the settings have for an event of this name, whatever its payload. */
  readonly commands: (event: string) => readonly string[];
  /** Ends the PermissionRequest hooks that still run: the person said no. */
  readonly dropRequests: () => void;
}

/** Whose hooks they are. */
export interface HookOwner {
  readonly pid: number;
  readonly cwd: string;
  /** Claude's own environment, which its hooks inherit. */
  readonly environment: NodeJS.ProcessEnv;
  readonly entrypoint: string;
  /** Somebody sits at its terminal. */
  readonly attended: boolean;
  /** Settings files, in Claude's order. */
  readonly settings: readonly string[];
}

/** A runner for one stand-in. */
export function hookRunner(owner: HookOwner): HookRunner {
  const requests = new Set<ChildProcess>();

  const run = async (event: string, payload: Readonly<Record<string, unknown>>, hook: CommandHook): Promise<void> => {
    const [program, arguments_] = hook.args === null ? ['/bin/sh', ['-c', hook.command]] : [hook.command, hook.args];
    const child = spawn(program, arguments_, {
      cwd: owner.cwd,
      env: environment(owner, payload.session_id),
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    const asks = event === 'PermissionRequest';
    if (asks) {
      requests.add(child);
      void ended.then(() => requests.delete(child));
    }
    const given = new Promise<void>((resolve) => {
      // A hook that leaves its input unread is its own affair.
      child.stdin.once('error', () => resolve());
      child.stdin.end(`${JSON.stringify(payload)}\n`, () => resolve());
    });
    // Those that outlive their stand-in keep nobody.
    child.unref();
    await Promise.race([given, ended]);
    if (!hook.async && !asks) await ended;
  };

  return {
    fire: async (event, payload) => {
      await Promise.all(hooksFor(event, payload, owner.settings).map((hook) => run(event, payload, hook)));
    },
    commands: (event) => hooksFor(event, {}, owner.settings).map(({ command }) => command),
    dropRequests: () => {
      const open = [...requests];
      const late = setTimeout(() => {
        for (const child of open) if (requests.has(child) && child.pid !== undefined) endGroup(child.pid);
      }, DROP_AFTER_MS);
      late.unref();
    },
  };
}

function environment(owner: HookOwner, conversation: unknown): NodeJS.ProcessEnv {
  return {
    ...owner.environment,
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_ENTRYPOINT: owner.entrypoint,
    CLAUDE_CODE_SESSION_ATTENDED: owner.attended ? '1' : '0',
    CLAUDE_CODE_SESSION_ID: String(conversation),
    CLAUDE_EFFORT: 'medium',
    CLAUDE_PID: String(owner.pid),
    CLAUDE_PROJECT_DIR: owner.cwd,
  };
}

/** Hooks lead their own process groups. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It ended by itself.
  }
}
