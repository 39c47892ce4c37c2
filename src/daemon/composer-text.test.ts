import { describe, expect, it } from 'vitest';
import { draftRows, showText } from './composer-text.ts';

const RULE = '─'.repeat(40);
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
  it.each([
    ['❯ one two', 'one two', true],
    ['❯ one', 'one two', false],
    ['❯ [Pasted text #1]', 'one two', false],
    ['❯ ', 'one', false],
    ['  two', 'one\n  two', true],
    ['❯ delete the two', 'two', false],
  ])('%j of %j: %s', (row, text, shows) => expect(showText([row], text)).toBe(shows));
});
