// The demo for people: makes the directories of the tour's sessions below a throw-away home and plays their scripts in
// a loop until its input ends; then every process of it is gone.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { StandIn } from './stand-in.ts';
import type { Step } from './steps.ts';
import { type Fork, TOUR, type TourSession } from './tour-script.ts';

/** What a tour needs. */
export interface TourStage {
  /** Throw-away home; directories of the sessions are made in it. */
  readonly home: string;
  /** 1 is for people; 10 passes the waits ten times as fast. */
  readonly speed: number;
  /** The tour ends when this ends: its holder closed it or died. */
  readonly input: Readable;
  readonly newStandIn: () => StandIn;
}

/** Resolves when the tour was ended and every process is gone. */
export async function playTour(stage: TourStage): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort();
  stage.input.once('end', end).once('close', end).resume();
  await Promise.all(TOUR.map((session) => playForever(session, stage, ending.signal)));
}

async function playForever(session: TourSession, stage: TourStage, ending: AbortSignal): Promise<void> {
  const { name, branch } = session;
  const cwd = join(stage.home, session.directory);
  mkdirSync(cwd, { recursive: true });
  let standIn = stage.newStandIn();
  const wait = (ms: number) => pause(ms / stage.speed, undefined, { signal: ending });

  const playAll = async (steps: readonly (Step | Fork)[]): Promise<void> => {
    for (const step of steps) {
      if (ending.aborted) return;
      if (step.do === 'start') {
        standIn = stage.newStandIn();
        await standIn.perform({ ...step, cwd, name, branch });
      } else if (step.do === 'wait') await wait(step.ms);
      else if (step.do === 'fork') await playAll(await chosen(standIn, step, wait));
      else await standIn.perform(step);
    }
  };

  try {
    await standIn.perform({ do: 'start', cwd, name, branch });
    while (!ending.aborted) await playAll(session.steps);
  } catch (error) {
    if (!ending.aborted) throw error;
  } finally {
    await standIn.dispose();
  }
}

/** What follows from the answer to the open dialog, which comes from wherever it comes from. */
async function chosen(standIn: StandIn, fork: Fork, wait: (ms: number) => Promise<unknown>): Promise<readonly Step[]> {
  const answered = standIn.perform({ do: 'until-answered' });
  const passed = wait(fork.ms).then(
    () => 'late' as const,
    () => 'over' as const,
  );
  const first = await Promise.race([answered, passed]);
  if (first === 'over') return [];
  // Somebody may answer at that very moment: then the dialog is gone.
  if (first === 'late') await standIn.perform(fork.otherwise).catch(() => undefined);
  const outcome = await answered;
  return typeof outcome === 'object' && outcome !== null ? fork.follows(outcome) : [];
}
