import { describe, expect, it } from 'vitest';
import { screenOf } from '../../../../test/lab/screens.ts';
import { readScreen } from './read-screen.ts';

const RULE = '─'.repeat(120);
const DASHES = '╌'.repeat(120);
const END = `${DASHES}

${RULE}
 Claude has written up a plan and is ready to execute. Would you like to proceed?

 ❯ 1. Yes, and use auto mode
   2. Yes, manually approve edits
   3. Tell Claude what to change
      shift+tab to approve with this feedback

 ctrl+g to edit in Vim · ~/.claude/plans/plan-paint.md`;

const MEANINGS = ['allow-mode', 'allow', 'deny'];

describe('a plan that stands in the conversation, not over it', () => {
  it('is whole', () => {
    const reading = readScreen(
      screenOf(`● Updated plan\n\n${RULE}\n Ready to code?\n\n Here is Claude's plan:\n${DASHES}\n Paint it\n${END}`),
    );
    if (reading.kind !== 'dialog') throw new Error(reading.kind);
    const { kind, title, options, body } = reading.dialog;
    expect([kind, title, options.map(({ meaning }) => meaning)]).toEqual(['plan', 'Ready to code?', MEANINGS]);
    expect(body).toContain('Paint it');
  });

  it('is a plan also when its beginning is above the screen', () => {
    const reading = readScreen(screenOf(` 7. Step seven\n 8. Step eight\n${END}`));
    if (reading.kind !== 'dialog') throw new Error(reading.kind);
    const { kind, options, body, question } = reading.dialog;
    expect([kind, options.map(({ meaning }) => meaning)]).toEqual(['plan', MEANINGS]);
    expect(question).toMatch(/Would you like to proceed\?$/);
    expect(body).toContain('8. Step eight');
  });
});
