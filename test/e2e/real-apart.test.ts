// The real Claude Code, with and without our hooks, started by programs and not by a person at a terminal: print mode and
// background sessions.

import { expect } from 'vitest';
import { claudeCommand } from '../lab/claude-binaries.ts';
import { realRows } from '../lab/real-rows.ts';

const row = realRows();
const DEFAULT = ['--permission-mode', 'default'];

row(
  'claude -p of a script is listed as a script, works, ends and never rings',
  async ({ lab, lightFor }) => {
    const cwd = lab.project('shop');
    const { pid } = await lab.run('script', cwd, [...claudeCommand('2.1.332'), '-p', 'stream: 30 100', ...DEFAULT]);
    const claude = lab.adopt('script', pid, cwd);
    await claude.reaches('busy');
    const light = await lightFor(claude);
    // Its registry file says idle for the first moments.
    await light.says('busy', ({ state }) => state === 'busy');
    expect(light.session().kind ?? 'script').toBe('script');
    await claude.ends();
    // It may be seen at rest for the moment between its answer and its exit; what it never does is ask for anyone.
    await light.says('its end', ({ state }) => state === 'ended', 1500);
    expect(light.announced()).toEqual([]);
  },
  { daemonNeeded: true, hooks: 'also' },
);

row(
  'claude --bg is a session of its own, asks and ends like one',
  async ({ lab, lightFor }) => {
    const cwd = lab.project('api');
    const script = 'stream: 20 100 ;; bash: touch n.txt ;; stream: 10 100';
    await lab.run('background', cwd, [...claudeCommand('2.1.332'), ...DEFAULT, '--bg', script]);
    const pid = await lab.registered(
      'a background session',
      ({ kind, cwd: at }) => kind === 'bg' && at === cwd,
      30_000,
    );
    const claude = lab.adopt('background', pid, cwd);
    const light = await lightFor(claude, pid, 2000);
    await light.says('busy', ({ state }) => state === 'busy', 5000);
    expect(light.session().kind ?? 'background').toBe('background');
    await claude.reaches('waiting');
    await light.says('needs-input', ({ state }) => state === 'needs-input');
    claude.signal('SIGKILL');
    await light.says('its end', ({ state }) => state === 'ended', 1500);
  },
  { daemonNeeded: true, hooks: 'also' },
);

row(
  'claude --bg that finishes is to review',
  async ({ lab, lightFor }) => {
    const cwd = lab.project('site');
    await lab.run('background2', cwd, [...claudeCommand('2.1.332'), ...DEFAULT, '--bg', 'stream: 30 100']);
    const pid = await lab.registered(
      'a background session',
      ({ kind, cwd: at }) => kind === 'bg' && at === cwd,
      30_000,
    );
    const claude = lab.adopt('background', pid, cwd);
    const light = await lightFor(claude, pid, 2000);
    await claude.reaches('busy');
    await light.says('busy', ({ state }) => state === 'busy', 2000);
    await claude.reaches('idle');
    await light.says('review', ({ state }) => state === 'review');
    claude.signal('SIGKILL');
  },
  { daemonNeeded: true, hooks: 'also' },
);
