// Runs hooks as Claude runs them: each in a session of its own, with the payload as one line on its stdin and with what
// Claude tells about itself in the environment. It hears only those that may decide, and obeys nothing itself.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type Decision, decisionIn } from './hook-decision.ts';
import { type CommandHook, hooksFor } from './hook-settings.ts';

/** Between the person's No and the signal to the hooks that ask, in milliseconds. */
const DROP_AFTER_MS = 100;
/** Events whose hooks may decide by what they print. */
const DECIDING: readonly string[] = ['PermissionRequest', 'Elicitation'];
/** The longest that a timer can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** The hooks of one stand-in. */
export interface HookRunner {
  /**
   * Runs the hooks of an event side by side. Resolves when each has its payload, and those that are not `async` have
   * ended.
   */
  readonly fire: (event: string, payload: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Runs the hooks that may decide. Resolves when each has its payload. */
  readonly ask: (event: string, payload: Readonly<Record<string, unknown>>) => Promise<Asking>;
  /** What the settings have for an event of this name, whatever its payload. */
  readonly commands: (event: string) => readonly string[];
  /** Ends those that still run, as Claude does when it ends. */
  readonly dispose: () => void;
}

/** Hooks that may decide, while they run. */
export interface Asking {
  /** The first decision, at once; `null` when all ended without one. */
  readonly decision: Promise<Decision | null>;
  /** When all have ended. */
  readonly ended: Promise<void>;
  /** Ends those that still run: the person said no. */
  readonly drop: () => void;
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
  const children = new Set<ChildProcess>();
  const run = (event: string, payload: Readonly<Record<string, unknown>>, hook: CommandHook): Running => {
    const running = runHook(owner, event, payload, hook);
    children.add(running.child);
    void running.ended.then(() => children.delete(running.child));
    return running;
  };

  return {
    fire: async (event, payload) => {
      await Promise.all(
        hooksFor(event, payload, owner.settings).map(async (hook) => {
          const { given, ended } = run(event, payload, hook);
          await given;
          if (!hook.async) await ended;
        }),
      );
    },
    ask: async (event, payload) => {
      const hooks = hooksFor(event, payload, owner.settings);
      const running = hooks.map((hook) => ({ hook, ...run(event, payload, hook) }));
      const deciding = running.filter(({ hook }) => !hook.async);
      const ended = Promise.all(deciding.map((each) => each.ended)).then(() => undefined);
      await Promise.all(running.map(({ given }) => given));
      return { decision: firstDecision(deciding), ended, drop: () => dropLater(deciding) };
    },
    commands: (event) => hooksFor(event, {}, owner.settings).map(({ command }) => command),
    dispose() {
      for (const child of children) endGroup(child);
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  /** It has its payload, or is gone. */
  readonly given: Promise<void>;
  /** What it printed; empty where it failed. */
  readonly ended: Promise<string>;
}

function runHook(
  owner: HookOwner,
  event: string,
  payload: Readonly<Record<string, unknown>>,
  hook: CommandHook,
): Running {
  const [program, arguments_] = hook.args === null ? ['/bin/sh', ['-c', hook.command]] : [hook.command, hook.args];
  const decides = DECIDING.includes(event) && !hook.async;
  const child = spawn(program, arguments_, {
    cwd: owner.cwd,
    env: environment(owner, payload.session_id),
    stdio: ['pipe', decides ? 'pipe' : 'ignore', 'ignore'],
    detached: true,
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', () => resolve(''));
    child.once(decides ? 'close' : 'exit', (code) => resolve(code === 0 ? output : ''));
  });
  const timeout = setTimeout(() => endGroup(child), Math.min(hook.timeout * 1000, MAX_TIMER));
  timeout.unref();
  void ended.then(() => clearTimeout(timeout));
  const given = new Promise<void>((resolve) => {
    void ended.then(() => resolve());
    // A hook that leaves its input unread is its own affair.
    child.stdin?.once('error', () => resolve());
    child.stdin?.end(`${JSON.stringify(payload)}\n`, () => resolve());
  });
  // Those that outlive their stand-in keep nobody.
  child.unref();
  (child.stdout as Socket | null)?.unref();
  return { child, given, ended };
}

function firstDecision(running: readonly Running[]): Promise<Decision | null> {
  return new Promise((resolve) => {
    const all = running.map(async ({ ended }) => {
      const decision = decisionIn(await ended);
      if (decision !== null) resolve(decision);
    });
    void Promise.all(all).then(() => resolve(null));
  });
}

function dropLater(running: readonly Running[]): void {
  const late = setTimeout(() => {
    for (const { child } of running) endGroup(child);
  }, DROP_AFTER_MS);
  late.unref();
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
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It ended by itself.
  }
}
