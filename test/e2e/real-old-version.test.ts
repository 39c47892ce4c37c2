// Claude Code 2.0.77, which keeps no registry: process and transcript only. What is known of it is a guess and says so.

import { expect } from 'vitest';
import type { ClaudeLab } from '../lab/claude-lab.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { realRows } from '../lab/real-rows.ts';
import { transcriptHolds } from '../lab/transcripts.ts';

const row = realRows(['2.0.77']);
const OLD = { version: '2.0.77', arguments: [] } as const;
/** A session without registry is listed within this, in milliseconds. */
const LISTED = 5000;
/** How long the last finished message must be old before it counts as an end, in milliseconds. */
const REST = 30_000;

const wrote = (lab: ClaudeLab, claude: LabClaude, pattern: RegExp) =>
  transcriptHolds(lab.home.claudeDirectory, claude.cwd, pattern);

row(
  'an old version is listed, and busy within a second of its transcript line',
  async ({ lab, startUnseen, lightFor }) => {
    const claude = await startUnseen(OLD);
    const light = await lightFor(claude, claude.pid, LISTED);
    await claude.say('stream: 30 100');
    await wrote(lab, claude, /stream: 30 100/);
    claude.mark();
    const { guess } = await light.says('busy', ({ state }) => state === 'busy');
    expect(guess ?? true).toBe(true);
  },
  { daemonNeeded: true, hooks: 'never' },
);

row(
  'a dialog of an old version that nobody can see stays busy, never idle',
  async ({ lab, startUnseen, lightFor }) => {
    const claude = await startUnseen({ ...OLD, untold: true });
    const light = await lightFor(claude, claude.pid, LISTED);
    await claude.say('bash: touch o.txt ;; say: done');
    await claude.dialogTakesKeys();
    await wrote(lab, claude, /"tool_use"/);
    claude.mark();
    await light.says('busy', ({ state }) => state === 'busy');
    await light.neverShows('idle', 2000);
  },
  { daemonNeeded: true, hooks: 'never' },
);

row(
  'Esc in an old version is idle',
  async ({ lab, startUnseen, lightFor }) => {
    const claude = await startUnseen(OLD);
    const light = await lightFor(claude, claude.pid, LISTED);
    await claude.say('stream: 100 100');
    await wrote(lab, claude, /stream: 100 100/);
    claude.mark();
    await light.says('busy', ({ state }) => state === 'busy');
    await claude.press('Escape');
    await wrote(lab, claude, /Request interrupted by user/);
    claude.mark();
    await light.says('idle', ({ state }) => state === 'idle');
  },
  { onlyFull: 'close to other rows', daemonNeeded: true, hooks: 'never' },
);

row(
  'kill -9 of an old version',
  async ({ startUnseen, lightFor }) => {
    const claude = await startUnseen(OLD);
    const light = await lightFor(claude, claude.pid, LISTED);
    claude.signal('SIGKILL');
    await light.says('ended', ({ state }) => state === 'ended', 1500);
  },
  { daemonNeeded: true, hooks: 'never' },
);

row(
  'thirty seconds after its last message an old version is to review, as a guess',
  async ({ lab, startUnseen, lightFor }) => {
    const claude = await startUnseen(OLD);
    const light = await lightFor(claude, claude.pid, LISTED);
    await claude.say('stream: 15 100');
    await wrote(lab, claude, /stream: 15 100/);
    claude.mark();
    await light.says('busy', ({ state }) => state === 'busy');
    await wrote(lab, claude, /word15/);
    claude.mark();
    const { guess } = await light.says('review', ({ state }) => state === 'review', REST + 2000);
    expect(guess ?? true).toBe(true);
  },
  { onlyFull: 'waits thirty seconds', daemonNeeded: true, hooks: 'never', timeout: 90_000 },
);
