// Registers rows of prompts of the real Claude Code, each answered by every way that it names: by the held hook alone,
// by the pane alone, by whichever the daemon chooses, or by the person's keys while our card is open. Claudes are asked
// again and again; one whose row failed is replaced.

import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Outcome, Prompt, PromptKind } from '../../src/core/prompt.ts';
import type { LabClaude } from './lab-claude.ts';
import { ask, type Choice, type Play } from './prompt-play.ts';
import { type Asker, openPromptVenue, type PromptVenue, type PromptVenueOptions, type Way } from './prompt-venue.ts';

const full = process.env.TALLYMUX_FULL === '1';

/** What a row plays on. */
export interface Scene {
  readonly venue: PromptVenue;
  readonly asker: Asker;
  readonly claude: LabClaude;
  readonly way: Way;
  /** A word that no other play uses. */
  readonly word: string;
  /** Path of a file in Claude's directory. */
  path(name: string): string;
  /** Says a script to Claude, which must be at rest. */
  ask(script: string): Promise<Play>;
}

/** One prompt, one answer, and what must be true of both. */
export interface PromptRow {
  readonly name: string;
  /** Ways of every run. */
  readonly ways: readonly Way[];
  /** Ways that are played only with `--full`, being much like the others. */
  readonly fullWays?: readonly Way[];
  readonly before?: (scene: Scene) => Promise<void> | void;
  readonly say: (scene: Scene) => string;
  readonly kind: PromptKind;
  readonly tool: string | null;
  /** What the card must hold of the tool's input, where a hook tells it. */
  readonly input: (scene: Scene) => Readonly<Record<string, unknown>>;
  /** What must stand on the card that was read from the screen. */
  readonly shows?: (scene: Scene) => string;
  /** The card is not as the terminal lists it: several questions, a form. */
  readonly cardOnly?: boolean;
  readonly choice: (scene: Scene, prompt: Prompt) => Choice;
  readonly outcome: Outcome;
  /** How a person gives the same answer. */
  readonly keys: (claude: LabClaude, scene: Scene) => Promise<unknown>;
  /** What must have come of it. */
  readonly effect: (scene: Scene, play: Play) => Promise<void>;
}

/** How the rows of one test file are played. */
export interface PromptRows {
  /** Registers a row once for each of its ways. */
  answers(row: PromptRow): void;
  /** Registers any play with the Claude of a way. */
  plays(name: string, way: Way, play: (scene: Scene) => Promise<void>, options?: PlayOptions): void;
}

/** How a play is registered. */
export interface PlayOptions {
  /** Only with `--full`, and why; the reason becomes part of the test's name. */
  readonly onlyFull?: string;
  /** Milliseconds it may take. */
  readonly timeout?: number;
}

const HOW: Readonly<Record<Way, string>> = {
  hook: 'answered by its hook',
  pane: 'answered by its pane',
  both: 'answered with hook and pane',
  terminal: 'answered in the terminal while the card is open',
};

/** Makes the venue of a test file when it is needed, and tells how to register its rows. */
export function promptRows(options: PromptVenueOptions = {}): PromptRows {
  let opening: Promise<PromptVenue> | null = null;
  let played = 0;
  const open = () => {
    opening ??= openPromptVenue(options);
    // What could not be opened is opened anew when the row is played again.
    opening.catch(() => {
      opening = null;
    });
    return opening;
  };
  afterAll(async () => {
    await (await opening?.catch(() => null))?.dispose();
  });

  const rows: PromptRows = {
    plays(name, way, play, { onlyFull, timeout = 60_000 } = {}) {
      const called = onlyFull === undefined ? name : `${name} (only with --full: ${onlyFull})`;
      test.runIf(full || onlyFull === undefined)(
        called,
        async () => {
          const venue = await open();
          const asker = await venue.asker(way);
          const { claude } = asker;
          played += 1;
          try {
            await play({
              venue,
              asker,
              claude,
              way,
              word: `lamp${played}`,
              path: (file) => join(claude.cwd, file),
              ask: (script) => ask(venue, asker, script),
            });
          } catch (error) {
            const story = await storyOf(venue, asker);
            await venue.end(asker);
            if (error instanceof Error) error.message += `\n${story}`;
            throw error;
          }
        },
        timeout,
      );
    },
    answers(row) {
      for (const way of row.ways) rows.plays(`${row.name}, ${HOW[way]}`, way, (scene) => playAnswer(row, scene));
      for (const way of row.fullWays ?? [])
        rows.plays(`${row.name}, ${HOW[way]}`, way, (scene) => playAnswer(row, scene), {
          onlyFull: 'much like the other ways',
        });
    },
  };
  return rows;
}

/** What the daemon heard of the session of a row that failed, and what stands on its screen. */
async function storyOf({ daemon, cards }: PromptVenue, { claude, session }: Asker): Promise<string> {
  const explained = await daemon.command('explain', { session }).catch(() => null);
  const lines = explained?.evidence.slice(-25).map(({ at, source, text }) => `${at.slice(14, 23)} ${source}: ${text}`);
  const open = cards.open(session).map((prompt) => JSON.stringify({ ...prompt, input: null }));
  return [...(lines ?? []), ...open, await claude.screen()].join('\n');
}

async function playAnswer(row: PromptRow, scene: Scene): Promise<void> {
  const { venue, way, claude } = scene;
  await row.before?.(scene);
  const play = await scene.ask(row.say(scene));
  const prompt = await (way === 'hook' || row.cardOnly ? play.card() : play.cardOfScreen());
  expect(prompt.kind).toBe(row.kind);
  expect(prompt.session).toBe(scene.asker.session);
  if (way === 'pane') {
    expect(prompt.answerableBy).toEqual(['pane']);
    if (row.shows !== undefined) expect(prompt.screen?.join('\n')).toContain(row.shows(scene));
  } else {
    expect(prompt).toMatchObject({ tool: row.tool, input: row.input(scene) });
    expect(prompt.answerableBy).toContain('hook');
    if (way === 'hook') expect(prompt).toMatchObject({ answerableBy: ['hook'], numbers: 'card' });
  }
  const { prompts } = await venue.daemon.command('prompts', {});
  expect(prompts.map(({ id }) => id)).toContain(prompt.id);
  if (way === 'terminal') await play.answerInTerminal(prompt, () => row.keys(claude, scene), row.choice(scene, prompt));
  else await play.answer(prompt, row.choice(scene, prompt), row.outcome);
  await row.effect(scene, play);
  await play.rests();
}
