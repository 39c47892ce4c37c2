import { describe, expect, it } from 'vitest';
import { recordedScreen } from '../../test/lab/screens.ts';
import { readScreen } from '../adapters/claude/dialogs/read-screen.ts';
import type { Dialog } from './dialog.ts';
import { dialogFits } from './dialog-fits.ts';
import type { HookQuestion } from './hook-question.ts';

const steps = (count: number) => Array.from({ length: count }, (_, at) => `echo step ${at + 1} >> build/log.txt`);
const question = (tool: string, input: Record<string, unknown>, more: Partial<HookQuestion> = {}): HookQuestion => ({
  ...{ asks: 'permission', tool, input, suggestions: [], mode: 'default', agentType: null, held: null },
  foregroundAgents: false,
  ...more,
});
const bash = (command: string, more: Partial<HookQuestion> = {}) => question('Bash', { command }, more);
const dialog = (name: string): Dialog => {
  const reading = readScreen(recordedScreen(name));
  if (reading.kind !== 'dialog') throw new Error(`${name} is read as ${reading.kind}`);
  return reading.dialog;
};
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
    ['another question', 'ask-single.120', question('AskUserQuestion', { questions: [{ question: 'Which city?' }] })],
  ])('%s', (_what, name, asked) => {
    expect(dialogFits(dialog(name), asked)).toBe(false);
  });
});
