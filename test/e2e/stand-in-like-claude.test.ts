// The stand-in and the real Claude Code, given the same script, leave the same evidence: the same levels in the
// registry, and transcript lines that mean the same, but for times and ids. What is tested against the stand-in would
// otherwise be tested against our own imagination.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTranscriptLine } from '../../src/adapters/claude/transcript-line.ts';
import type { Step } from '../../src/demo/steps.ts';
import { type ClaudeLab, makeClaudeLab } from '../lab/claude-lab.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import type { Level } from '../lab/level-log.ts';
import { type StandIns, startStandIns } from '../lab/stand-ins.ts';
import { until } from '../lab/until.ts';

interface Script {
  readonly name: string;
  /** What the person does with the real one. */
  readonly real: (claude: LabClaude) => Promise<unknown>;
  readonly steps: readonly Step[];
  /** Number of meaningful transcript lines at the end. */
  readonly lines: number;
  /** A background task ends in it: the registry reads idle for 25 ms then, which a poll may miss. */
  readonly background?: boolean;
}

const bash = (command: string, more = {}): Step => ({
  do: 'tool',
  name: 'Bash',
  input: { command, description: 'Run a lab command', ...more },
});

const SCRIPTS: readonly Script[] = [
  {
    name: 'a plain turn',
    real: async (claude) => {
      await claude.say('say: one');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'say: one' },
      { do: 'finish', text: 'one' },
    ],
    lines: 3,
  },
  {
    name: 'a tool, allowed at its dialog',
    real: async (claude) => {
      await claude.say('bash: touch a.txt ;; say: finished');
      await claude.reaches('waiting');
      await claude.dialogTakesKeys();
      await claude.press('1');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: touch a.txt ;; say: finished' },
      bash('touch a.txt'),
      { do: 'ask-permission' },
      { do: 'answer', yes: true },
      { do: 'tool-done' },
      { do: 'finish', text: 'finished' },
    ],
    lines: 5,
  },
  {
    name: 'Esc while text streams',
    real: async (claude) => {
      await claude.say('stream: 60 100');
      await claude.shows(/word3/);
      await claude.press('Escape');
      await claude.reaches('idle');
    },
    steps: [{ do: 'prompt', text: 'stream: 60 100' }, { do: 'interrupt' }],
    lines: 3,
  },
  {
    name: 'Esc at a dialog',
    real: async (claude) => {
      await claude.say('bash: touch b.txt');
      await claude.reaches('waiting');
      await claude.dialogTakesKeys();
      await claude.press('Escape');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: touch b.txt' },
      bash('touch b.txt'),
      { do: 'ask-permission' },
      { do: 'answer', yes: false },
    ],
    lines: 4,
  },
  {
    name: '/clear, and a turn after it',
    real: async (claude) => {
      await claude.say('say: before');
      await claude.reaches('idle');
      await claude.say('/clear');
      await claude.say('say: after');
      await claude.reaches('busy');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'say: before' },
      { do: 'finish', text: 'before' },
      { do: 'clear' },
      { do: 'prompt', text: 'say: after' },
      { do: 'finish', text: 'after' },
    ],
    lines: 9,
  },
  {
    name: 'an error of the API',
    real: async (claude) => {
      await claude.say('error: 400');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'error: 400' },
      { do: 'api-error', status: 400, error: 'unknown', text: 'API Error: 400 Lab error 400' },
    ],
    lines: 2,
  },
  {
    name: '/model, closed again',
    real: async (claude) => {
      await claude.say('/model');
      await claude.reaches('waiting');
      await claude.shows(/Select model/);
      await claude.press('Escape');
      await claude.reaches('idle');
    },
    steps: [{ do: 'dialog', command: '/model' }, { do: 'close-dialog' }],
    lines: 2,
  },
  {
    name: 'a background shell that ends',
    real: async (claude) => {
      await claude.say('bgbash: sleep 2; echo over');
      await claude.reaches('shell');
      await claude.reaches('busy');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bgbash: sleep 2; echo over' },
      { do: 'shell', command: 'sleep 2; echo over' },
      { do: 'finish', text: 'Done.' },
      { do: 'wait', ms: 500 },
      { do: 'shell-done' },
      { do: 'finish', text: 'Done.' },
    ],
    lines: 8,
    background: true,
  },
  {
    name: 'a background sub-agent that comes back',
    real: async (claude) => {
      await claude.say('task: sleep: 2 ,, say: sub done');
      await claude.reaches('idle', 20_000);
    },
    steps: [
      { do: 'prompt', text: 'task: sleep: 2 ,, say: sub done' },
      { do: 'agent', description: 'Lab subtask', prompt: 'sleep: 2 ;; say: sub done' },
      { do: 'finish', text: 'Done.' },
      { do: 'agent-done', text: 'sub done' },
      { do: 'finish', text: 'Done.' },
    ],
    lines: 8,
    background: true,
  },
  {
    name: 'No with text at a dialog',
    real: async (claude) => {
      await claude.say('bash: touch c.txt ;; say: another way');
      await claude.reaches('waiting');
      await claude.dialogTakesKeys();
      await claude.press('Down', 'Down', 'Down');
      await claude.shows(/❯ 4\. No/);
      await claude.press('Tab');
      await claude.shows(/No, and tell Claude/);
      await claude.type('use d.txt');
      await claude.shows(/use d\.txt/);
      await claude.press('Enter');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: touch c.txt ;; say: another way' },
      bash('touch c.txt'),
      { do: 'ask-permission' },
      { do: 'answer', yes: false, text: 'use d.txt' },
      { do: 'finish', text: 'another way' },
    ],
    lines: 5,
  },
];

let lab: ClaudeLab;
let standIns: StandIns;

beforeAll(async () => {
  lab = await makeClaudeLab();
  standIns = startStandIns(lab.home.home);
});

afterAll(async () => {
  await standIns?.stop();
  await lab?.dispose();
});

describe('the stand-in leaves what the real Claude Code leaves:', () => {
  it.each(SCRIPTS)('$name', async ({ name, real, steps, lines, background }) => {
    const claude = await lab.start();
    await real(claude);
    const evidence = await settled(claude.cwd, claude.levels().map(levelOf), lines);

    const cwd = lab.project('site');
    const session = `stand-in for ${name}`;
    const before = new Set(transcripts(cwd));
    const levels: string[] = [];
    for (const step of [{ do: 'start', cwd } as const, ...steps]) {
      const { pid } = await standIns.perform(session, step);
      levels.push(levelOf(JSON.parse(readFileSync(join(lab.home.claudeDirectory, 'sessions', `${pid}.json`), 'utf8'))));
    }
    const played = await settled(cwd, levels, lines, before);
    await standIns.perform(session, { do: 'exit' });

    const shown = background ? withoutShortIdle : steadyLevels;
    expect({ ...played, levels: shown(played.levels) }).toEqual({ ...evidence, levels: shown(evidence.levels) });
  });
});

interface Evidence {
  readonly levels: readonly string[];
  readonly conversations: number;
  readonly lines: readonly unknown[];
}

/** What was left once the transcript holds as many meaningful lines as the script makes. */
async function settled(
  cwd: string,
  levels: readonly string[],
  count: number,
  without: ReadonlySet<string> = new Set(),
): Promise<Evidence> {
  const read = () => {
    const files = transcripts(cwd).filter((file) => !without.has(file));
    return { conversations: files.length, lines: files.flatMap(meaningful) };
  };
  const found = await until(`${count} lines in ${cwd}`, () => read().lines.length >= count && read(), {
    seen: () => JSON.stringify(read(), null, 1),
  });
  return { levels: [...levels], ...found };
}

function levelOf({ status, waitingFor }: Pick<Level, 'status'> & Partial<Level>): string {
  return waitingFor ? `${status}: ${waitingFor}` : status;
}

/** Levels from the first `idle` on, each change once. */
function steadyLevels(levels: readonly string[]): readonly string[] {
  return levels.slice(levels.indexOf('idle')).filter((word, at, all) => word !== all[at - 1]);
}

/** The same without the `idle` between the end of a background task and the turn that tells of it. */
function withoutShortIdle(levels: readonly string[]): readonly string[] {
  const all = steadyLevels(levels);
  return steadyLevels(all.filter((word, at) => word !== 'idle' || at === 0 || all[at + 1] !== 'busy'));
}

/** Transcripts of a directory, oldest first. */
function transcripts(cwd: string): readonly string[] {
  const folder = join(lab.home.claudeDirectory, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
    return files.map((file) => join(folder, file)).sort((a, b) => firstTime(a).localeCompare(firstTime(b)));
  } catch {
    return [];
  }
}

function firstTime(file: string): string {
  return /"timestamp":"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? basename(file);
}

/** The lines that mean something: what our parser makes of them, and the marks that others may go by. */
function meaningful(file: string): readonly unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .flatMap((text) => {
      const line = JSON.parse(text);
      if (!['user', 'assistant', 'system'].includes(line.type) || line.isSidechain) return [];
      if (line.subtype === 'turn_duration') return [{ type: 'system', subtype: 'turn_duration' }];
      const parsed = parseTranscriptLine(text);
      const content = line.message?.content;
      const result = Array.isArray(content) ? content[0]?.is_error : undefined;
      return [
        {
          type: line.type,
          subtype: line.subtype,
          stop: line.message?.stop_reason,
          origin: line.origin?.kind,
          source: line.promptSource,
          meta: line.isMeta,
          failed: result === undefined ? undefined : Boolean(result),
          facts: parsed === null || parsed === 'torn' ? parsed : parsed.facts.map(plain),
        },
      ];
    });
}

/** A fact without what must differ: ids, token counts, and how much text an interrupt let through. */
function plain(fact: object): unknown {
  return JSON.parse(JSON.stringify(fact), (key, value) => {
    if (key === 'tokens') return undefined;
    if (value?.kind === 'assistant' && !value.finished && !value.tool) return { ...value, text: 'cut off' };
    if (key === 'id' || key === 'toolId') return value ? 'an id' : value;
    return value;
  });
}
