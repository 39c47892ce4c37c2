// Claude Code 2.0.77, which keeps no registry, with our hooks: what they tell is no guess, and comes at once. It writes
// its lines after it ran its hooks, so each light must be there within a second of the line.

import { expect } from 'vitest';
import type { State } from '../../src/core/session.ts';
import { realRows } from '../lab/real-rows.ts';
import type { Actor, Stage } from '../lab/stage.ts';
import { transcriptHolds } from '../lab/transcripts.ts';

const row = realRows(['2.0.77']);
const options = { hooks: 'only', timeout: 120_000 } as const;
const allowing = (...rules: string[]) => ['--allowedTools', ...rules];

/** One Claude, and what every row does with it. */
interface Old extends Actor {
  /** Types a prompt; busy when it is written down. */
  begun(prompt: string): Promise<void>;
  /** The next light, after something was written down. */
  turnsOnce(pattern: RegExp, state: State): Promise<void>;
  /** The dialog of a tool. */
  asked(what: RegExp): Promise<void>;
  /** The turn's last word was said, and its Stop hooks have run. */
  finished(lastWord: string): Promise<void>;
}

async function begin({ start, lab }: Stage, words: readonly string[] = []): Promise<Old> {
  const { claude, light } = await start({ version: '2.0.77', arguments: words, patience: 40_000 });
  const old: Old = {
    claude,
    light,
    async begun(prompt) {
      await claude.say(prompt);
      await old.turnsOnce(new RegExp(`"role":"user","content":"${prompt}`), 'busy');
    },
    async turnsOnce(pattern, state) {
      await transcriptHolds(lab.home.claudeDirectory, claude.cwd, pattern, 40_000);
      claude.mark();
      const { guess } = await light.turns(state);
      expect(guess ?? false).toBe(false);
    },
    async asked(what) {
      await claude.shows(new RegExp(`${what.source}[\\s\\S]*Do you want to proceed`), 20_000);
      claude.mark();
      await light.turns('needs-input');
      await claude.dialogTakesKeys();
    },
    finished: (lastWord) => old.turnsOnce(new RegExp(`${lastWord}"[^\\n]*\\n[\\s\\S]*stop_hook_summary`), 'review'),
  };
  return old;
}

row(
  'an old version: a turn is busy, and to review at once',
  async (stage) => {
    const { light, begun, finished } = await begin(stage);
    await begun('stream: 10 100');
    await finished('word10');
    await light.hasShown('idle', 'busy', 'review');
  },
  options,
);

row(
  'an old version: a tool that is allowed in the terminal',
  async (stage) => {
    const { claude, light, begun, asked, turnsOnce, finished } = await begin(stage);
    await begun('bash: touch a.txt ;; stream: 8 100');
    await asked(/touch a.txt/);
    await claude.press('1');
    await turnsOnce(/"tool_result"/, 'busy');
    await finished('word8');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { ...options, onlyFull: 'rows of prompts hold it too' },
);

row(
  'an old version: Esc while it writes',
  async (stage) => {
    const { claude, light, begun, turnsOnce } = await begin(stage);
    await begun('stream: 100 100');
    await claude.shows(/esc to interrupt/);
    await claude.press('Escape');
    await turnsOnce(/Request interrupted by user/, 'idle');
    await light.hasShown('idle', 'busy', 'idle');
  },
  { ...options, onlyFull: 'its recording is replayed' },
);

row(
  'an old version: Esc at a permission dialog',
  async (stage) => {
    const { claude, light, begun, asked, turnsOnce } = await begin(stage);
    await begun('bash: touch b.txt ;; say: never');
    await asked(/touch b.txt/);
    await claude.press('Escape');
    await turnsOnce(/Request interrupted by user/, 'idle');
    await light.hasShown('idle', 'busy', 'needs-input', 'idle');
  },
  { ...options, onlyFull: 'rows of prompts hold it' },
);

row(
  'an old version: tools that need no leave, and the next prompt',
  async (stage) => {
    const { light, begun, finished } = await begin(stage, allowing('Bash(echo:*)'));
    await begun('tools: 3 ;; stream: 6 100');
    await finished('word6');
    await begun('stream: 9 100');
    await finished('word9');
    await light.hasShown('idle', 'busy', 'review', 'busy', 'review');
  },
  { ...options, onlyFull: 'rows of prompts hold it too' },
);

row(
  'an old version: kill -9 in the middle of a turn',
  async (stage) => {
    const { claude, light, begun } = await begin(stage);
    await begun('stream: 100 100');
    claude.signal('SIGKILL');
    await light.turns('ended', { within: 1500 });
    await light.hasShown('idle', 'busy', 'ended');
  },
  { ...options, onlyFull: 'as with every version' },
);

row(
  'an old version: /exit',
  async (stage) => {
    const { claude, light } = await begin(stage);
    await claude.say('/exit');
    await claude.ends();
    await light.turns('ended', { within: 1500 });
    await light.hasShown('idle', 'ended');
  },
  { ...options, onlyFull: 'as with every version' },
);

row(
  'an old version: a morning of turns',
  async (stage) => {
    const { claude, light, begun, asked, finished, turnsOnce } = await begin(stage);
    for (let turn = 1; turn <= 5; turn += 1) {
      await begun(`bash: touch c${turn}.txt ;; stream: ${turn + 10} 100`);
      await asked(new RegExp(`touch c${turn}.txt`));
      await claude.press('1');
      await turnsOnce(new RegExp(`touch c${turn}.txt[\\s\\S]*"tool_result"`), 'busy');
      await finished(`word${turn + 10}`);
    }
    const turns = Array.from({ length: 5 }, () => ['busy', 'needs-input', 'busy', 'review'] as const);
    await light.hasShown('idle', ...turns.flat());
  },
  { ...options, onlyFull: 'a long day', timeout: 180_000 },
);
