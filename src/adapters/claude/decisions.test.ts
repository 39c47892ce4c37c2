// What each answer is in a decision, on every captured question; and that nothing uncertain is ever expressed.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookQuestion, PermissionSuggestion } from '../../core/hook-question.ts';
import type { Meaning, PromptAnswer } from '../../core/prompt.ts';
import { express, optionsOf } from './decisions.ts';
import { parseHook } from './hook-payload.ts';

const CAPTURES = join(import.meta.dirname, '../../../test/fixtures/captures/hooks');
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(CAPTURES, `${name}.json`), 'utf8'));
const captured = (name: string): HookQuestion => {
  const read = parseHook(readFileSync(join(CAPTURES, `${name}.json`)), {
    ...{ key: 'k', event: null, claimedPid: null, parentPid: null, uptime: null, ask: '7.7', background: null },
  });
  if ('fault' in read || read.question === null) throw new Error(name);
  return read.question;
};
const bash = (suggestions: HookQuestion['suggestions'] = []): HookQuestion => ({
  ...captured('PermissionRequest.Bash.acceptEdits'),
  suggestions,
});

const answer = (meaning: Meaning, label = 'x', more: Partial<PromptAnswer> = {}): PromptAnswer => ({
  prompt: 'k3f.1',
  option: { n: 1, label, meaning },
  text: null,
  input: null,
  answers: null,
  content: null,
  ...more,
});
const decided = (question: HookQuestion, given: PromptAnswer): unknown => {
  const expressed = express(question, given);
  if (!('decision' in expressed)) return expressed;
  expect(expressed.decision).not.toContain('\n');
  return (JSON.parse(expressed.decision) as { readonly hookSpecificOutput: unknown }).hookSpecificOutput;
};
const permission = (decision: object) => ({ hookEventName: 'PermissionRequest', decision });
const allowed = (more: object = {}) => permission({ behavior: 'allow', ...more });
const STOPPED = permission({ behavior: 'deny', message: 'The user said no.', interrupt: true });
const INEXPRESSIBLE = { inexpressible: true };
const labels = (question: HookQuestion) => optionsOf(question).map(({ label }) => label);

const asked = readdirSync(CAPTURES)
  .filter((name) => name.startsWith('PermissionRequest'))
  .map((name) => name.replace(/\.json$/, ''));
const SUGGESTED = readJson('_permission_suggestions') as readonly {
  readonly input: string;
  readonly permission_suggestions: readonly PermissionSuggestion[];
}[];

/** The options between "Allow once" and "Deny". */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'PermissionRequest.Bash': [],
  'PermissionRequest.Bash.acceptEdits': ['Allow and remember `npm --version` in this project'],
  'PermissionRequest.Bash.subagent': [
    'Allow, and work in /home/dev/shop in this session',
    'Allow, and accept edits from now on',
  ],
  'PermissionRequest.Edit': ['Allow, and accept edits from now on'],
  'PermissionRequest.ExitWorktree': [],
  'PermissionRequest.WebFetch': ['Allow and remember WebFetch `domain:example.com` in this project'],
  'PermissionRequest.Write': ['Allow, and accept edits from now on'],
  'PermissionRequest.Write.subagent': ['Allow, and accept edits from now on'],
  'PermissionRequest.mcp__lab__deploy': ['Allow and remember every use of deploy of lab in this project'],
  'PermissionRequest.mcp__lab__survey': ['Allow and remember every use of survey of lab in this project'],
};

describe('every captured permission', () => {
  it.each(asked)('P07: %s: the card has numbered options, and none is made to look like the right one', (name) => {
    const options = optionsOf(captured(name));
    expect(options.map(({ n }) => n)).toEqual(options.map((_, at) => at + 1));
    expect(options.some(({ highlighted }) => highlighted)).toBe(false);
    if (WORDS[name] !== undefined)
      expect(options.map(({ label }) => label)).toEqual(['Allow once', ...WORDS[name], 'Deny']);
    else expect(name).toMatch(/AskUserQuestion|ExitPlanMode/);
  });

  it.each(Object.keys(WORDS))('%s: each option does what it says, and No stops the turn', (name) => {
    const question = captured(name);
    expect(decided(question, answer('allow', 'Yes'))).toEqual(allowed());
    expect(decided(question, answer('deny', 'No'))).toEqual(STOPPED);
    expect(decided(question, answer('cancel', 'Esc'))).toEqual(STOPPED);
    const text = ' use pnpm,\n not "npm" ';
    expect(decided(question, answer('deny', 'No', { text }))).toEqual(permission({ behavior: 'deny', message: text }));
    for (const [at, label] of (WORDS[name] ?? []).entries()) {
      const { meaning } = optionsOf(question)[at + 1] ?? { meaning: 'other' };
      const updatedPermissions = [question.suggestions?.[at]];
      expect(decided(question, answer(meaning, label))).toEqual(allowed({ updatedPermissions }));
    }
  });

  it.each(SUGGESTED.map((one) => [one.input.slice(0, 60), one.permission_suggestions] as const))(
    'suggestions of %s are echoed, each by its own option',
    (_input, suggestions) => {
      const question = bash(suggestions);
      const offered = optionsOf(question).slice(1, -1);
      expect(offered).toHaveLength(suggestions.length);
      for (const [at, { meaning, label }] of offered.entries())
        expect(decided(question, answer(meaning, label))).toEqual(allowed({ updatedPermissions: [suggestions[at]] }));
    },
  );

  it('reads are said as reads', () => {
    expect(
      SUGGESTED.flatMap((one) => labels(bash(one.permission_suggestions))).filter((label) => /read/.test(label)),
    ).toEqual(['Allow, and read /dev/** in this session', 'Allow, and read /proc/15934/** in this session']);
  });
});

describe('an option of the terminal', () => {
  const ALWAYS = "Yes, and don't ask again for npm --version commands in /home/dev/shop";
  const ACCESS = 'Yes, and always allow access to /home/dev/shop from this project';
  const EDITS =
    'Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session (shift+tab)';
  const AUTO = 'Yes, and switch to auto mode · auto mode handles these prompts for you';

  it('is said by the one suggestion that stands for it', () => {
    const rule = captured('PermissionRequest.Bash.acceptEdits');
    expect(decided(rule, answer('allow-always', ALWAYS))).toEqual(allowed({ updatedPermissions: rule.suggestions }));
    const touch = captured('PermissionRequest.Bash.subagent');
    const [directory, mode] = touch.suggestions ?? [];
    expect(decided(touch, answer('allow-always', ACCESS))).toEqual(allowed({ updatedPermissions: [directory] }));
    expect(decided(touch, answer('allow-mode', EDITS))).toEqual(allowed({ updatedPermissions: [mode] }));
  });

  it('is not said where none stands for it, or more than one, or one that we cannot read', () => {
    const touch = captured('PermissionRequest.Bash.subagent');
    expect(decided(touch, answer('allow-mode', AUTO))).toEqual(INEXPRESSIBLE);
    expect(decided(touch, answer('allow-always', ALWAYS))).toEqual(INEXPRESSIBLE);
    expect(decided(bash(), answer('allow-always', ALWAYS))).toEqual(INEXPRESSIBLE);
    const [rule] = captured('PermissionRequest.Bash.acceptEdits').suggestions ?? [];
    const two = [rule, { ...rule, rules: [{ toolName: 'Bash', ruleContent: 'env' }] }];
    expect(decided(bash(two as never), answer('allow-always', ALWAYS))).toEqual(INEXPRESSIBLE);
    expect(decided(bash([rule, { type: 'new' }] as never), answer('allow-always', ALWAYS))).toEqual(INEXPRESSIBLE);
    expect(decided(bash(null), answer('allow-mode', EDITS))).toEqual(INEXPRESSIBLE);
  });

  it.each<Meaning>(['other', 'choose', 'write', 'accept', 'decline', 'chat'])(
    '%s is left to the terminal',
    (meaning) => {
      expect(decided(bash(), answer(meaning))).toEqual(INEXPRESSIBLE);
    },
  );

  it('yes with words is left to the terminal: a decision has no place for them', () => {
    expect(decided(bash(), answer('allow', 'Yes', { text: 'and then lint' }))).toEqual(INEXPRESSIBLE);
  });
});

it.each<[string, PermissionSuggestion]>([
  ['denies', { type: 'addRules', behavior: 'deny', destination: 'session', rules: [{ toolName: 'Bash' }] }],
  ['is of a new type', { type: 'replaceRules', behavior: 'allow', destination: 'session', rules: [] }],
  ['goes to a place that we do not know', { type: 'addDirectories', directories: ['/x'], destination: 'cliArg' }],
  ['sets a mode that we do not know', { type: 'setMode', mode: 'auto', destination: 'session' }],
  ['has no rules', { type: 'addRules', behavior: 'allow', destination: 'session', rules: [] }],
  ['has a rule without a tool', { type: 'addRules', behavior: 'allow', destination: 'session', rules: [{}, null] }],
])('a suggestion that %s is not offered', (_what, suggestion) => {
  expect(labels(bash([suggestion]))).toEqual(['Allow once', 'Deny']);
});

it('an option shows all of its rule in one line', () => {
  const rule = { toolName: 'Bash', ruleContent: `echo\u001b[2K\n${'x'.repeat(500)}` };
  const suggestion = { type: 'addRules', behavior: 'allow', destination: 'userSettings', rules: [rule] };
  expect(labels(bash([suggestion]))[1]).toBe(`Allow and remember \`echo[2K ${'x'.repeat(500)}\` in every project`);
});

describe('a changed input', () => {
  const question = bash();
  const input = { command: 'npm -v', description: 'Another' };
  it('goes along whole, and only with allow once', () => {
    expect(decided(question, answer('allow', 'Yes', { input }))).toEqual(allowed({ updatedInput: input }));
    const rule = captured('PermissionRequest.Bash.acceptEdits');
    const always = answer('allow-always', labels(rule)[1], { input });
    expect(decided(rule, always)).toEqual({ wrong: expect.stringContaining('once') });
  });
  it('that is not complete would become a denial, so it is refused', () => {
    expect(decided(question, answer('allow', 'Yes', { input: { command: 'npm -v' } }))).toEqual({
      wrong: 'The changed input has no "description".',
    });
    expect(decided(question, answer('allow', 'Yes', { input: { ...input, command: 7 } }))).toEqual({
      wrong: '"command" must stay what it is: string.',
    });
  });
});

describe('P18: a plan', () => {
  const question = captured('PermissionRequest.ExitPlanMode');
  const mode = (name: string) => [{ type: 'setMode', mode: name, destination: 'session' }];
  it('offers each way on, and approving it plainly asks before each edit', () => {
    expect(optionsOf(question).map(({ label, meaning }) => [label, meaning])).toEqual([
      ['Approve the plan, and ask before each edit', 'allow'],
      ['Approve the plan, and accept edits from now on', 'allow-mode'],
      ['Keep planning', 'deny'],
    ]);
    const updatedInput = question.input;
    for (const label of ['Approve the plan, and ask before each edit', 'Yes, manually approve edits'])
      expect(decided(question, answer('allow', label))).toEqual(
        allowed({ updatedInput, updatedPermissions: mode('default') }),
      );
    expect(decided(question, answer('allow-mode', labels(question)[1]))).toEqual(
      allowed({ updatedInput, updatedPermissions: mode('acceptEdits') }),
    );
    expect(decided(question, answer('allow-mode', 'Yes, and use auto mode'))).toEqual(INEXPRESSIBLE);
  });
  it('goes on with words, and stops without', () => {
    const text = 'Leave the search out';
    expect(decided(question, answer('deny', 'Tell Claude what to change', { text }))).toEqual(
      permission({ behavior: 'deny', message: text }),
    );
    expect(decided(question, answer('deny', 'Keep planning'))).toEqual(STOPPED);
  });
  it('may be changed', () => {
    const input = { ...question.input, plan: '# Q' };
    expect(decided(question, answer('allow', 'x', { input }))).toMatchObject({ decision: { updatedInput: input } });
    expect(decided(question, answer('allow', 'x', { input: { plan: '# Q' } }))).toHaveProperty('wrong');
  });
});

it('words and a changed input together are wrong: no way carries both', () => {
  const question = bash();
  expect(decided(question, answer('allow', 'Yes', { text: 'and hurry', input: question.input }))).toHaveProperty(
    'wrong',
  );
});
