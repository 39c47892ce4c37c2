// One stand-in for Claude: plays its steps one after another, writes what they come to at the right moments, fires its
// hooks and obeys those that decide, and owns the process and the screen that are looked at. It decides nothing about
// sessions; the script does, and whoever answers its dialogs.

import { randomBytes, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Body } from './body.ts';
import { type ClaudeDirectory, openClaudeDirectory } from './claude-directory.ts';
import { type Desk, openDesk } from './desk.ts';
import { effectsLog, type LogEffect, type Via } from './effects-log.ts';
import { type Decision, obey } from './hook-decision.ts';
import { lateHooks } from './late-hooks.ts';
import type { Terminal } from './pane-body.ts';
import { personsAnswer } from './persons-answer.ts';
import { play, playSettled, playStart } from './play.ts';
import { playShown } from './play-dialog.ts';
import { type Ask, asksStill, type Effect, inOrder, type Moment, type Played, type Playing } from './playing.ts';
import { projectFolder } from './project-folder.ts';
import { type Asking, type HookRunner, hookRunner } from './run-hooks.ts';
import { saidBy } from './said.ts';
import type { Outcome } from './screen/face.ts';
import type { StartStep, Step } from './steps.ts';

/** A session that obeys steps. */
export interface StandIn {
  /**
   * Resolves when everything of the step is written; steps wait for their predecessors. Rejects on a step that cannot
   * be. A step that waits for something answers what came of it.
   */
  readonly perform: (step: Step) => Promise<Outcome | string | null | undefined>;
  readonly pid: () => number | null;
  readonly conversation: () => string | null;
  /** Ends its process, leaves its files. Safe to call twice. */
  readonly dispose: () => Promise<void>;
}

/** A process, where it has one with its terminal. */
export type NewBody = (
  cwd: string,
  step: StartStep,
) => Promise<Body & { readonly terminal?: Terminal; readonly tmux?: string }>;

/**
 * @param claudeDirectory where `sessions/` and `projects/` are written and `settings.json` is read.
 * @param newBody makes the process; called once, by the `start` step.
 */
export function createStandIn(claudeDirectory: string, newBody: NewBody): StandIn {
  let body: Body | null = null;
  let files: ClaudeDirectory | null = null;
  let hooks: HookRunner | null = null;
  let desk: Desk | null = null;
  let log: LogEffect = () => undefined;
  const late = lateHooks();
  /** Dialogs that nobody answered yet, with the hooks that may. */
  const open = new Map<string, { readonly ask: Ask; asking: Asking | null }>();
  const waiting = new Set<(outcome: Outcome | null) => void>();
  let last: Outcome | null = null;
  const reading = new Set<(text: string | null) => void>();
  let playing: Playing | null = null;
  let steps: Promise<unknown> = Promise.resolve();
  let effects: Promise<void> = Promise.resolve();
  let lag = { registry: 0, hook: 0 };
  let over = false;

  const broken = (error: unknown) => log({ event: 'fault', text: String(error) });
  const moment = (): Moment => ({
    at: Date.now(),
    uuid: () => randomUUID(),
    hex: (length) => randomBytes(length).toString('hex').slice(0, length),
    hookCommands: (event) => hooks?.commands(event) ?? [],
  });

  const begin = async (step: StartStep): Promise<Played> => {
    const cwd = realpathSync(step.cwd);
    const made = await newBody(cwd, { ...step, cwd });
    body = made;
    log = effectsLog(step.effects ?? null);
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
    desk = openDesk(
      {
        cwd,
        log: (line) => log(line),
        chosen: (dialog, outcome, keys) => answered(dialog, outcome, 'key', keys),
        prompted: (text) => {
          log({ event: 'prompt', text });
          for (const tell of reading) tell(text);
          now(playing?.turn ? { do: 'queue', text } : { do: 'prompt', text }).catch(broken);
        },
        interrupted: () => {
          log({ event: 'interrupt' });
          now({ do: 'interrupt' }).catch(broken);
        },
        left: () => void now(playing?.shells.length ? { do: 'leave' } : { do: 'exit' }).catch(broken),
        pressed: late.drop,
        gone: () => void lost().catch(broken),
      },
      made.terminal ?? null,
    );
    const project = join(claudeDirectory, 'projects', projectFolder(cwd));
    const tmux = step.tmux ?? made.tmux;
    const about = { ...step, cwd, ...(tmux === undefined ? {} : { tmux }) };
    return playStart(body.identity, about, moment(), project);
  };

  /** Remembers what a step came to, at once, and has it carried out behind what is still to be done. */
  const carry = (played: Played, step: Step | null): Promise<void> => {
    const began = performance.now();
    playing = played.playing;
    for (const effect of played.effects) if (effect.kind === 'close') closing(effect, step);
    if (step !== null) for (const words of saidBy(step)) desk?.say(words);
    desk?.tell(playing.entry?.status === 'busy', playing.mode);
    const done = effects.then(async () => {
      for (const effect of inOrder(played.effects)) {
        const wait = began + effect.after - performance.now();
        if (effect.kind === 'late-hook') {
          late.schedule(wait, () => void hooks?.fire(effect.event, effect.payload));
          continue;
        }
        if (wait > 0) await pause(wait);
        await carryOut(effect);
      }
    });
    effects = done.catch(() => undefined);
    return done;
  };

  const carryOut = async (effect: Effect): Promise<void> => {
    if (effect.kind === 'registry') late.follow(effect.entry);
    if (effect.kind === 'keys' || effect.kind === 'registry-gone') late.drop();
    if (effect.kind === 'ask') return asks(effect);
    if (effect.kind === 'show') return shows(effect.ask);
    if (effect.kind === 'end') return ends('exit');
    if (effect.kind === 'hook') await hooks?.fire(effect.event, effect.payload);
    if (effect.kind === 'registry' && lag.registry > 0) await pause(lag.registry);
    files?.perform(effect);
  };

  const asks = async ({ ask, event, payload }: Effect & { readonly kind: 'ask' }): Promise<void> => {
    // What its turn came too late for: hooks before it take their time, and an interrupt is quicker.
    if (!asksStill(playing, ask.dialog)) return;
    const dialog: { readonly ask: Ask; asking: Asking | null } = { ask, asking: null };
    open.set(ask.dialog, dialog);
    last = null;
    const begun = async () => {
      if (lag.hook > 0) await pause(lag.hook);
      const asking = await hooks?.ask(event, payload);
      dialog.asking = asking ?? null;
      asking?.decision.then((decision) => decided(ask, decision)).catch(broken);
    };
    if (lag.hook > 0 && !ask.blocked) begun().catch(broken);
    else await begun();
    if (!ask.blocked && open.has(ask.dialog)) desk?.show(ask);
  };

  const shows = (ask: Ask): void => {
    if (!asksStill(playing, ask.dialog)) return;
    if (!open.has(ask.dialog)) open.set(ask.dialog, { ask, asking: null });
    desk?.show(ask);
  };

  const decided = (ask: Ask, decision: Decision | null): void => {
    const obeyed = decision === null ? null : obey(decision, ask.tool, ask.input);
    const stands = open.has(ask.dialog);
    if (decision !== null && (obeyed === null || !stands)) {
      log({ event: 'ignored', dialog: ask.dialog, decision: decision.fields });
    }
    // One that is ending obeys nobody.
    if (!stands || over || playing?.entry == null) return;
    if (obeyed !== null) answered(ask.dialog, obeyed.outcome, 'hook', [], obeyed);
    else if (ask.blocked) carry(playShown(playing, ask, moment()), null).catch(broken);
  };

  /** A dialog has its answer: the first one counts. */
  const answered = (
    dialog: string,
    outcome: Outcome,
    via: Via,
    keys: readonly string[],
    by: Pick<NonNullable<ReturnType<typeof obey>>, 'input' | 'permissions'> | null = null,
  ): void => {
    if (!asksStill(playing, dialog)) return;
    const settled = {
      dialog,
      outcome,
      byHook: by !== null,
      input: by?.input ?? null,
      permissions: by?.permissions ?? [],
    };
    logged(dialog, outcome, via, keys);
    const found = open.get(dialog);
    open.delete(dialog);
    if (via === 'hook') desk?.close(dialog);
    // A plain No and an Esc in the terminal end the hooks that still ask; a Yes leaves them alone.
    if (via === 'key' && found?.ask.kind === 'tool' && (outcome.effect === 'no' || outcome.effect === 'cancel')) {
      found.asking?.drop();
    }
    carry(playSettled(playing, settled, moment()), null).catch(broken);
    told(outcome);
  };

  /** A dialog that a step takes away, unless its answer did. */
  const closing = ({ dialog, refused }: Effect & { readonly kind: 'close' }, step: Step | null): void => {
    const found = open.get(dialog);
    const keys = desk?.close(dialog) ?? [];
    if (!found) return;
    open.delete(dialog);
    const outcome = step === null ? null : personsAnswer(step);
    if (outcome === null) log({ event: 'gone', dialog });
    else logged(dialog, outcome, 'person', keys);
    if (refused) found.asking?.drop();
    told(outcome);
  };

  const logged = (dialog: string, { effect, label, text, answers }: Outcome, via: Via, keys: readonly string[]) =>
    log({ event: 'effect', dialog, effect, via, label, text, answers: answers ?? null, keys });

  const told = (outcome: Outcome | null): void => {
    last = outcome;
    if (open.size > 0) return;
    for (const tell of waiting) tell(outcome);
    waiting.clear();
  };

  const ends = async (how: 'exit' | 'crash'): Promise<void> => {
    over = true;
    late.drop();
    for (const tell of [...waiting, ...reading]) tell(null);
    if (how === 'crash') await body?.signal('SIGKILL');
    else await body?.end();
  };

  /** Its terminal was closed under it: it ends as on SIGHUP. */
  const lost = async (): Promise<void> => {
    if (over || playing === null) return;
    log({ event: 'pane-closed' });
    for (const { asking } of open.values()) asking?.drop();
    await carry(play(playing, { do: 'exit', reason: 'other' }, moment()), { do: 'exit' });
    await ends('exit');
  };

  const now = async (step: Step): Promise<void> => {
    if (over || playing === null) return;
    await carry(play(playing, step, moment()), step);
    if (step.do === 'exit' || step.do === 'crash') await ends(step.do);
  };

  const perform = async (step: Step): Promise<void> => {
    if (over) throw new Error('It has ended.');
    if (step.do === 'wait') return pause(step.ms);
    if (!playing && step.do !== 'start') throw new Error('It has not started: do `start` first.');
    await carry(playing ? play(playing, step, moment()) : await begin(step as StartStep), step);
    if (step.do === 'suspend') await body?.signal('SIGSTOP');
    if (step.do === 'continue') await body?.signal('SIGCONT');
    if (step.do === 'exit' || step.do === 'crash') await ends(step.do);
  };

  /** Steps that wait for others or only prepare for them: they do not stand in the queue. `null`: none of these. */
  const aside = (step: Step): Promise<Outcome | string | null | undefined> | null => {
    if (step.do === 'until-prompted') return new Promise((resolve) => reading.add(resolve));
    if (step.do === 'until-answered')
      return new Promise((resolve) => (open.size === 0 ? resolve(last) : waiting.add(resolve)));
    if (step.do === 'on-key') {
      desk?.onKey(async () => {
        // What they are about may be over by now.
        for (const each of step.steps) await now(each).catch(() => undefined);
      });
    } else if (step.do === 'trouble') {
      desk?.trouble(step);
      lag = { registry: step.registryLag ?? lag.registry, hook: step.hookLag ?? lag.hook };
    } else return null;
    return Promise.resolve(undefined);
  };

  return {
    perform: (step) => {
      const beside = aside(step);
      if (beside !== null) return beside;
      const done = steps.then(() => perform(step));
      steps = done.catch(() => undefined);
      return done as Promise<undefined>;
    },
    pid: () => body?.identity.pid ?? null,
    conversation: () => playing?.conversation ?? null,
    dispose: async () => {
      if (!over) await ends('exit');
      hooks?.dispose();
    },
  };
}
