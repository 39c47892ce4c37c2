// Answers to questions and forms as decisions: complete and fitting, or refused with the reason.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookQuestion } from '../../core/hook-question.ts';
import type { FormValue, Meaning, PromptAnswer, QuestionAnswer } from '../../core/prompt.ts';
import { express, optionsOf } from './decisions.ts';
import { contentProblem } from './form-content.ts';
import { parseHook } from './hook-payload.ts';

const CAPTURES = join(import.meta.dirname, '../../../test/fixtures/captures/hooks');
const captured = (name: string): HookQuestion => {
  const read = parseHook(readFileSync(join(CAPTURES, `${name}.json`)), {
    ...{ key: 'k', event: null, claimedPid: null, parentPid: null, uptime: null, ask: '7.7', background: null },
  });
  if ('fault' in read || read.question === null) throw new Error(name);
  return read.question;
};
const answer = (meaning: Meaning, label = 'x', more: Partial<PromptAnswer> = {}): PromptAnswer => ({
  ...{ prompt: 'k3f.1', option: { n: 1, label, meaning }, text: null, input: null, answers: null, content: null },
  ...more,
});
const decided = (question: HookQuestion, given: PromptAnswer): unknown => {
  const expressed = express(question, given);
  return 'decision' in expressed
    ? (JSON.parse(expressed.decision) as { readonly hookSpecificOutput: unknown }).hookSpecificOutput
    : expressed;
};

const one = captured('PermissionRequest.AskUserQuestion');
const options = (...labels: string[]) => labels.map((label) => ({ label, description: `About ${label}` }));
const several: HookQuestion = {
  ...one,
  input: {
    questions: [
      { question: 'Parts?', header: 'Parts', options: options('API', 'Web, and more', 'CLI'), multiSelect: true },
      { question: 'Language?', header: 'Language', options: options('Go', 'Rust'), multiSelect: false },
    ],
    metadata: { source: 'x' },
  },
};
const said = (answers: Readonly<Record<string, string>>, question = several) => ({
  hookEventName: 'PermissionRequest',
  decision: { behavior: 'allow', updatedInput: { ...question.input, answers } },
});
const send = (...answers: readonly QuestionAnswer[]) =>
  decided(several, answer('accept', 'Send the answers', { answers }));
const chosen = (...labels: string[]): QuestionAnswer => ({ chosen: labels, text: null });
const written = (text: string): QuestionAnswer => ({ chosen: [], text });
const wrong = (text: string) => ({ wrong: expect.stringContaining(text) });

describe('one question', () => {
  it('P04: the card has Claude’s own choices, and the chosen one is what Claude is told', () => {
    expect(optionsOf(one).map(({ n, label, meaning, detail, text }) => [n, label, meaning, detail, text])).toEqual([
      [1, 'A', 'choose', 'Choose A', 'no'],
      [2, 'B', 'choose', 'Choose B', 'no'],
      [3, 'Answer in your own words', 'write', null, 'must'],
      [4, 'Talk about it instead', 'chat', null, 'must'],
      [5, 'Give no answer, and stop', 'cancel', null, 'no'],
    ]);
    expect(decided(one, answer('choose', 'B'))).toEqual(said({ 'Q?': 'B' }, one));
    expect(decided(one, answer('choose', 'B', { answers: [chosen('B')] }))).toEqual(said({ 'Q?': 'B' }, one));
    expect(decided(one, answer('choose', 'C'))).toEqual(wrong('no such choice'));
  });

  it('takes own words, and none of nothing', () => {
    expect(decided(one, answer('write', 'Type something.', { text: ' É "z" ' }))).toEqual(
      said({ 'Q?': ' É "z" ' }, one),
    );
    expect(decided(one, answer('write', 'Type something.', { text: ' ' }))).toEqual(wrong('“Q?” is not answered'));
    expect(decided(one, answer('choose', 'A', { text: 'too' }))).toEqual(wrong('“Q?” takes one answer'));
  });

  it('is talked about, or left', () => {
    const denied = (more: object) => ({ hookEventName: 'PermissionRequest', decision: { behavior: 'deny', ...more } });
    expect(decided(one, answer('chat', 'Chat about this', { text: 'why?' }))).toEqual(denied({ message: 'why?' }));
    expect(decided(one, answer('chat', 'Chat about this'))).toEqual({ inexpressible: true });
    expect(decided(one, answer('cancel'))).toMatchObject(denied({ interrupt: true }));
  });

  it('a bare allow would be ignored, so it is not said', () => {
    expect(decided(one, answer('allow', 'Yes'))).toEqual({ inexpressible: true });
    const odd = { ...one, input: { questions: 'none' } };
    expect(optionsOf(odd).map(({ meaning }) => meaning)).toEqual(['chat', 'cancel']);
    expect(decided(odd, answer('choose', 'A'))).toEqual({ inexpressible: true });
  });

  it('a choice is found as it is shown, and never guessed', () => {
    const shown = { ...one, input: { questions: [{ question: 'Q?', options: options('a\u0007b', 'c\td', 'c d') }] } };
    expect(decided(shown, answer('choose', 'ab'))).toEqual(said({ 'Q?': 'a\u0007b' }, shown));
    expect(decided(shown, answer('choose', 'c d'))).toEqual(said({ 'Q?': 'c d' }, shown));
    expect(decided(shown, answer('choose', 'c  d'))).toEqual(wrong('no such choice'));
  });
});

describe('P05: several questions', () => {
  it('are answered together, in Claude’s order', () => {
    expect(optionsOf(several).map(({ meaning }) => meaning)).toEqual(['accept', 'chat', 'cancel']);
    expect(send(chosen('CLI', 'API'), chosen('Rust'))).toEqual(said({ 'Parts?': 'API, CLI', 'Language?': 'Rust' }));
    expect(send({ chosen: ['API'], text: 'docs' }, written('Zig'))).toEqual(
      said({ 'Parts?': 'API, docs', 'Language?': 'Zig' }),
    );
  });

  it('are not answered in part, with two where one may be, or with what was not offered', () => {
    expect(send(chosen('API'))).toEqual(wrong('2 questions'));
    expect(send(chosen('API'), chosen())).toEqual(wrong('“Language?” is not answered'));
    expect(send(chosen(), chosen('Go'))).toEqual(wrong('“Parts?” is not answered'));
    expect(send(chosen('API'), chosen('Go', 'Rust'))).toEqual(wrong('“Language?” takes one answer'));
    expect(send(chosen('API'), { chosen: ['Go'], text: 'or Zig' })).toEqual(wrong('takes one answer'));
    expect(send(chosen('Docs'), chosen('Go'))).toEqual(wrong('has no choice “Docs”'));
    expect(decided(several, answer('choose', 'API'))).toEqual(wrong('Each question needs its answer'));
  });

  it('with the same words cannot be told apart', () => {
    const twins = { ...one, input: { questions: [1, 2].map(() => ({ question: 'Q?', options: options('A', 'B') })) } };
    const both = (...answers: QuestionAnswer[]) => decided(twins, answer('accept', 'x', { answers }));
    expect(both(chosen('A'), chosen('B'))).toEqual(wrong('the same words'));
    expect(both(chosen('A'), chosen('A'))).toEqual(said({ 'Q?': 'A' }, twins));
  });

  it('whose words are names of objects are answers all the same', () => {
    const odd = { ...one, input: { questions: [{ question: '__proto__', options: options('wrong') }] } };
    const { decision } = express(odd, answer('choose', 'wrong')) as { readonly decision: string };
    expect(decision).toContain('"answers":{"__proto__":"wrong"}');
  });
});

describe('a form', () => {
  const form = captured('Elicitation');
  const given = (content: Readonly<Record<string, FormValue>>) => decided(form, answer('accept', 'Send', { content }));
  const told = (more: object) => ({ hookEventName: 'Elicitation', ...more });

  it('is sent as filled in, declined or cancelled', () => {
    expect(optionsOf(form).map(({ meaning }) => meaning)).toEqual(['accept', 'decline', 'cancel']);
    const content = { region: 'eu', confirm: true };
    expect(given(content)).toEqual(told({ action: 'accept', content }));
    expect(decided(form, answer('decline'))).toEqual(told({ action: 'decline' }));
    expect(decided(form, answer('cancel'))).toEqual(told({ action: 'cancel' }));
    expect(decided(form, answer('allow'))).toEqual({ inexpressible: true });
  });

  it('is not sent with what Claude would let through', () => {
    expect(given({ region: 'mars' })).toEqual(wrong('“region” must be one of the choices'));
    expect(given({ region: 'eu', extra: 1 })).toEqual(wrong('no field “extra”'));
    expect(given({ confirm: true })).toEqual(wrong('“region” must be filled in'));
    expect(given({ region: 'eu', confirm: 'yes' })).toEqual(wrong('“confirm” must be yes or no'));
    expect(decided(form, answer('accept', 'Send'))).toEqual(wrong('“region” must be filled in'));
  });

  it('that sends the person to a page has no content', () => {
    const page = { ...form, input: { message: 'Log in', mode: 'url', url: 'https://example.com' } };
    expect(decided(page, answer('accept'))).toEqual(told({ action: 'accept' }));
  });

  const fits = (property: object, value: FormValue) => contentProblem({ properties: { x: property } }, { x: value });
  const titled = [{ const: 'a', title: 'A' }, { const: 'b' }];
  it.each<[object, FormValue]>([
    [{ type: 'string' }, ''],
    [{ type: 'string', minLength: 2, maxLength: 2 }, '😀é'],
    [{ type: 'string', format: 'email' }, 'a@b.c'],
    [{ type: 'string', format: 'uri' }, 'https://x.y'],
    [{ type: 'string', format: 'date' }, '2024-02-29'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T10:00:00Z'],
    [{ type: 'string', format: 'unheard-of' }, 'x'],
    [{ type: 'string', oneOf: titled }, 'b'],
    [{ type: 'integer', minimum: 1, maximum: 3 }, 3],
    [{ type: 'number' }, 0.5],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2 }, ['b', 'a']],
    [{ type: 'array', items: { anyOf: titled } }, []],
  ])('%j takes %j', (property, value) => expect(fits(property, value)).toBeNull());

  it.each<[object, FormValue]>([
    [{ type: 'string' }, 7],
    [{ type: 'string', minLength: 2 }, '😀'],
    [{ type: 'string', maxLength: 1 }, 'ab'],
    [{ type: 'string', format: 'email' }, 'a b@c'],
    [{ type: 'string', format: 'uri' }, 'x'],
    [{ type: 'string', format: 'date' }, '2023-02-29'],
    [{ type: 'string', format: 'date-time' }, '2023-02-29T10:00:00Z'],
    [{ type: 'string', oneOf: titled }, 'A'],
    [{ type: 'integer', maximum: 3 }, 4],
    [{ type: 'integer' }, 1.5],
    [{ type: 'number', minimum: 0 }, -1],
    [{ type: 'number' }, Number.NaN],
    [{ type: 'boolean' }, 'true'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, ['c']],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, ['a', 'a']],
    [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 }, []],
    [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b']],
    [{ type: 'array', items: { type: 'string' } }, ['a']],
    [{ type: 'object' }, 'a'],
  ])('%j does not take %j', (property, value) => expect(fits(property, value)).toMatch(/^“x” .+\.$/));

  it('whose schema is none takes nothing', () => expect(contentProblem(null, {})).toContain('no fields'));
});
