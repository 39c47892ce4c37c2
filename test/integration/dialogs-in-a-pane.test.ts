// The stand-in's dialogs in a real tmux: each kind obeys its keys as the real Claude Code 2.1.332 was seen to do, obeys
// the hooks that decide, and leaves in the files what follows from the answer.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/demo/screen/face.ts';
import type { Step } from '../../src/demo/steps.ts';
import { processesOf } from '../lab/lab-processes.ts';
import { decision, hookEntry, makePaneLab, type PaneLab, type PaneStandIn } from '../lab/pane-stand-ins.ts';
import { until } from '../lab/until.ts';

let lab: PaneLab;

beforeAll(async () => {
  lab = await makePaneLab('dialogs');
});
afterAll(() => lab?.close());

const PROMPT: Step = { do: 'prompt', text: 'go on' };
const ASK: Step = { do: 'ask-permission' };
const BASH: Step = { do: 'tool', name: 'Bash', input: { command: 'touch a.txt', description: 'Make a file' } };
const tool = (name: string, input: Readonly<Record<string, unknown>>): Step => ({ do: 'tool', name, input });
const option = (label: string) => ({ label, description: `Choose ${label}` });
const question = (words: string, labels: readonly string[], multiSelect = false) => ({
  question: words,
  header: words.slice(0, 6),
  multiSelect,
  options: labels.map(option),
});
const ONE = tool('AskUserQuestion', { questions: [question('Which base?', ['Postgres', 'SQLite', 'MySQL'])] });
const MANY = tool('AskUserQuestion', { questions: [question('Which parts?', ['Search', 'Login', 'Cart'], true)] });
const THREE = tool('AskUserQuestion', {
  questions: [
    question('Which language?', ['Python', 'Go']),
    question('Which targets?', ['Linux', 'macOS'], true),
    question('Deploy now?', ['Yes', 'No']),
  ],
});
const PLAN = tool('ExitPlanMode', { plan: '# Search\n\n1. Write it', planFilePath: '/plans/a.md' });
const EDIT = tool('Edit', { file_path: '/x/README.md', old_string: 'a', new_string: 'b' });

describe.concurrent('a dialog takes', () => {
  it.each([
    ['a digit at once', BASH, ['1'], { effect: 'yes', label: 'Yes' }],
    ['the digit of its second option', BASH, ['2'], { effect: 'always' }],
    ['the digit of No, which is the fourth', BASH, ['4'], { effect: 'no', label: 'No' }],
    ['arrows and Enter', BASH, ['Down', 'Down', 'Enter'], { effect: 'auto-mode' }],
    ['arrows round its ends', BASH, ['Up', 'Enter'], { effect: 'no' }],
    ['Enter as its first option', BASH, ['Enter'], { effect: 'yes' }],
    ['no letter, no digit too high, no Ctrl-C, but Esc', BASH, ['y', 'n', '9', 'C-c', 'Escape'], { effect: 'cancel' }],
    ['Yes with words', BASH, ['Tab', 'b', '1', 'Enter'], { effect: 'yes-with-text', text: 'b1' }],
    ['No with words', BASH, ['Up', 'Tab', 'n', 'o', 'Enter'], { effect: 'no-with-text', text: 'no' }],
    ['a third digit where No is third', EDIT, ['3'], { effect: 'no' }],
    ['Shift+Tab for accepting edits', EDIT, ['BTab'], { effect: 'accept-edits' }],
    ['a digit as the answer of one question', ONE, ['2'], { effect: 'answered', answers: { 'Which base?': 'SQLite' } }],
    [
      'own words as the answer',
      ONE,
      ['4', 'x', '2', 'Enter'],
      { effect: 'answered', answers: { 'Which base?': 'x2' } },
    ],
    ['the wish to talk', ONE, ['5'], { effect: 'chat' }],
    [
      'ticks, then Submit',
      MANY,
      ['1', '3', '1', '2', 'Tab', '1'],
      { effect: 'answered', answers: { 'Which parts?': 'Login, Cart' } },
    ],
    [
      'the answers of three questions, then their review',
      THREE,
      ['1', '1', '2', 'Tab', '2', '1'],
      {
        effect: 'answered',
        answers: { 'Which language?': 'Python', 'Which targets?': 'Linux, macOS', 'Deploy now?': 'No' },
      },
    ],
    ['Esc in the middle of questions', THREE, ['1', 'Escape'], { effect: 'cancel' }],
    ['a plan’s second option', PLAN, ['2'], { effect: 'approved' }],
    ['words for a plan', PLAN, ['3', 'o', 'k', 'Enter'], { effect: 'keep-planning', text: 'ok' }],
  ] satisfies [string, Step, string[], Partial<Outcome>][])('%s', async (name, step, keys, expected) => {
    const claude = await lab.start(`keys-${name.replaceAll(/\W/g, '-')}`, {
      pane: { columns: 100, rows: 30 },
    });
    await claude.play(PROMPT, step, ASK);
    expect(claude.registry()?.status).toBe('waiting');
    await claude.takesKeys();
    for (const key of keys) await claude.press(key);
    expect(await claude.answered()).toMatchObject({ via: 'key', ...expected });
    await until('it waits no more', () => claude.registry()?.status !== 'waiting');
    expect(claude.effects()).toHaveLength(1);
  });
});

describe.concurrent('what follows', () => {
  it('from a key that comes too early is nothing', async () => {
    const claude = await lab.start('early');
    await claude.play(PROMPT, BASH, { do: 'trouble', dropKeys: 400 }, ASK);
    await claude.press('1');
    await until('the key came', () => claude.log().some(({ event }) => event === 'key'));
    expect(claude.log()).toContainEqual(expect.objectContaining({ event: 'key', key: '1', taken: false }));
    expect(claude.effects()).toEqual([]);
    await claude.shows(/❯ 1\. Yes/);
  });

  it('from Yes: the tool runs; from No: the turn ends as by Esc', async () => {
    const [yes, no] = await Promise.all([lab.start('yes'), lab.start('no')]);
    for (const [claude, key] of [
      [yes, '1'],
      [no, '4'],
    ] as const) {
      await claude.play(PROMPT, BASH, ASK);
      await claude.takesKeys();
      await claude.press(key);
      await claude.answered();
    }
    await until('Yes makes it busy', () => yes.registry()?.status === 'busy');
    await until('No makes it idle', () => no.registry()?.status === 'idle');
    await until('the transcript tells', () => text(no).includes('[Request interrupted by user for tool use]'));
    expect(text(yes)).not.toContain('tool_result');
    await yes.play({ do: 'tool-done', output: 'made' }, { do: 'finish', text: 'Done.' });
    expect(text(yes)).toContain('"content":"made"');
  });

  it('from a draft in the composer: it stays below the dialog, and is sent after it', async () => {
    const claude = await lab.start('draft');
    await claude.type('later');
    await claude.shows(/❯\s+later/);
    await claude.play(PROMPT, BASH, ASK);
    await claude.takesKeys();
    await claude.press('1');
    await claude.answered();
    await claude.shows(/❯\s+later/);
    await claude.press('Enter');
    await until('it is sent', () => claude.log().some((line) => line.event === 'prompt' && line.text === 'later'));
  });

  it('from three sub-agents that ask at once: one dialog after the other, oldest first', async () => {
    const environment = { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' };
    const claude = await lab.start('three', { environment });
    await claude.play(PROMPT);
    for (const at of [0, 1, 2]) {
      await claude.play({ do: 'agent', description: `part ${at}`, prompt: 'work' });
      await claude.play({ do: 'agent-tool', agent: at, name: 'Bash', input: { command: `rm -rf n${at}` } });
    }
    for (const agent of [0, 1, 2]) await claude.play({ do: 'ask-permission', agent, dialog: `d${agent}` });
    for (const at of [0, 1, 2]) {
      await claude.shows(new RegExp(`from the general-purpose agent.*${at + 1} of 3[^]*rm -rf n${at}`));
      await claude.takesKeys();
      await claude.press('1');
      await claude.answered(at + 1);
    }
    expect(claude.effects().map(({ dialog, effect }) => [dialog, effect])).toEqual([
      ['d0', 'yes'],
      ['d1', 'yes'],
      ['d2', 'yes'],
    ]);
    await claude.play({ do: 'agent-tool-done', output: 'gone' });
  });

  it('from a swap between look and key: the key is lost, and the other dialog stands', async () => {
    const claude = await lab.start('swapped');
    await claude.play(PROMPT, BASH, { ...ASK, dialog: 'first' });
    await claude.takesKeys();
    const other: Step = { do: 'swap', name: 'Bash', input: { command: 'rm -rf /' }, dialog: 'second' };
    await claude.play({ do: 'on-key', steps: [other] });
    await claude.press('1');
    await claude.shows(/rm -rf \//);
    await until('the key came', () => claude.log().some(({ event }) => event === 'key'));
    expect(claude.effects()).toMatchObject([{ dialog: 'first', via: 'person' }]);
    expect(claude.log()).toContainEqual(expect.objectContaining({ event: 'key', dialog: 'second', taken: false }));
  });

  it('from an interrupt before a dialog is drawn: it never comes, and the next one stands in front', async () => {
    const go = join(lab.directory, 'overtaken-go');
    const waits = `cat > /dev/null\nwhile [ ! -e '${go}' ]; do sleep 0.02; done`;
    const settings = join(lab.directory, 'overtaken-settings.json');
    writeFileSync(settings, JSON.stringify({ hooks: { PostToolUse: [hookEntry(lab.directory, 'overtaken', waits)] } }));
    const claude = await lab.start('overtaken', { settings });
    await claude.play(PROMPT, BASH, { ...ASK, dialog: 'first' });
    await claude.takesKeys();
    const other: Step = { do: 'swap', name: 'Bash', input: { command: 'rm -rf /' }, dialog: 'second' };
    await claude.play({ do: 'on-key', steps: [other] });
    await claude.press('1');
    // The hook of the first tool keeps the second dialog from the screen.
    await claude.answered();
    const stopped = claude.play({ do: 'interrupt' });
    await claude.shows(/\? for shortcuts/);
    writeFileSync(go, '');
    await stopped;
    await claude.play(PROMPT, BASH, { ...ASK, dialog: 'third' });
    await claude.shows(/touch a\.txt/);
    await claude.takesKeys();
    await claude.press('1');
    expect(await claude.answered(2)).toMatchObject({ dialog: 'third', via: 'key' });
    expect(claude.log()).not.toContainEqual(expect.objectContaining({ event: 'open', dialog: 'second' }));
  });

  it('from a closed pane: its files go as on SIGHUP', async () => {
    const claude = await lab.start('closed');
    await claude.play(PROMPT, BASH, ASK);
    await lab.tmux.press(claude.pane, 'x');
    process.kill(claude.pid, 'SIGHUP');
    await until('its registry file goes', () => claude.registry() === null);
    expect(claude.log().map(({ event }) => event)).toContain('pane-closed');
  });

  it('from the trust dialog, where No is first and there are no digits', async () => {
    const claude = await lab.start('trust', { trusted: false });
    await claude.shows(/❯ No, exit/);
    expect(claude.registry()).toBeNull();
    await claude.takesKeys();
    await claude.press('2');
    await claude.press('Down');
    await claude.shows(/❯ Yes, I trust/);
    await claude.press('Enter');
    await until('it has a registry file', () => claude.registry()?.status === 'idle');
    const other = await lab.start('no-trust', { trusted: false });
    await other.takesKeys();
    await other.press('Enter');
    await until('it ends', () => !processesOf(lab.home).includes(other.pid));
  });

  it('from Ctrl-C twice with a shell behind it: a dialog that only the screen tells of', async () => {
    const claude = await lab.start('leave');
    await claude.play(PROMPT, { do: 'shell', command: 'tail -f log' }, { do: 'finish', text: 'Done.' });
    await claude.press('C-c', 'C-c');
    await claude.shows(/❯ 1\. Exit and stop tasks/);
    expect(claude.registry()?.status).toBe('shell');
    await claude.takesKeys();
    await claude.press('3');
    expect(await claude.answered()).toMatchObject({ effect: 'chosen', label: 'Stay' });
    expect(claude.registry()?.status).toBe('shell');
  });
});

describe.concurrent('a hook that decides', () => {
  /** A stand-in whose PermissionRequest hook waits for the file `go` and prints what is in it. */
  async function held(name: string, steps: readonly Step[], more: object = {}, event = 'PermissionRequest') {
    const go = join(lab.directory, `${name}-go`);
    const script = `trap "touch '${go}-told'; exit 0" TERM\ncat > '${go}-in'\nwhile [ ! -e '${go}' ]; do sleep 0.02; done\ncat '${go}'\ntouch '${go}-left'`;
    const settings = join(lab.directory, `${name}-settings.json`);
    writeFileSync(settings, JSON.stringify({ hooks: { [event]: [hookEntry(lab.directory, name, script)] } }));
    const claude = await lab.start(name, { settings, ...more });
    await claude.play(...steps);
    const exists = (end: string) => {
      try {
        return readFileSync(`${go}${end}`, 'utf8');
      } catch {
        return null;
      }
    };
    return { claude, exists, say: (output: string) => writeFileSync(go, output) };
  }

  it('allows: the dialog goes, and the transcript says so', async () => {
    const { claude, say } = await held('allows', [PROMPT, BASH, ASK]);
    await claude.shows(/Do you want to proceed/);
    say(decision({ behavior: 'allow' }));
    expect(await claude.answered()).toMatchObject({ via: 'hook', effect: 'yes', keys: [] });
    await claude.shows(/❯\u00a0?\s*\n/);
    await until('the transcript tells', () => text(claude).includes('hook_permission_decision'));
    await until('it is busy', () => claude.registry()?.status === 'busy');
  });

  it('changes the input, and remembers a rule', async () => {
    const { claude, say } = await held('changes', [PROMPT, BASH, ASK]);
    const rules = [{ toolName: 'Bash', ruleContent: 'touch:*' }];
    const updatedPermissions = [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }];
    const updatedInput = { command: 'touch b.txt', description: 'Make a file' };
    say(decision({ behavior: 'allow', updatedInput, updatedPermissions }));
    expect(await claude.answered()).toMatchObject({ effect: 'always' });
    await until('the rule is kept', () => {
      try {
        return readFileSync(join(claude.cwd, '.claude', 'settings.local.json'), 'utf8').includes('Bash(touch:*)');
      } catch {
        return false;
      }
    });
  });

  it('denies with words: Claude is told exactly those and goes on', async () => {
    const { claude, say } = await held('denies', [PROMPT, BASH, ASK]);
    say(decision({ behavior: 'deny', message: 'use b.txt' }));
    await claude.answered();
    await until('the transcript tells', () => text(claude).includes('"content":"use b.txt"'));
    expect(claude.registry()?.status).toBe('busy');
  });

  it('denies and stops: the turn ends', async () => {
    const { claude, say } = await held('stops', [PROMPT, BASH, ASK]);
    say(decision({ behavior: 'deny', message: 'no', interrupt: true }));
    expect(await claude.answered()).toMatchObject({ effect: 'cancel', via: 'hook' });
    await until('it is idle', () => claude.registry()?.status === 'idle');
  });

  it('answers a question, but not by a bare allow', async () => {
    const bare = await held('bare', [PROMPT, ONE, ASK]);
    bare.say(decision({ behavior: 'allow' }));
    await until('it is ignored', () => bare.claude.log().some(({ event }) => event === 'ignored'));
    expect(bare.claude.registry()?.status).toBe('waiting');
    const { claude, say } = await held('answers', [PROMPT, ONE, ASK]);
    const { input } = ONE as Extract<Step, { do: 'tool' }>;
    say(decision({ behavior: 'allow', updatedInput: { ...input, answers: { 'Which base?': 'by hand' } } }));
    await claude.answered();
    await until('Claude is told', () => text(claude).includes('The user answered: \\"Which base?\\"=\\"by hand\\"'));
  });

  it('is ended by No in the terminal, and left alone by Yes; what it says then is ignored', async () => {
    const [yes, no] = await Promise.all([held('left', [PROMPT, BASH, ASK]), held('dropped', [PROMPT, BASH, ASK])]);
    await yes.claude.takesKeys();
    await yes.claude.press('1');
    await no.claude.takesKeys();
    await no.claude.press('4');
    await until('No ends it', () => no.exists('-told') !== null);
    yes.say(decision({ behavior: 'deny', message: 'late' }));
    await until('it ends by itself', () => yes.exists('-left') !== null);
    await until('it is ignored', () => yes.claude.log().some(({ event }) => event === 'ignored'));
    expect(yes.exists('-told')).toBeNull();
    expect(yes.claude.effects()).toMatchObject([{ effect: 'yes', via: 'key' }]);
  });

  it('holds the dialog of a background sub-agent back, and the level stays busy', async () => {
    const agent: readonly Step[] = [
      PROMPT,
      { do: 'agent', description: 'part', prompt: 'work' },
      { do: 'agent-tool', name: 'Bash', input: { command: 'touch c.txt' } },
      { do: 'ask-permission', agent: 0 },
    ];
    const { claude, exists, say } = await held('behind', agent);
    await until('it is asked', () => exists('-in')?.includes('agent_id') ?? null);
    expect(claude.log().map(({ event }) => event)).toEqual([]);
    expect(claude.registry()?.status).toBe('busy');
    say('');
    await claude.shows(/from the general-purpose agent/);
    await until('it waits', () => claude.registry()?.status === 'waiting');
    await claude.takesKeys();
    await claude.press('1');
    expect(await claude.answered()).toMatchObject({ via: 'key', effect: 'yes' });
    await until('it is busy', () => claude.registry()?.status === 'busy');
  });

  it('fills a form before it is shown, or lets it be shown', async () => {
    const schema = {
      type: 'object',
      properties: { region: { type: 'string', enum: ['eu', 'us'] } },
      required: ['region'],
    };
    const form: readonly Step[] = [
      PROMPT,
      tool('mcp__lab__survey', {}),
      { do: 'elicit', server: 'lab', message: 'Which region?', schema },
    ];
    const filled = await held('filled', form, {}, 'Elicitation');
    expect(filled.claude.registry()?.status).toBe('busy');
    const content = { region: 'eu' };
    filled.say(JSON.stringify({ hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept', content } }));
    expect(await filled.claude.answered()).toMatchObject({ via: 'hook', effect: 'accept' });
    const shown = await held('shown', form, {}, 'Elicitation');
    shown.say('');
    await shown.claude.shows(/MCP server “lab” requests your input/);
    await until('it waits', () => shown.claude.registry()?.waitingFor === 'input needed');
    await shown.claude.takesKeys();
    for (const key of ['Right', 'Down', 'Enter']) await shown.claude.press(key);
    expect(await shown.claude.answered()).toMatchObject({ via: 'key', effect: 'accept', label: 'Accept' });
  });
});

function text(claude: PaneStandIn): string {
  return claude
    .transcript()
    .map((line) => JSON.stringify(line))
    .join('\n');
}
