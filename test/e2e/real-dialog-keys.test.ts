// The real Claude Code, answered by keys as they are planned from its screen: what reaches Claude is what was chosen.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf } from '../../src/core/ask.ts';
import type { ClaudeVersion } from '../lab/claude-binaries.ts';
import { type ClaudeLab, makeClaudeLab, type StartOptions } from '../lab/claude-lab.ts';
import { type Driven, drive } from '../lab/drive-dialog.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { transcriptHolds } from '../lab/transcripts.ts';

/** Many keys, each with two looks: on a busy machine that is long, in milliseconds. */
const PATIENCE = 120_000;

let lab: ClaudeLab;
/** A HOME of its own: what one version writes there makes another ask. */
function ownLab(): void {
  beforeAll(async () => {
    lab = await makeClaudeLab();
  });
  afterAll(() => lab?.dispose());
}

interface Place {
  readonly claude: LabClaude;
  readonly pane: Driven;
  readonly told: (pattern: RegExp) => Promise<void>;
}

async function open(options: StartOptions = {}): Promise<Place> {
  const claude = await lab.start(options);
  const pane = drive(lab.directory, claude.pane);
  return { claude, pane, told: (pattern) => transcriptHolds(lab.home.claudeDirectory, claude.cwd, pattern) };
}

const seldom = it.runIf(process.env.TALLYMUX_FULL === '1');
const FEATURES = 'Which features?';

describe.each<ClaudeVersion>(['2.1.332'])('Claude %s', { timeout: PATIENCE }, (version) => {
  ownLab();
  seldom(
    'P07: a plain no runs nothing, and a no with words goes on with them (only with --full: rows of prompts hold the same through the daemon)',
    async () => {
      const { claude, pane, told } = await open({ version });
      await claude.say('bash: touch first.txt');
      const first = await pane.dialog();
      const no = first.options.find(({ meaning }) => meaning === 'deny');
      expect(no).toBeDefined();
      await pane.answer({ n: no?.digit ?? 0, label: no?.label ?? '', meaning: 'deny' });
      await told(/doesn't want to proceed/);
      await claude.shows(/Interrupted/);
      await claude.say('bash: touch second.txt ;; say: all done');
      await pane.dialog();
      await pane.answer({
        n: no?.digit ?? 0,
        label: no?.label ?? '',
        meaning: 'deny',
        text: 'use 1 other name, please',
      });
      await told(/use 1 other name, please/);
      for (const file of ['first.txt', 'second.txt']) expect(existsSync(join(claude.cwd, file))).toBe(false);
    },
  );

  seldom('a yes is a yes, once (only with --full: rows of prompts hold the same through the daemon)', async () => {
    const { claude, pane } = await open({ version });
    await claude.say('bash: touch yes.txt ;; bash: touch again.txt');
    await pane.dialog();
    expect(await pane.answer({ n: 1, label: 'Yes', meaning: 'allow' })).toEqual(['1']);
    await claude.shows(/touch again\.txt\n[\s\S]*Do you want/);
    expect(existsSync(join(claude.cwd, 'yes.txt'))).toBe(true);
    expect(existsSync(join(claude.cwd, 'again.txt'))).toBe(false);
  });

  seldom(
    'P05: several ticks, with own words, in one question (only with --full: rows of prompts hold the same through the daemon)',
    async () => {
      const { claude, pane, told } = await open({ version });
      await claude.say(`askmulti: ${FEATURES} | Search | Login | Cart`);
      await pane.dialog();
      await pane.answer({
        questions: [FEATURES],
        answers: [{ chosen: ['Search', 'Cart'], text: 'and 2 more' }],
      });
      await told(/Search, Cart, and 2 more/);
    },
  );

  seldom(
    'P04, P05: three questions, each in its own way (only with --full: rows of prompts hold the same through the daemon)',
    async () => {
      const { claude, pane, told } = await open({ version });
      await claude.say(
        'ask2: Which language? | Python | Go // *Which targets? | Linux | macOS | Windows // Deploy now? | Yes | No',
      );
      await pane.dialog();
      await pane.answer({
        questions: ['Which language?', 'Which targets?', 'Deploy now?'],
        answers: [
          { chosen: [], text: 'Rust 2' },
          { chosen: ['Linux', 'Windows'], text: null },
          { chosen: ['No'], text: null },
        ],
      });
      await told(/Which language\?\W+Rust 2\b.*Which targets\?\W+Linux, Windows\b.*Deploy now\?\W+No\b/);
    },
  );

  seldom(
    'P18: a plan that goes on being planned, with words, then one that is approved with each edit asked for (only with --full: rows of prompts hold the same through the daemon)',
    async () => {
      const { claude, pane, told } = await open({ version, arguments: ['--permission-mode', 'plan'] });
      await claude.say('plan: Paint it blue');
      const deny = (await pane.dialog()).options.find(({ meaning }) => meaning === 'deny');
      await pane.answer({ n: deny?.digit ?? 0, label: deny?.label ?? '', meaning: 'deny', text: 'rather 2 greens' });
      await told(/rather 2 greens/);
      await claude.say('plan: Paint it green');
      const allow = (await pane.dialog()).options.find(({ meaning }) => meaning === 'allow');
      expect(allow?.label).toMatch(/manually approve edits/);
      await pane.answer({ n: allow?.digit ?? 0, label: allow?.label ?? '', meaning: 'allow' });
      await told(/User has approved your plan/);
    },
  );
});

describe('other dialogs', { timeout: PATIENCE }, () => {
  ownLab();

  seldom(
    'a dialog without digits: the marker goes to the row, then Enter (only with --full: rows of prompts hold the same through the daemon)',
    async () => {
      const claude = await lab.start({ project: '../untrusted', early: true });
      const pane = drive(lab.directory, claude.pane);
      await claude.shows(/Yes, I trust/);
      await pane.dialog();
      expect(await pane.answer({ n: 2, label: 'Yes, I trust this folder', meaning: 'allow' })).toEqual([
        'Down',
        'Enter',
      ]);
      await claude.reaches('idle');
    },
  );

  seldom(
    'a form, filled in field by field (only with --full: rows of prompts hold the same through the daemon)',
    async () => {
      const server = fileURLToPath(new URL('../lab/mcp-fixture.mjs', import.meta.url));
      const config = join(lab.directory, 'keys-mcp.json');
      writeFileSync(config, JSON.stringify({ mcpServers: { lab: { command: process.execPath, args: [server] } } }));
      const { claude, pane, told } = await open({
        arguments: ['--permission-mode', 'bypassPermissions', '--mcp-config', config],
        environment: { IS_SANDBOX: '1' },
      });
      await claude.say('tool: mcp__lab__register {}');
      await pane.dialog();
      const properties = {
        name: { type: 'string', title: 'Your name' },
        count: { type: 'integer' },
        ratio: { type: 'number' },
        confirm: { type: 'boolean' },
        region: { type: 'string', enum: ['eu', 'us', 'ap'], enumNames: ['Europe', 'America', 'Asia'] },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
      };
      const ask = askOf({
        kind: 'form',
        tool: 'lab',
        screen: null,
        input: { message: '', requested_schema: { properties } },
      });
      await pane.answer({
        fields: ask.kind === 'form' ? (ask.fields ?? []) : [],
        content: { name: 'Ann B', count: 42, confirm: false, region: 'ap', tags: ['a', 'c'] },
      });
      await told(/answer \{.*action.*accept.*Ann B.*42.*false.*ap.*a.*c/);
    },
  );
});
