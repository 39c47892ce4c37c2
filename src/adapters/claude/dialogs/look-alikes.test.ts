// What looks like a dialog and is none, and dialogs where one would not look for them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inWords, recordedScreen, screenNames, screenOf } from '../../../../test/lab/screens.ts';
import type { Dialog, ScreenReading } from '../../../core/dialog.ts';
import type { PaneScreen } from '../../../core/pane.ts';
import { readScreen } from './read-screen.ts';

const RULE = '─'.repeat(120);
const DIALOG = [
  RULE,
  ' Bash command',
  ' Run a lab command',
  '╌'.repeat(120),
  ' touch short.txt',
  '╌'.repeat(120),
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  "   2. Yes, and don't ask again for touch commands in /home/dev/shop",
  '   3. No',
  '',
  ' Esc to cancel · Tab to amend',
];
const COMPOSER = [RULE, '❯\u00a0', RULE, '  ⏸ manual mode on · ? for shortcuts'];
const TURN = ['❯ show me how a permission prompt looks', '', '● It looks like this:', ''];

const read = (lines: readonly string[], columns = 120) => readScreen(screenOf(lines.join('\n'), columns));
const dialogOf = (reading: ScreenReading): Dialog => {
  if (reading.kind !== 'dialog') throw new Error(`no dialog: ${inWords(reading)}`);
  return reading.dialog;
};
const under = (screen: PaneScreen, above: readonly string[]): PaneScreen => ({
  ...screen,
  lines: [...above, ...screen.lines],
  rows: screen.rows + above.length,
  cursor: { ...screen.cursor, row: screen.cursor.row + above.length },
});
const placeless = (reading: ScreenReading) => inWords(reading).replace(/, row \d+\]|row \d+\]/g, ']');

describe('no dialog', () => {
  const composer = { kind: 'composer', draft: '' };

  it('P15: an answered prompt above a composer', () => {
    expect(read([...DIALOG, '', ...COMPOSER])).toEqual(composer);
  });

  it.each(screenNames().filter((name) => /^(?:v2\.0\.77-)?composer-.*menu/.test(name)))(
    'the upper part of %s, which Claude has not drawn to its end',
    (name) => {
      const { lines, ...screen } = recordedScreen(name);
      for (let drawn = 0; drawn <= lines.length; drawn += 1)
        expect(readScreen({ ...screen, lines: lines.slice(0, drawn) }).kind, `${drawn} rows`).not.toBe('dialog');
    },
  );

  it('P16: a footer that mentions permissions, and prose about allowing and denying', () => {
    const prose = ['● The policy has two words, Allow and Deny:', '  1. Yes', '  2. No, never', '  Esc to cancel', ''];
    expect(read([...prose, RULE, '❯\u00a0', RULE, '  ⏵⏵ bypass permissions on (shift+tab to cycle)'])).toEqual(
      composer,
    );
  });

  it.each([
    ['prose', (line: string) => `  ${line}`],
    ['a quote', (line: string) => `  ▎ ${line}`],
    ['the output of a tool', (line: string) => `  ⎿  ${line}`],
    ['itself, to the letter', (line: string) => line],
  ])('a whole dialog in %s, with a live composer below', (_what, quoted) => {
    expect(read([...TURN, ...DIALOG.map(quoted), '', ...COMPOSER])).toEqual(composer);
  });

  it('a plan that holds one, in a plan approval: only the approval', () => {
    const screen = recordedScreen('plan-no-auto.120');
    const at = screen.lines.findIndex((line) => line.includes('1. Create src/search.py'));
    const lines = [
      ...screen.lines.slice(0, at),
      ...DIALOG.map((line) => `   ${line}`.slice(0, 120)),
      ...screen.lines.slice(at),
    ];
    const { options } = dialogOf(readScreen({ ...screen, lines }));
    expect(options.map(({ label }) => label)).toEqual([
      'Yes, auto-accept edits',
      'Yes, manually approve edits',
      'Tell Claude what to change',
    ]);
  });

  it('a draft that is one', () => {
    const [first = '', ...rest] = DIALOG.slice(6);
    const draft = [`❯\u00a0${first}`, ...rest.map((line) => `  ${line}`)];
    expect(read([RULE, ...draft, RULE, '  ⏸ manual mode on'])).toMatchObject({ kind: 'composer' });
  });

  it('a shell after Claude was stopped: not even a composer', () => {
    expect(read([...COMPOSER, '', '[1]+  Stopped   claude', 'dev@box:~/shop$'])).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['stopped', ['', '[1]+  Stopped                 claude', 'dev@box:~/shop$']],
    ['stopped under zsh', ['', 'zsh: suspended  claude', '% ']],
    ['killed', ['Killed', '$']],
    ['in the background', ['$ bg', '[1]+ claude &', '  indented by a program', '$']],
  ])('a dialog whose Claude was %s: a shell writes below it', (_what, below) => {
    const screens = ['perm-bash.120', 'dialog-trust.120', 'form.120', 'ask-four.120', 'plan-approval.120'];
    const shown = [...screens, 'dialog-auto-unavailable.120', 'v2.0.77-perm-bash.120', 'perm-bash.80x10'];
    for (const name of shown) {
      const screen = recordedScreen(name);
      const end = screen.lines.findLastIndex((row) => row !== '');
      const lines = [...screen.lines.slice(0, end + 1), ...below];
      expect([name, readScreen({ ...screen, lines }).kind]).toEqual([name, 'nothing']);
    }
  });

  it('other programs and an empty screen', () => {
    expect(read(['dev@box:~/shop$ ls', 'README.md', '1. Yes', '2. No', 'dev@box:~/shop$'])).toEqual({
      kind: 'nothing',
    });
    expect(read(['', ''])).toEqual({ kind: 'nothing' });
  });
});

describe('a dialog', () => {
  it('P17: at the top of an otherwise blank screen', () => {
    expect(dialogOf(read([...DIALOG, ...Array.from({ length: 38 }, () => '')])).options).toHaveLength(3);
  });

  it('whose command holds another one: only the real options', () => {
    const trap = DIALOG.flatMap((line) =>
      line === ' touch short.txt' ? DIALOG.map((inner) => ` │ ${inner}`) : [line],
    );
    expect(dialogOf(read(trap)).options.map(({ label }) => label)).toEqual(
      dialogOf(read(DIALOG)).options.map(({ label }) => label),
    );
  });

  it('in other words of the same shape: the same rows, and no meaning is guessed', () => {
    const foreign = DIALOG.map((line) =>
      line.replace(/[A-Za-z][a-z']*/g, (word) => 'Żwq'.padEnd(word.length, 'x').slice(0, word.length)),
    );
    const { options, kind } = dialogOf(read(foreign));
    expect(kind).toBe('dialog');
    expect(options.map(({ digit, meaning }) => [digit, meaning])).toEqual([
      [1, 'other'],
      [2, 'other'],
      [3, 'other'],
    ]);
  });

  it('P01: has the same title and options at every width', () => {
    const labels = (name: string) => {
      const { title, options } = dialogOf(readScreen(recordedScreen(name)));
      return [title, ...options.map(({ digit, label, meaning }) => `${digit} ${label} ${meaning}`)];
    };
    for (const family of ['perm-bash', 'dialog-trust', 'perm-bash-unicode', 'dialog-bypass', 'perm-write']) {
      const names = screenNames().filter((name) => name.startsWith(`${family}.`) && !/x(?:8|10|12|6)$/.test(name));
      expect(names.length).toBeGreaterThan(2);
      for (const name of names) expect(labels(name)).toEqual(labels(`${family}.120`));
    }
  });

  it('P02: says that its list is cut where a pane is short', () => {
    for (const name of [
      'perm-bash.80x10',
      'perm-bash.40x8',
      'perm-bash.80x6',
      'ask-four.80x10',
      'plan-long.80x12',
      'form.80x10',
    ])
      expect(dialogOf(readScreen(recordedScreen(name))).listCut).toBe(true);
  });

  it('keeps its fingerprint while a person moves, ticks and types in it, and in another width', () => {
    const same = (...names: string[]) =>
      new Set(names.map((name) => dialogOf(readScreen(recordedScreen(name))).fingerprint)).size;
    expect(same('perm-bash.120', 'perm-bash.177', 'perm-bash.84', 'perm-bash.48', 'perm-bash.30')).toBe(1);
    expect(same('ask-multi-ticked.120', 'ask-multi-4.120', 'ask-multi-on-submit.120', 'ask-multi-ticked.30')).toBe(1);
    expect(same('ask-four.120', 'ask-four-type-row.120', 'ask-four-typed.120', 'ask-four.30')).toBe(1);
    expect(same('perm-bash-amend.120', 'perm-bash-unicode.120')).toBe(1);
    expect(same('plan-feedback.120', 'plan-feedback-typed.120', 'plan-no-auto.120')).toBe(1);
    expect(same('v2.0.77-perm-bash.120', 'v2.0.77-perm-bash-text-row.120', 'v2.0.77-perm-bash-text-typed.120')).toBe(1);
    expect(same('form.120', 'form-region-set.120', 'form-decline.120')).toBe(1);
  });

  it('has another fingerprint for another command, title or agent', () => {
    const texts = [
      DIALOG,
      DIALOG.map((line) => line.replace('short', 'other')),
      DIALOG.map((line) => line.replace('Bash command', 'Edit file')),
      DIALOG.map((line) => line.replace('Bash command', 'Bash command · from the general-purpose agent')),
      DIALOG.map((line) => line.replace('touch commands', 'rm commands')),
    ];
    expect(new Set(texts.map((text) => dialogOf(read(text)).fingerprint)).size).toBe(texts.length);
  });

  it('is none yet while Claude has only a mark where the change to a file will stand', () => {
    const asks = (title: string, shown: string) =>
      read(DIALOG.map((line) => line.replace('Bash command', title).replace(/^ touch short.txt$/, shown))).kind;
    for (const title of ['Edit file', 'Create file', 'Overwrite file', 'Edit notebook']) {
      expect(asks(title, '…')).toBe('nothing');
      expect(asks(title, ' 1 …')).toBe('dialog');
    }
    expect(asks('Bash command', '…')).toBe('dialog');
  });

  it('is told by a line that stands on the screen', () => {
    for (const name of screenNames()) {
      const screen = recordedScreen(name);
      const reading = readScreen(screen);
      if (reading.kind !== 'dialog') continue;
      const plain = recordedScreen(name, false).lines;
      expect(plain.some((line) => line.includes(reading.dialog.distinctive))).toBe(true);
      expect(reading.dialog.distinctive.trim().length).toBeGreaterThan(2);
    }
  });
});

describe('any screen', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 130, unit: 'binary' }),
    fc.constantFrom(
      ...DIALOG,
      ...COMPOSER,
      '',
      '\u001b[',
      '\u001b[38;5;1',
      ' ❯ 1.',
      '❯',
      '←  ☐ ',
      '  ❯ * a: ',
      '   10. x',
    ),
  );

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 0, max: 300 }), (lines, columns) => {
        expect(readScreen({ ...screenOf('', columns), lines }).kind).toBeTypeOf('string');
      }),
      { numRuns: 2000 },
    );
  });

  it('a plan that fills the screen is no composer, though one stands above it', () => {
    const above = ['─'.repeat(80), '❯ '];
    expect(readScreen(under(recordedScreen('plan-long.80x24'), above)).kind).toBe('dialog');
  });

  it('is read the same with anything above it', () => {
    const whole = screenNames().filter((name) => !/x(?:6|8|10|12)$/.test(name));
    const above = fc.array(
      fc.oneof(fc.stringMatching(/^ {2}[ -~]{0,80}$/), fc.constantFrom(...DIALOG, ...COMPOSER, '')),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...whole), above, (name, lines) => {
        const screen = recordedScreen(name);
        const reading = readScreen(screen);
        // Where the upper end is not on the screen, what stands above belongs to it.
        fc.pre(reading.kind === 'composer' || (reading.kind === 'dialog' && reading.dialog.title !== ''));
        expect(placeless(readScreen(under(screen, lines)))).toBe(placeless(reading));
      }),
      { numRuns: 500 },
    );
  });
});
