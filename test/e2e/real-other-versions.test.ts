// Other versions of Claude Code that people run, with and without our hooks: two whose registry has a status, and one without.

import { expect } from 'vitest';
import { realRows } from '../lab/real-rows.ts';
import { transcriptHolds } from '../lab/transcripts.ts';

const row = realRows(['2.1.112', '2.1.133', '2.1.220']);
const onlyFull = 'another version';

for (const version of ['2.1.133', '2.1.220'] as const) {
  row(
    `${version}: a turn with a permission, and one that is stopped`,
    async ({ start }) => {
      const { claude, light } = await start({ version });
      await claude.say('bash: touch a.txt ;; stream: 6 100');
      await light.turns('busy');
      await claude.reaches('waiting');
      await light.turns('needs-input');
      await claude.dialogTakesKeys();
      await claude.press('1');
      await light.turns('busy');
      await claude.reaches('idle');
      await light.turns('review');
      await claude.say('stream: 100 100');
      await light.turns('busy');
      await claude.shows(/word3/);
      await claude.press('Escape');
      await light.turns('idle');
      await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review', 'busy', 'idle');
    },
    { onlyFull },
  );
}

row(
  '2.1.112: a registry without status is listed, and busy by its transcript',
  async ({ lab, startUnseen, lightFor }) => {
    const claude = await startUnseen({ version: '2.1.112' });
    const light = await lightFor(claude, claude.pid, 5000);
    await claude.say('stream: 30 100');
    await transcriptHolds(lab.home.claudeDirectory, claude.cwd, /stream: 30 100/);
    claude.mark();
    const { guess } = await light.says('busy', ({ state }) => state === 'busy');
    expect(guess ?? true).toBe(true);
    claude.signal('SIGKILL');
    await light.says('ended', ({ state }) => state === 'ended', 1500);
  },
  { onlyFull, daemonNeeded: true, hooks: 'never' },
);

row(
  '2.1.112: what its registry does not say, hooks tell, and it is no guess',
  async ({ start, lab }) => {
    const { claude, light } = await start({ version: '2.1.112', patience: 40_000 });
    const wrote = async (pattern: RegExp) => {
      await transcriptHolds(lab.home.claudeDirectory, claude.cwd, pattern);
      claude.mark();
    };
    await claude.say('bash: touch a.txt ;; stream: 8 100');
    await wrote(/"content":"bash: touch a.txt/);
    const { guess } = await light.turns('busy');
    expect(guess ?? false).toBe(false);
    await claude.dialogTakesKeys();
    claude.mark();
    await light.turns('needs-input');
    await claude.press('1');
    await wrote(/"tool_result"/);
    await light.turns('busy');
    await wrote(/word8"[^\n]*\n[\s\S]*stop_hook_summary/);
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { onlyFull, hooks: 'only' },
);
