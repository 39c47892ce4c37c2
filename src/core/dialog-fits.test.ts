import { describe, expect, it } from 'vitest';
import { recordedScreen, screenOf } from '../../test/lab/screens.ts';
import { readScreen } from '../adapters/claude/dialogs/read-screen.ts';
import type { Dialog } from './dialog.ts';
import { dialogFits, onlyFit } from './dialog-fits.ts';
import type { HookQuestion } from './hook-question.ts';

const steps = (count: number) => Array.from({ length: count }, (_, at) => `echo step ${at + 1} >> build/log.txt`);
const question = (tool: string, input: Record<string, unknown>, more: Partial<HookQuestion> = {}): HookQuestion => ({
  ...{ asks: 'permission', tool, input, suggestions: [], mode: 'default', agentType: null, held: null },
  foregroundAgents: false,
  ...more,
});
const plan = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}. Step ${at + 1}`).join('\n');
const bash = (command: string, more: Partial<HookQuestion> = {}) =>
  question('Bash', { command, description: 'Run a lab command' }, more);
const dialog = (name: string): Dialog => {
  const reading = readScreen(recordedScreen(name));
  if (reading.kind !== 'dialog') throw new Error(`${name} is read as ${reading.kind}`);
  return reading.dialog;
};
const read = (text: string): Dialog => {
  const reading = readScreen(screenOf(text));
  if (reading.kind !== 'dialog') throw new Error(reading.kind);
  return reading.dialog;
};
const [RULE, DASHES] = ['─'.repeat(120), '╌'.repeat(120)];
/** A permission as 2.1.332 draws it. */
const asks = (title: string, about: string, rows: readonly string[], question = 'Do you want to proceed?') =>
  read(
    [RULE, ` ${title}`, ` ${about}`, DASHES, ...rows.map((row) => ` ${row}`), DASHES, ` ${question}`]
      .concat([' ❯ 1. Yes', '   2. No', '', ' Esc to cancel · Tab to amend'])
      .join('\n'),
  );
const byAgent = (command: string) =>
  asks('Bash command · from the general-purpose agent', 'Run a lab command', [command]);
const agent = { agentType: 'general-purpose' };
const form = (message: string) =>
  question(
    'lab',
    {
      message,
      requested_schema: {
        properties: { region: { type: 'string', enum: ['eu', 'us'], title: 'region' }, confirm: { type: 'boolean' } },
      },
    },
    { asks: 'form' },
  );
const askThree = {
  questions: [
    { question: 'Which language?', header: 'Topic 1', options: [] },
    { question: 'Which targets?', header: 'Topic 2', options: [] },
    { question: 'Deploy now?', header: 'Topic 3', options: [] },
  ],
};
const edit = (path: string, old_string: string, new_string: string) =>
  question('Edit', { file_path: path, old_string, new_string });
const askOne = { questions: [{ question: 'Which database should we use?', header: 'Topic 1', options: [] }] };

describe('a dialog is the one that a hook asks', () => {
  it.each<[string, HookQuestion]>([
    ['perm-bash.120', bash('touch short.txt')],
    ['perm-bash.40', bash('touch short.txt')],
    ['perm-bash-60lines.120', bash(['mkdir -p build', ...steps(60)].join('\n'))],
    ['perm-bash-long.80x12', bash(['mkdir -p build', ...steps(30)].join('\n'))],
    ['perm-subagent.120', bash('touch sub.txt', { agentType: 'general-purpose' })],
    ['ask-single.120', question('AskUserQuestion', askOne)],
    [
      'perm-edit.80',
      question('Edit', { file_path: '/home/dev/shop/README.md', new_string: 'A tiny demo shop.\nWith two lines.' }),
    ],
    [
      'perm-edit.200',
      question('Edit', { file_path: '/home/dev/shop/README.md', new_string: 'A tiny demo shop.\nWith two lines.' }),
    ],
    ['perm-bash-unicode.40', bash('mkdir "请求目录" && echo "こんにちは 🎉 données" > "请求目录/文件.txt"')],
    ['perm-bash.80x10', bash('touch short.txt')],
    ['perm-webfetch.40', question('WebFetch', { url: 'http://127.0.0.1:9/x', prompt: 'Summarise the page' })],
    [
      'perm-write.40',
      question('Write', { file_path: '/home/dev/shop/src/new.py', content: "def hello():\n    print('hi')\n" }),
    ],
    ['perm-edit.120', edit('/home/dev/shop/README.md', 'A tiny demo.', 'A tiny demo shop.\nWith two lines.')],
    ['v2.0.77-perm-edit.48', edit('/home/dev/shop/README.md', 'demo.', 'demo shop.')],
    [
      'v2.0.77-perm-write.120',
      question('Write', { file_path: '/w/src/new2.py', content: 'def hello():\n    print(1)\n' }),
    ],
    ['v2.0.77-perm-webfetch.120', question('WebFetch', { url: 'http://127.0.0.1:9/x', prompt: 'any' })],
    ['v2.0.77-perm-bash.30', bash('touch short.txt', {})],
    ['form.120', form('Which region should I deploy to?')],
    ['ask-tabs-q2.120', question('AskUserQuestion', askThree)],
    ['ask-tabs-review.120', question('AskUserQuestion', askThree)],
    ['plan-long.120', question('ExitPlanMode', { plan: `# Long\n\n${plan(24)}` })],
    ['plan-long.30', question('ExitPlanMode', { plan: `# Long\n\n${plan(24)}` })],
    ['perm-mcp.40', question('mcp__lab__deploy', { env: 'production' })],
    [
      'plan-approval.120',
      question('ExitPlanMode', {
        plan: '# Add search\n\n1. Create `src/search.py`\n2. Wire it into **cart**\n\nTests: run pytest',
      }),
    ],
  ])('%s', (name, asked) => {
    const shown = dialog(name);
    const command = asked.input.command;
    // What the recording shows is what the hook would have asked.
    const fits = dialogFits(shown, asked);
    if (!fits) throw new Error(`${JSON.stringify(shown.body)} is not ${JSON.stringify(command)}`);
  });
});

describe('and is another one', () => {
  it.each<[string, string, HookQuestion]>([
    ['with another command', 'perm-bash.120', bash('touch shorter.txt')],
    ['with a command that only begins alike', 'perm-bash.120', bash('touch short.txt && rm -rf /')],
    ['by a sub-agent', 'perm-bash.120', bash('touch short.txt', { agentType: 'general-purpose' })],
    ['another plan', 'plan-approval.120', question('ExitPlanMode', { plan: '# Add search\n\nNot at all' })],
    ['of another tool', 'perm-bash.120', question('Write', { file_path: '/x/short.txt', content: '' })],
    [
      'another edit of that file',
      'perm-edit.80',
      question('Edit', { file_path: '/x/README.md', new_string: 'other words' }),
    ],
    ['a longer one whose end is not this', 'perm-bash-long.80x12', bash(steps(12).join('\n'))],
    ['a question, not a permission', 'ask-single.120', bash('Which database should we use?')],
    [
      'another address',
      'perm-webfetch.120',
      question('WebFetch', { url: 'http://127.0.0.1:9/', prompt: 'Summarise the page' }),
    ],
    [
      'an address that is longer',
      'perm-webfetch.120',
      question('WebFetch', { url: 'http://127.0.0.1:9/x/y', prompt: 'Summarise the page' }),
    ],
    [
      'an old one of another address',
      'v2.0.77-perm-webfetch.120',
      question('WebFetch', { url: 'http://127.0.0.1:9/', prompt: '' }),
    ],
    [
      'a call of another tool with the same values',
      'perm-mcp.120',
      question('mcp__lab__destroy', { env: 'production' }),
    ],
    ['a call of that tool on another server', 'perm-mcp.120', question('mcp__labs__deploy', { env: 'production' })],
    ['a call with another value', 'perm-mcp.120', question('mcp__lab__deploy', { env: 'prod' })],
    ['a call with more values', 'perm-mcp.120', question('mcp__lab__deploy', { env: 'production', force: true })],
    ['another old file', 'v2.0.77-perm-edit.48', edit('/home/dev/shop/docs.md', 'demo.', 'demo shop.')],
    [
      'more than that edit',
      'perm-edit.120',
      edit('/x/README.md', 'A tiny demo.', 'A tiny demo shop.\nWith two lines.\nAnd three.'),
    ],
    ['less than that edit', 'perm-edit.120', edit('/x/README.md', 'A tiny demo.', 'A tiny demo shop.')],
    [
      'an edit of something else there',
      'perm-edit.120',
      edit('/x/README.md', 'A big demo.', 'A tiny demo shop.\nWith two lines.'),
    ],
    [
      'a longer file',
      'perm-write.120',
      question('Write', { file_path: '/x/src/new.py', content: "import os\ndef hello():\n    print('hi')\n" }),
    ],
    [
      'that file elsewhere',
      'perm-write.120',
      question('Write', { file_path: '/x/test/new.py', content: "def hello():\n    print('hi')\n" }),
    ],
    ['a form with other fields', 'form-many.40', form('Which region should I deploy to?')],
    ['another form', 'form.120', form('Which region?')],
    [
      'other questions with the last look',
      'ask-tabs-review.120',
      question('AskUserQuestion', { questions: askThree.questions.slice(0, 2) }),
    ],
    [
      'a question that this one holds',
      'ask-single.120',
      question('AskUserQuestion', { questions: [{ question: 'database', header: '', options: [] }] }),
    ],
    [
      'a plan that holds this one',
      'plan-approval.120',
      question('ExitPlanMode', {
        plan: `# Add search\n\n1. Create \`src/search.py\`\n2. Wire it into cart\n\nTests: run pytest\n\n${plan(20)}`,
      }),
    ],
    ['a plan with one of its lines', 'plan-approval.120', question('ExitPlanMode', { plan: 'Tests: run pytest' })],
    ['a plan of which nothing is seen', 'plan-long.80x12', question('ExitPlanMode', { plan: plan(24) })],
    ['another question', 'ask-single.120', question('AskUserQuestion', { questions: [{ question: 'Which city?' }] })],
  ])('%s', (_what, name, asked) => {
    expect(dialogFits(dialog(name), asked)).toBe(false);
  });
});

describe('the same agent asks two things', () => {
  it.each([
    ['ls', 'rm -rf tools'],
    ['npm test', 'npm test && npm publish'],
    ['rm -rf / tmp', 'rm -rf /tmp'],
    ['Run a lab command', 'ls'],
    ['touch x', `touch x ${'╌'.repeat(112)} && rm -rf .`],
  ])('%s is not taken for %s', (asked, shown) => {
    const rows = shown.match(/.{1,118}(?: |$)/g) ?? [];
    const dialog = asks('Bash command · from the general-purpose agent', 'Run a lab command', rows);
    expect(dialogFits(dialog, bash(asked, agent))).toBe(false);
    expect(dialogFits(dialog, bash(shown, agent))).toBe(true);
  });

  it('an edit of a file of the same name that ends alike is another', () => {
    const dialog = asks('Edit file', 'src/a/index.ts', ['1 -const a = 1;', '1 +const a = 2;', '2  }']);
    expect(dialogFits(dialog, edit('/w/src/a/index.ts', 'const a = 1;\n}', 'const a = 2;\n}'))).toBe(true);
    expect(dialogFits(dialog, edit('/w/src/b/index.ts', 'const a = 1;\n}', 'const a = 2;\n}'))).toBe(false);
    expect(dialogFits(dialog, edit('/w/src/a/index.ts', 'const b = 1;\n}', 'const b = 2;\n}'))).toBe(false);
  });

  it('a wrapped edit is known, whether the sign is repeated or not', () => {
    const words = (from: number) => Array.from({ length: 9 }, (_, at) => `word${from + at}`).join(' ');
    for (const sign of [' ', '+']) {
      const dialog = asks('Edit file', 'a.md', ['1 -old', `1 +${words(0)}`, `  ${sign}${words(9)}`]);
      expect(dialogFits(dialog, edit('/w/a.md', 'old', `${words(0)} ${words(9)}`))).toBe(true);
      expect(dialogFits(dialog, edit('/w/a.md', 'old', words(0)))).toBe(false);
    }
  });
});

describe('an edit with lines left out', () => {
  const middle = Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n');
  const dialog = asks('Edit file', 'a.md', [
    '1 -top',
    '1 +TOP',
    '2  line 0',
    '  ...',
    '13  line 11',
    '14 -end',
    '14 +END',
  ]);
  it('is known by all that changes', () => {
    const change = (after: string) => edit('/w/a.md', `top\n${middle}\nend`, after);
    expect(dialogFits(dialog, change(`TOP\n${middle}\nEND`))).toBe(true);
    expect(dialogFits(dialog, change(`TOP\n${middle}\nEND\nmore`))).toBe(false);
    expect(dialogFits(dialog, change(`TOP\n${middle.replace('line 5', 'line five')}\nEND`))).toBe(false);
  });
});

describe('of several open prompts', () => {
  const taken = (shown: Dialog, all: readonly HookQuestion[]) => onlyFit(shown, all, (one) => one);

  it('the one that fits is taken, and the first of equal ones', () => {
    const [one, two] = [bash('ls', agent), bash('rm -rf tools', agent)];
    expect(taken(byAgent('rm -rf tools'), [one, two])).toBe(two);
    expect(taken(byAgent('ls'), [one, bash('ls', agent)])).toBe(one);
    expect(taken(byAgent('pwd'), [one, two])).toBeNull();
  });

  it('none is taken where different ones fit: only their ends are seen', () => {
    const shown = dialog('perm-bash-long.80x12');
    const [one, two] = [bash(['mkdir -p build', ...steps(30)].join('\n')), bash(['rm -rf .', ...steps(30)].join('\n'))];
    expect([dialogFits(shown, one), dialogFits(shown, two)]).toEqual([true, true]);
    expect(taken(shown, [one, two])).toBeNull();
  });
});
