// One stand-in for Claude: plays its steps one after another, writes what they come to at the right moments, and owns
// the process that is looked at. It decides nothing about sessions; the script does.

import { randomBytes, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Body } from './body.ts';
import { type ClaudeDirectory, openClaudeDirectory } from './claude-directory.ts';
import { play, playStart } from './play.ts';
import type { Effect, Moment, Played, Playing } from './playing.ts';
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
 * @param claudeDirectory where `sessions/` and `projects/` are written.
 * @param newBody makes the process; called once, by the `start` step.
 */
export function createStandIn(claudeDirectory: string, newBody: (cwd: string) => Promise<Body>): StandIn {
  let body: Body | null = null;
  let files: ClaudeDirectory | null = null;
  let playing: Playing | null = null;
  let queue: Promise<void> = Promise.resolve();
  let over = false;

  const begin = async (step: StartStep): Promise<Played> => {
    const cwd = realpathSync(step.cwd);
    body = await newBody(cwd);
    const keyName = randomBytes(32).toString('hex');
    files = openClaudeDirectory(claudeDirectory, { pid: body.identity.pid, cwd, keyName });
    return playStart(body.identity, { ...step, cwd }, moment());
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
      if (wait > 0) await pause(wait);
      files?.perform(effect);
    }
    await touchProcess(step.do);
  };

  const touchProcess = async (what: Step['do']): Promise<void> => {
    if (what === 'suspend') await body?.signal('SIGSTOP');
    if (what === 'continue') await body?.signal('SIGCONT');
    if (what !== 'exit' && what !== 'crash') return;
    over = true;
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
      await body?.end();
    },
  };
}

function inOrder(effects: readonly Effect[]): readonly Effect[] {
  return effects.toSorted((a, b) => a.after - b.after);
}

function moment(): Moment {
  return {
    at: Date.now(),
    uuid: () => randomUUID(),
    hex: (length) =>
      randomBytes(Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length),
  };
}
