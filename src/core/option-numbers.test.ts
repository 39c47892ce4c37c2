import { describe, expect, it } from 'vitest';
import { recordedScreen, screenNames } from '../../test/lab/screens.ts';
import { readScreen } from '../adapters/claude/dialogs/read-screen.ts';
import { numbersOf } from './option-numbers.ts';

describe('the numbers of options', () => {
  const numbers = (name: string) => {
    const reading = readScreen(recordedScreen(name));
    return reading.kind === 'dialog' ? numbersOf(reading.dialog) : [];
  };

  it('are digits, places where there are none, and never the same twice', () => {
    expect(numbers('perm-bash.120')).toEqual([1, 2, 3, 4]);
    expect(numbers('dialog-trust.120')).toEqual([1, 2]);
    expect(numbers('ask-multi.120')).toEqual([1, 2, 3, 4, 6, 5]);
    // Fields of a form come after its buttons, which alone are offered.
    expect(numbers('elicitation.120')).toEqual([3, 4, 1, 2]);
    // The row that goes on stands before the last digit.
    for (const name of screenNames()) expect(new Set(numbers(name)).size).toBe(numbers(name).length);
  });
});
