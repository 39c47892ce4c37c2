// One stand-in for Claude: plays its steps one after another, writes what they come to at the right moments, fires its
// hooks, and owns the process that is looked at. It decides nothing about sessions; the script does.

import { randomBytes, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Body } from './body.ts';
import { type ClaudeDirectory, openClaudeDirectory } from './claude-directory.ts';
import { lateHooks } from './late-hooks.ts';
import { play, playStart } from './play.ts';
import type { Effect, Moment, Played, Playing } from './playing.ts';
import { projectFolder } from './project-folder.ts';
import { type HookRunner, hookRunner } from './run-hooks.ts';
import type { StartStep, Step } from './steps.ts';

/** A session that obeys steps. */
export interface StandIn {
  /** Resolves when everything of the step is written; steps wait for their predecessors. Rejects on a step that cannot be. */
  readonly perform: (step: Step) => Promise<void>;
  readonly pid: () => number | null;
  readonly conversation: () => string | null;
  /** Ends its process, leaves its files. Safe to call twice. */
  readonly dispose: () => Promise<void>;
}

/**
 * @param claudeDirectory where `sessions/` and `projects/` are written and `settings.json` is read.
 * @param newBody makes the process; called once, by the `start` step, with what its environment has besides.
 */
export function createStandIn(
  claudeDirectory: string,
  newBody: (cwd: string, environment: Readonly<Record<string, string>>) => Promise<Body>,
): StandIn {
  let body: Body | null = null;
  let files: ClaudeDirectory | null = null;
  let hooks: HookRunner | null = null;
  const late = lateHooks();
  let playing: Playing | null = null;
  let queue: Promise<void> = Promise.resolve();
  let over = false;

  const moment = (): Moment => ({
    at: Date.now(),
    uuid: () => randomUUID(),
    hex: (length) =>
      randomBytes(Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length),
    hookCommands: (event) => hooks?.commands(event) ?? [],
  });

  const begin = async (step: StartStep): Promise<Played> => {
    const cwd = realpathSync(step.cwd);
    body = await newBody(cwd, step.environment ?? {});
    const keyName = randomBytes(32).toString('hex');
    files = openClaudeDirectory(claudeDirectory, { pid: body.identity.pid, cwd, keyName });
    hooks = hookRunner({
      pid: body.identity.pid,
      cwd,
      environment: body.environment,
      entrypoint: step.entrypoint ?? 'cli',
      attended: step.kind !== 'bg',
      settings: [join(claudeDirectory, 'settings.json'), ...(step.settings === undefined ? [] : [step.settings])],
    });
    const project = join(claudeDirectory, 'projects', projectFolder(cwd));
    return playStart(body.identity, { ...step, cwd }, moment(), project);
  };

  const perform = async (step: Step): Promise<void> => {
    if (over) throw new Error('It has ended.');
    if (step.do === 'wait') return pause(step.ms);
    if (!playing && step.do !== 'start') throw new Error('It has not started: do `start` first.');
    const began = performance.now();
    const played = playing ? play(playing, step, moment()) : await begin(step as StartStep);
    playing = played.playing;
    for (const effect of inOrder(played.effects)) {
      const wait = began + effect.after - performance.now();
      if (effect.kind === 'late-hook') {
        late.schedule(wait, () => void hooks?.fire(effect.event, effect.payload));
        continue;
      }
      if (wait > 0) await pause(wait);
      await carryOut(effect);
    }
    await touchProcess(step.do);
  };

  const carryOut = async (effect: Effect): Promise<void> => {
    if (effect.kind === 'registry') late.follow(effect.entry);
    if (effect.kind === 'keys' || effect.kind === 'registry-gone') late.drop();
    if (effect.kind === 'drop-requests') hooks?.dropRequests();
    if (effect.kind === 'hook') await hooks?.fire(effect.event, effect.payload);
    files?.perform(effect);
  };

  const touchProcess = async (what: Step['do']): Promise<void> => {
    if (what === 'suspend') await body?.signal('SIGSTOP');
    if (what === 'continue') await body?.signal('SIGCONT');
    if (what !== 'exit' && what !== 'crash') return;
    over = true;
    late.drop();
    if (what === 'crash') await body?.signal('SIGKILL');
    else await body?.end();
  };

  return {
    perform: (step) => {
      const done = queue.then(() => perform(step));
      queue = done.catch(() => undefined);
      return done;
    },
    pid: () => body?.identity.pid ?? null,
    conversation: () => playing?.conversation ?? null,
    dispose: async () => {
      if (over) return;
      over = true;
      late.drop();
      await body?.end();
    },
  };
}

function inOrder(effects: readonly Effect[]): readonly Effect[] {
  return effects.toSorted((a, b) => a.after - b.after);
}
