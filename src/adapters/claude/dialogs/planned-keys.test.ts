// Which key is planned on a recorded screen, and what guards it.

import { describe, expect, it } from 'vitest';
import { recordedScreen, screenOf } from '../../../../test/lab/screens.ts';
import { type KeyGoal, type KeyStep, nextKey } from '../../../core/dialog-keys.ts';
import { nextFormKey } from '../../../core/form-keys.ts';
import { readScreen } from './read-screen.ts';

const NO_GOAL: KeyGoal = { n: 0, label: '', meaning: 'other', text: null, answers: null, content: null };

function plan(name: string, goal: Partial<KeyGoal>, typed = false): KeyStep | 'wait' | null {
  const reading = readScreen(recordedScreen(name));
  if (reading.kind !== 'dialog') throw new Error(`${name} is no dialog`);
  return nextKey(reading.dialog, recordedScreen(name, false).lines, { ...NO_GOAL, ...goal }, typed);
}

const TEXT_FORM = [
  '─'.repeat(600),
  '  MCP server “lab” requests your input',
  '',
  '  Who are you?',
  '',
  '  ❯ * name: ',
  '',
  '    Accept    Decline',
  '',
  '  Esc to cancel · ↑/↓ to navigate',
];
const textForm = (lines = TEXT_FORM) => {
  const reading = readScreen(screenOf(lines.join('\n'), 600));
  if (reading.kind !== 'dialog') throw new Error(reading.kind);
  return reading.dialog;
};

describe('one row', () => {
  const no = { n: 4, label: 'No', meaning: 'deny' } as const;

  it('P07: is chosen by its own digit, guarded by what is asked and by the row', () => {
    expect(plan('perm-bash.120', no)).toEqual({
      keys: { text: '4' },
      expect: ['touch short.txt', '4. No'],
      last: true,
    });
    expect(plan('perm-bash-trap.120', { ...no, n: 3 })).toMatchObject({ keys: { text: '3' } });
  });

  it('is not chosen where its number, words or meaning are others', () => {
    expect(plan('perm-bash.120', { ...no, n: 3 })).toBeNull();
    expect(plan('perm-bash.120', { ...no, label: 'Nope' })).toBeNull();
    expect(plan('perm-bash.120', { ...no, meaning: 'allow' })).toBeNull();
  });

  it('without a digit is walked to, and Enter waits for the marker', () => {
    const yes = { n: 2, label: 'Yes, I trust this folder', meaning: 'allow' } as const;
    expect(plan('dialog-trust.120', yes)).toEqual({
      keys: { key: 'Down' },
      expect: ['/home/dev/untrusted', '❯ No, exit'],
      last: false,
    });
    expect(plan('dialog-trust.120', { n: 1, label: 'No, exit', meaning: 'deny' })).toEqual({
      keys: { key: 'Enter' },
      expect: ['/home/dev/untrusted', '❯ No, exit'],
      last: true,
    });
  });

  it('is not reached by a digit while a field is open: it would be typed', () => {
    const step = plan('v2.0.77-perm-bash-text-row.120', { n: 1, label: 'Yes', meaning: 'allow' });
    expect(step).toMatchObject({ keys: { key: 'Up' }, last: false });
  });

  it('is never another one that has no digit', () => {
    const chat = { label: 'Chat about this', meaning: 'chat' } as const;
    expect(plan('ask-multi.120', { ...chat, n: 5 })).toMatchObject({ keys: { text: '5' } });
    expect(plan('ask-multi.120', { n: 5, label: 'Submit', meaning: 'other' })).toBeNull();
  });

  it('of a list that is cut is not chosen', () => {
    expect(plan('perm-bash.80x10', { n: 1, label: 'Yes', meaning: 'allow' })).toBeNull();
  });

  it('of a notice is the key that its line names', () => {
    const stay = { n: 1, label: 'Enter to stay in auto mode', meaning: 'other' } as const;
    expect(plan('dialog-auto-unavailable.120', stay)).toMatchObject({ keys: { key: 'Enter' }, last: true });
  });
});

describe('words', () => {
  const no = { n: 3, label: 'Type here to tell Claude what to do differently', meaning: 'deny' } as const;

  it('are typed into the open field, once, and sent when exactly these stand there', () => {
    expect(plan('v2.0.77-perm-bash-text-row.120', { ...no, text: 'use another' })).toMatchObject({
      keys: { text: 'use another' },
      last: false,
    });
    expect(plan('v2.0.77-perm-bash-text-row.120', { ...no, text: 'use another' }, true)).toBe('wait');
    expect(plan('v2.0.77-perm-bash-text-typed.120', { ...no, text: 'use another' }, true)).toMatchObject({
      keys: { key: 'Enter' },
      last: true,
    });
    expect(plan('v2.0.77-perm-bash-text-typed.120', { ...no, text: 'use another one' }, true)).toBe('wait');
  });

  it('of somebody else are never sent', () => {
    expect(plan('v2.0.77-perm-bash-text-typed.120', { ...no, text: 'mine' })).toBeNull();
    expect(plan('v2.0.77-perm-bash-text-typed.120', no)).toBeNull();
  });

  it('go with a yes or a no by Tab', () => {
    expect(plan('perm-bash.120', { n: 1, label: 'Yes', meaning: 'allow', text: 'and more' })).toMatchObject({
      keys: { key: 'Tab' },
      expect: ['touch short.txt', '❯ 1. Yes'],
    });
  });
});

describe('keys in a text', () => {
  const texts = ['x\r1', '\u001b', '\u0003', 'one\ntwo', 'a\tb'];
  it.each(texts)('%j is never typed, nor the way to its field walked', (text) => {
    const no = { n: 3, label: 'Type here to tell Claude what to do differently', meaning: 'deny' } as const;
    expect(plan('v2.0.77-perm-bash-text-row.120', { ...no, text })).toBeNull();
    expect(plan('v2.0.77-perm-bash.120', { ...no, text })).toBeNull();
    expect(plan('perm-bash.120', { n: 1, label: 'Yes', meaning: 'allow', text })).toBeNull();
    const questions = ['Which database should we use?'];
    expect(plan('ask-four-type-row.120', { questions, answers: [{ chosen: [], text }] })).toBeNull();
    const name = {
      name: 'name',
      title: 'name',
      type: 'text',
      description: null,
      required: false,
      choices: [],
    } as const;
    expect(plan('form.120', { fields: [name], content: { name: text } })).toBeNull();
    expect(nextFormKey(textForm(), TEXT_FORM, [name], { name: text })).toBeNull();
  });

  it('a long text goes in pieces, each after the one before it stands there', () => {
    const no = { n: 3, label: 'Type here to tell Claude what to do differently', meaning: 'deny' } as const;
    const long = 'use another '.repeat(60).trim();
    const first = plan('v2.0.77-perm-bash-text-row.120', { ...no, text: long });
    expect(first).toMatchObject({ keys: { text: long.slice(0, 390) }, last: false });
    expect(plan('v2.0.77-perm-bash-text-typed.120', { ...no, text: long }, true)).toBe('wait');
  });

  it('of a form are pieces as well', () => {
    const name = {
      name: 'name',
      title: 'name',
      type: 'text',
      description: null,
      required: false,
      choices: [],
    } as const;
    const long = 'a'.repeat(500);
    expect(nextFormKey(textForm(), TEXT_FORM, [name], { name: long })).toMatchObject({
      keys: { text: 'a'.repeat(390) },
    });
    const half = TEXT_FORM.map((line) => line.replace('* name: ', `✔ name: ${'a'.repeat(390)}`));
    expect(nextFormKey(textForm(half), half, [name], { name: long })).toMatchObject({
      keys: { text: 'a'.repeat(110) },
    });
    const other = TEXT_FORM.map((line) => line.replace('* name: ', '✔ name: b'));
    expect(nextFormKey(textForm(other), other, [name], { name: long })).toBeNull();
  });

  it('a field is filled in only with what was said of it, whatever its name', () => {
    const field = {
      name: 'constructor',
      title: 'constructor',
      type: 'text',
      description: null,
      required: false,
    } as const;
    const lines = TEXT_FORM.map((line) => line.replace('name', 'constructor'));
    const fields = [{ ...field, choices: [] }];
    expect(nextFormKey(textForm(lines), lines, fields, {})).toMatchObject({ keys: { key: 'Down' } });
  });
});

describe('P05: several ticks', () => {
  const asked = (chosen: readonly string[], text: string | null = null) => ({
    questions: ['Which features do you want?'],
    answers: [{ chosen, text }],
  });

  it('turn over only what differs, each guarded by its box', () => {
    expect(plan('ask-multi.120', asked(['Search', 'Cart']))).toMatchObject({
      keys: { text: '1' },
      expect: ['Which features do you want?', '❯ 1. [ ] Search'],
      last: false,
    });
    expect(plan('ask-multi-ticked.120', asked(['Search']))).toMatchObject({ keys: { text: '3' } });
  });

  it('go on to the row below them, by arrows', () => {
    expect(plan('ask-multi-ticked.120', asked(['Search', 'Cart']))).toMatchObject({ keys: { key: 'Down' } });
  });

  it('are for the question that was looked at, and no other', () => {
    expect(plan('ask-multi.120', { ...asked(['Search']), questions: ['Another?'] })).toBeNull();
  });

  it('are sent only when the last look shows exactly them', () => {
    const goal = (own: string) => ({
      questions: ['Which features?'],
      answers: [{ chosen: ['Search', 'Cart'], text: own }],
    });
    expect(plan('ask-multi-review.120', goal('extra 2 words'))).toMatchObject({ keys: { text: '1' }, last: true });
    expect(plan('ask-multi-review.120', goal('others'))).toBeNull();
  });
});

describe('a form', () => {
  const field = { title: '', description: null, required: false, choices: [] } as const;
  const fields = [
    {
      ...field,
      name: 'region',
      title: 'region',
      type: 'choice',
      choices: [
        { value: 'eu', label: 'eu' },
        { value: 'us', label: 'us' },
      ],
    },
    { ...field, name: 'confirm', title: 'confirm', type: 'boolean' },
  ] as const;
  const content = { region: 'us', confirm: true };

  it('is filled in from above, and accepted at the end', () => {
    const keys = (name: string, values: Record<string, string | boolean>) => {
      const step = plan(name, { fields, content: values });
      return step === null || step === 'wait' ? step : { ...step.keys, last: step.last };
    };
    expect(keys('form.120', content)).toEqual({ key: 'Right', last: false });
    expect(keys('form-expanded.120', content)).toEqual({ key: 'Down', last: false });
    expect(keys('form-expanded-down.120', content)).toEqual({ key: 'Space', last: false });
    expect(keys('form-region-set.120', content)).toEqual({ key: 'Space', last: false });
    expect(keys('form-confirm.120', { region: 'us' })).toEqual({ key: 'Enter', last: true });
    expect(keys('form-accept.120', { region: 'us' })).toEqual({ key: 'Left', last: false });
    expect(keys('form.120', {})).toEqual({ key: 'Down', last: false });
  });

  it('with other fields is not touched', () => {
    expect(plan('form.120', { fields: fields.slice(0, 1), content })).toBeNull();
  });

  it('is declined by walking to it', () => {
    expect(plan('form-accept.120', { n: 2, label: 'Decline', meaning: 'decline' })).toMatchObject({
      keys: { key: 'Enter' },
      last: true,
    });
  });
});
