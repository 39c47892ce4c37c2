// Stand-ins that live in panes of a private tmux server, and what came of their dialogs. Everything it starts ends with
// `close`.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggedEffect } from '../../src/demo/effects-log.ts';
import type { PaneWish, Step } from '../../src/demo/steps.ts';
import { killProcessesOf } from './lab-processes.ts';
import { type LabTmux, startTmux } from './lab-tmux.ts';
import { type Performed, type StandIns, startStandIns } from './stand-ins.ts';
import { until } from './until.ts';

/** An effect of a dialog, as the log has it. */
export type Effect = Extract<LoggedEffect, { event: 'effect' }>;

/** A place with a tmux server. */
export interface PaneLab {
  readonly directory: string;
  /** HOME of the stand-ins. */
  readonly home: string;
  readonly claude: string;
  readonly tmux: LabTmux;
  readonly standIns: StandIns;
  /** Starts one in a pane of its own. */
  start(name: string, step?: StartInPane): Promise<PaneStandIn>;
  close(): Promise<void>;
}

/** How one starts; the lab knows where. */
type StartInPane = Partial<Omit<Extract<Step, { do: 'start' }>, 'pane'>> & { readonly pane?: Partial<PaneWish> };

/** One stand-in in its pane. */
export interface PaneStandIn {
  readonly pid: number;
  /** `%id`. */
  readonly pane: string;
  readonly cwd: string;
  play(...steps: readonly Step[]): Promise<Performed>;
  /** Everything in its log, oldest first. */
  log(): readonly LoggedEffect[];
  effects(): readonly Effect[];
  /** Waits until a dialog was answered so many times in all. */
  answered(count?: number): Promise<Effect>;
  /** Waits until its screen matches. */
  shows(pattern: RegExp): Promise<string>;
  /** Waits until the dialog on top takes keys, as a person does. */
  takesKeys(): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Its registry file; `null`: there is none. */
  registry(): Readonly<Record<string, unknown>> | null;
  /** Whole lines of its conversation's transcript. */
  transcript(): readonly Readonly<Record<string, unknown>>[];
}

/** Claude drops keys for the first 150 ms of a dialog. */
const DROPS_MS = 150;

/** Makes a lab. */
export async function makePaneLab(name: string): Promise<PaneLab> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `tallymux-${name}-`)));
  const home = join(directory, 'home');
  const claude = join(home, '.claude');
  mkdirSync(claude, { recursive: true });
  const tmux = await startTmux(directory);
  const standIns = startStandIns(home);
  return {
    directory,
    home,
    claude,
    tmux,
    standIns,
    ...paneStandIns({ directory, claude, tmux, standIns }),
    async close() {
      await standIns.stop();
      await tmux.close();
      killProcessesOf(home);
      await until('the lab is thrown away', () => {
        try {
          rmSync(directory, { recursive: true, force: true });
          return true;
        } catch {
          return false;
        }
      });
    },
  };
}

/** Starts stand-ins in panes of a place that is there already. */
export function paneStandIns(
  place: Pick<PaneLab, 'directory' | 'claude' | 'tmux' | 'standIns'>,
): Pick<PaneLab, 'start'> {
  const { directory, tmux, standIns } = place;
  return {
    async start(session, step = {}) {
      const cwd = join(directory, 'projects', session);
      mkdirSync(cwd, { recursive: true });
      const file = join(directory, `${session}.effects`);
      writeFileSync(file, '');
      const pane = { ...step.pane, socket: tmux.socket };
      const begun = await standIns.perform(session, { do: 'start', cwd, effects: file, ...step, pane });
      return standInOf({ lab: place, session, file, cwd }, begun);
    },
  };
}

/** A hook entry that runs `script` with the payload on its stdin; what it prints may decide. */
export function hookEntry(directory: string, name: string, script: string, more: object = {}): object {
  const path = join(directory, `hook-${name}`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return { hooks: [{ type: 'command', command: path, args: [], ...more }] };
}

/** A decision as a PermissionRequest hook prints it. */
export function decision(fields: object): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: fields } });
}

interface Own {
  readonly lab: Pick<PaneLab, 'claude' | 'tmux' | 'standIns'>;
  readonly session: string;
  readonly file: string;
  readonly cwd: string;
}

function standInOf({ lab, session, file, cwd }: Own, begun: Performed): PaneStandIn {
  const pane = paneOf(begun.pid);
  let conversation = begun.conversation;
  const log = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): LoggedEffect => JSON.parse(line));
  const effects = () => log().flatMap((line) => (line.event === 'effect' ? [line] : []));
  const seen = () => lab.tmux.screen(pane);
  return {
    pid: begun.pid,
    pane,
    cwd,
    async play(...steps) {
      let performed = begun;
      for (const step of steps) performed = await lab.standIns.perform(session, step);
      conversation = performed.conversation;
      return performed;
    },
    log,
    effects,
    answered: (count = 1) =>
      until(`${session}: ${count} answers`, () => effects()[count - 1] ?? null, { seen: () => JSON.stringify(log()) }),
    shows: (pattern) =>
      until(`${session} shows ${pattern}`, async () => [await seen()].find((text) => pattern.test(text)) ?? null, {
        seen,
      }),
    async takesKeys() {
      const last = () => log().findLast(({ event }) => event === 'shown' || event === 'effect') ?? null;
      const shown = () => [last()].find((line) => line?.event === 'shown') ?? null;
      const { at } = await until(`${session}: a dialog is shown`, shown);
      await until('the dialog takes keys', () => Date.now() - at > DROPS_MS + 5);
    },
    press: (...keys) => lab.tmux.press(pane, ...keys),
    type: (text) => lab.tmux.type(pane, text),
    registry() {
      try {
        return JSON.parse(readFileSync(join(lab.claude, 'sessions', `${begun.pid}.json`), 'utf8'));
      } catch {
        return null;
      }
    },
    transcript() {
      const folder = join(lab.claude, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
      try {
        const lines = readFileSync(join(folder, `${conversation}.jsonl`), 'utf8').split('\n');
        return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line));
      } catch {
        return [];
      }
    },
  };
}

/** The pane that a process was started in. */
function paneOf(pid: number): string {
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return environment.find((each) => each.startsWith('TMUX_PANE='))?.slice('TMUX_PANE='.length) ?? '';
}
