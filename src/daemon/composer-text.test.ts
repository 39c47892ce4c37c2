import { describe, expect, it } from 'vitest';
import { recordedScreen, screenNames } from '../../test/lab/screens.ts';
import { readScreen } from '../adapters/claude/dialogs/read-screen.ts';
import { composerGuard, draftRows, plain, showsText } from './composer-text.ts';

const RULE = '─'.repeat(40);
const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
const NAMED = `${'─'.repeat(33)} lab ─`;

describe('the rows of a draft', () => {
  const draft = (...lines: string[]) => draftRows({ lines });

  it('stand between the last two rules, also where one bears a name', () => {
    expect(draft('● Done.', RULE, '❯ one', '  two', NAMED, '  ? for shortcuts')).toEqual(['❯ one', '  two']);
    expect(draft('● Done.', NAMED, '❯ one', RULE)).toEqual(['❯ one']);
  });

  it('are the last ones of a draft that is scrolled', () => {
    const more = `─── ↑ 25 more ${'─'.repeat(20)}`;
    expect(draft('● Done.', more, '  line 7', '  line 8', RULE, '  manual mode')).toEqual(['  line 7', '  line 8']);
  });

  it('are all above the last rule where the composer is higher than the pane', () => {
    expect(draft('  line 7', '  line 8', RULE, '  manual mode')).toEqual(['  line 7', '  line 8']);
  });

  it('are none where no composer is', () => {
    expect(draft('$ vi notes.txt')).toEqual([]);
    expect(draft(RULE, ' Bash command', '  touch a', RULE, '  Esc to cancel')).toEqual([]);
  });
});

describe('a draft shows a text', () => {
  const shows = (row: string, text: string) => showsText({ lines: ['● Done.', RULE, ...row.split('|'), RULE] }, text);

  it.each([
    ['❯ one two', 'one two', true],
    ['❯ one', 'one two', false],
    ['❯ [Pasted text #1]', 'one two', false],
    ['❯ ', 'one', false],
    ['❯ one|  two', 'one\n  two', true],
    ['❯ delete the two', 'two', false],
    ['❯ great 👍 go', 'great 👍🏽 go', true],
    ['❯ great 👎 go', 'great 👍🏽 go', false],
    // As tmux was seen to show what Claude has: of a joined emoji or a flag of tags only the beginning.
    ['❯ a 👩 b', 'a 👩🏽\u200d💻 b', true],
    ['❯ 👩', '👩🏽\u200d💻', true],
    ['❯ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e} end', `${ENGLAND} end`, true],
    ['❯ 👨\u200d👩\u200d👧\u200d👍 👩👩', '👨\u200d👩\u200d👧\u200d👦👍 👩🏽\u200d💻👩🏽\u200d💻', true],
    ['❯ 🏳️\u200d🌈  end', '🏳️\u200d🌈 end', true],
    ['❯ a 👩💻 b', 'a 👩🏽\u200d💻 b', false],
    ['❯ a 👨 b', 'a 👩🏽\u200d💻 b', false],
    ['❯ a b', 'a 👩🏽\u200d💻 b', false],
    ['❯ a 👩', 'a 👩🏽\u200d💻👩🏽\u200d💻', false],
    ['❯ 🏴\u{e0067}\u{e0062}\u{e0073} end', `${ENGLAND} end`, false],
    ['❯ x 👩 b', 'a 👩🏽\u200d💻 b', false],
  ])('%j of %j: %s', (row, text, is) => expect(shows(row, text)).toBe(is));

  it('in the mode in which it was meant', () => {
    expect(shows('! ls -l', '!ls -l')).toBe(true);
    expect(shows('!\u00a0ls -l', '!ls -l')).toBe(true);
    expect(shows('❯ !ls -l', '!ls -l')).toBe(false);
    expect(shows('! ls -l', 'ls -l')).toBe(false);
  });

  it('up to the cursor: what Claude offers behind it was not typed', () => {
    const hint = '\u001b[38;5;153m/context\u001b[39m \u001b[7m \u001b[0m\u001b[38;5;246m[all|';
    expect(shows(`❯ ${hint}  none]`, '/context')).toBe(true);
    expect(shows('❯ one\u001b[7m \u001b[0mtwo', 'one two')).toBe(false);
    expect(shows('❯ \u001b[38;5;7mone\u001b[39m two\u001b[7m', 'one two')).toBe(true);
  });

  it('also where it is scrolled, whatever its first visible row begins with', () => {
    const more = `─── ↑ 25 more ${'─'.repeat(20)}`;
    const ends = (...rows: string[]) => showsText({ lines: [more, ...rows, RULE] }, `${'a\n'.repeat(25)}!b\n> c`);
    expect(ends('  !b', '  > c')).toBe(true);
    expect(ends('  > c')).toBe(true);
    expect(ends('  > d')).toBe(false);
  });
});

describe('what guards a key for a composer', () => {
  const readings = screenNames().map((name) => ({ name, ...readScreen(recordedScreen(name)) }));
  const composers = readings.filter(({ kind }) => kind === 'composer');
  const dialogs = readings.filter(({ kind }) => kind === 'dialog');
  const holds = (guard: NonNullable<ReturnType<typeof composerGuard>>, lines: readonly string[]) =>
    guard.rows?.every((row) => lines.some((line) => line.trim() === row.trim())) &&
    !guard.unless.some((words) => lines.some((line) => line.includes(words)));

  it('stands on its own screen, and on none with a dialog, whatever was said above', () => {
    expect(composers.length).toBeGreaterThan(10);
    for (const { name } of composers) {
      const lines = recordedScreen(name).lines.map(plain);
      const guard = composerGuard({ lines });
      if (guard === null) throw new Error(`nothing guards ${name}`);
      expect([name, holds(guard, lines)]).toEqual([name, true]);
      const above = lines.slice(0, Math.max(lines.lastIndexOf(draftRows({ lines })[0] ?? '') - 1, 0));
      for (const dialog of dialogs) {
        const shown = [...above, ...recordedScreen(dialog.name).lines.map(plain)];
        expect([name, dialog.name, holds(guard, shown)]).toEqual([name, dialog.name, false]);
      }
    }
  });

  it('is nothing where nothing tells it from what was said', () => {
    const rule = '─'.repeat(40);
    const marks = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `❯ ${digit}. a`);
    const lines = ['❯ go', ...marks, 'Esc to cancel', rule, '❯ go', rule];
    expect(composerGuard({ lines })).toBeNull();
    expect(composerGuard({ lines: ['$ vi notes.txt'] })).toBeNull();
  });
});
