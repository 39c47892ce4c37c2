// Dialogs of Claude Code 2.1.332 that are no permission: a plan, and its own questions about itself. Pure. The words are
// Claude's own.

import { BLANK, type Block, rule, text } from './blocks.ts';
import type { List, Row } from './list-face.ts';

/** A plan to approve. `file`: where it is kept. */
export function planList(plan: string, file: string): List {
  const lines = plan
    .replace(/^# /, '')
    .split('\n')
    .map((line) => (line.trim() === '' ? BLANK : text(line, 3, 'plain', 3)));
  const below: readonly Block[] = [BLANK, text(`ctrl+g to edit in Vim · ${file}`, 3, 'dim', 3)];
  return {
    above: [
      rule('▔'),
      BLANK,
      rule('─', 2),
      text('Ready to code?', 3, 'title', 3),
      BLANK,
      text("Here is Claude's plan:", 3, 'plain', 3),
      rule('╌', 2),
      ...lines,
      rule('╌', 2),
      { kind: 'fill' },
      rule('─', 2),
      text('Claude has written up a plan and is ready to execute. Would you like to proceed?', 3, 'plain', 3),
      BLANK,
    ],
    rows: [
      { label: 'Yes, and use auto mode', effect: 'auto-mode' },
      { label: 'Yes, manually approve edits', effect: 'approved' },
      {
        label: 'Tell Claude what to change',
        note: 'shift+tab to approve with this feedback',
        effect: 'keep-planning',
        onlyField: true,
        amend: { stem: '', hint: 'Tell Claude what to change', effect: 'keep-planning' },
      },
    ],
    below,
    belowField: below,
    indent: 3,
    digits: true,
    shortcut: 1,
  };
}

/** Whether the person trusts a directory. Nothing is written before it is answered. */
export function trustList(cwd: string): List {
  const note =
    'Quick safety check: Is this a project you created or one you trust? (Like your own code, a well-known open source ' +
    "project, or work from your team). If not, take a moment to review what's in this folder first.";
  return plainList(
    [
      rule(),
      text('Accessing workspace:', 1, 'title'),
      BLANK,
      text(cwd, 1, 'strong'),
      BLANK,
      text(note),
      BLANK,
      text("Claude Code'll be able to read, edit, and execute files here."),
      BLANK,
      text('Security guide', 1, 'dim'),
      BLANK,
    ],
    [own('No, exit'), own('Yes, I trust this folder')],
    'Enter to confirm · Esc to cancel',
    { indent: 1, digits: false },
  );
}

/** The warning before a mode without permissions. */
export function bypassList(): List {
  const part = (words: string) => text(words, 2, 'plain', 2);
  return plainList(
    [
      rule(),
      text('WARNING: Claude Code running in Bypass Permissions mode', 2, 'title', 2),
      BLANK,
      part(
        'In Bypass Permissions mode, Claude Code will not ask for your approval before running potentially dangerous commands.',
      ),
      part(
        'This mode should only be used in a sandboxed container/VM that has restricted internet access and can easily be restored if damaged.',
      ),
      BLANK,
      part('By proceeding, you accept all responsibility for actions taken while running in Bypass Permissions mode.'),
      BLANK,
      part('https://code.claude.com/docs/en/security'),
      BLANK,
    ],
    [own('No, exit'), own('Yes, I accept')],
    'Enter to confirm · Esc to cancel',
    { indent: 2, digits: false },
  );
}

/** Ctrl-C twice while something runs in the background: the registry does not tell of it, and Enter destroys. */
export function exitList(tasks: readonly string[]): List {
  return plainList(
    [
      rule(),
      text('Background work is running', 2, 'title', 2),
      BLANK,
      ...tasks.map((task) => text(`· ${task}`, 2)),
      BLANK,
    ],
    [own('Exit and stop tasks'), own('Move to background and exit'), own('Stay')],
    'Enter to confirm · Esc to cancel',
    { indent: 2, digits: true },
  );
}

/** `/model` and the like, which the person opened. */
export function commandList(title: string, labels: readonly string[]): List {
  return plainList([rule(), text(title, 2, 'title', 2), BLANK], labels.map(own), 'Enter to confirm · Esc to cancel', {
    indent: 2,
    digits: true,
  });
}

function own(label: string): Row {
  return { label, effect: 'chosen' };
}

function plainList(
  above: readonly Block[],
  rows: readonly Row[],
  foot: string,
  form: Pick<List, 'indent' | 'digits'>,
): List {
  const below: readonly Block[] = [BLANK, text(foot, form.indent, 'dim', form.indent)];
  return { above, rows, below, belowField: below, ...form };
}
