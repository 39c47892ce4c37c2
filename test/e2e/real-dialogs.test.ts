// The real Claude Code, with and without our hooks: everything that stands between Claude and its work until a person answers.

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { realRows } from '../lab/real-rows.ts';

const row = realRows();

row(
  'a question',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('ask: Which colour? | red | blue ;; stream: 6 100');
    await light.turns('busy');
    await claude.reaches('waiting');
    const { waitingFor } = await light.turns('needs-input');
    expect(waitingFor ?? 'input needed').toBe('input needed');
    await claude.dialogTakesKeys();
    await claude.press('1');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks: 'also', onlyFull: 'rows of prompts hold it too' },
);

row(
  'a question that is closed with Esc',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('ask: Which colour? | red | blue ;; say: done');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('Escape');
    await claude.reaches('idle');
    await light.turns('idle');
    await light.hasShown('idle', 'busy', 'needs-input', 'idle');
  },
  { hooks: 'also' },
);

row(
  'a plan',
  async ({ start }) => {
    const { claude, light } = await start({ arguments: ['--permission-mode', 'plan'] });
    await claude.say('plan: Paint it blue ;; stream: 6 100');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.shows(/manually approve edits/);
    await claude.dialogTakesKeys();
    await claude.press('2');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks: 'also', onlyFull: 'rows of prompts hold it too' },
);

row('two questions of tools, one after another, are one wait after another', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('bash: touch j.txt ;; bash: touch k.txt ;; stream: 6 100');
  await light.turns('busy');
  for (let dialog = 0; dialog < 2; dialog += 1) {
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('1');
    await light.turns('busy');
  }
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'needs-input', 'busy', 'review');
});

row(
  'the dialog of auto mode, of which no hook tells',
  async ({ start }) => {
    const { claude, light } = await start({ arguments: [] });
    await claude.say('bash: curl -s http://127.0.0.1:9/ -X DELETE ;; say: done');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('Escape');
    await light.turns('idle', { within: 5000 });
  },
  { onlyFull: 'rows of prompts hold it too' },
);

row(
  'a directory that is not trusted yet',
  async ({ start, startUnseen, lightFor }) => {
    const started = await start();
    expect(started.claude.pid).toBeGreaterThan(0);
    const claude = await startUnseen({ project: `stranger-${randomUUID()}`, early: true });
    await claude.shows(/trust/i);
    claude.mark();
    const light = await lightFor(claude, claude.pid, 2500);
    await light.turns('needs-input', { within: 2500 });
    await claude.dialogTakesKeys();
    await claude.press('Down');
    await claude.press('Enter');
    await claude.reaches('idle');
    await light.turns('idle');
    await light.hasShown('needs-input', 'idle');
  },
  { onlyFull: 'rows of prompts hold it too' },
);

row('edits that need no leave', async ({ start }) => {
  const { claude, light } = await start({ arguments: ['--permission-mode', 'acceptEdits'] });
  await claude.say(`write: ${claude.cwd}/l.txt hello ;; stream: 6 100`);
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row('no permission is ever asked for in bypass mode', async ({ start }) => {
  const { claude, light } = await start({
    arguments: ['--permission-mode', 'bypassPermissions'],
    environment: { IS_SANDBOX: '1' },
  });
  await claude.say('bash: touch m.txt ;; stream: 6 100');
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row(
  'a form of an MCP server',
  async ({ start, lab }) => {
    const { writeFileSync } = await import('node:fs');
    const { fileURLToPath } = await import('node:url');
    const server = fileURLToPath(new URL('../lab/mcp-fixture.mjs', import.meta.url));
    const config = `${lab.directory}/mcp.json`;
    writeFileSync(config, JSON.stringify({ mcpServers: { lab: { command: process.execPath, args: [server] } } }));
    const { claude, light } = await start({
      arguments: ['--permission-mode', 'bypassPermissions', '--mcp-config', config],
      environment: { IS_SANDBOX: '1' },
    });
    await claude.say('tool: mcp__lab__survey {} ;; stream: 6 100');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.shows(/Which region/);
    await claude.dialogTakesKeys();
    await claude.press('Escape');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks: 'also', onlyFull: 'rows of prompts hold it too' },
);
