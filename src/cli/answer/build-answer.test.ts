// What is sent for what was typed. Every dialog here is one that Claude was seen to show.

import { expect, test } from 'vitest';
import { optionLike, promptLike } from '../../../test/prompt-like.ts';
import type { Prompt, PromptOption } from '../../core/prompt.ts';
import { Failure } from '../failure.ts';
import { buildAnswer } from './build-answer.ts';
import { contradiction, type Wish } from './wish.ts';

const yes = (n: number, label = 'Yes'): PromptOption => optionLike(n, label, { meaning: 'allow', text: 'may' });
const no = (n: number, label = 'No'): PromptOption => optionLike(n, label, { meaning: 'deny', text: 'may' });
const always = (n: number): PromptOption =>
  optionLike(n, "Yes, and don't ask again for npm commands", { meaning: 'allow-always' });
const mode = (n: number): PromptOption => optionLike(n, 'Yes, and switch to auto mode', { meaning: 'allow-mode' });

/** How a wish ends: the exit code and the words. */
function end(prompt: Prompt, wish: Wish): { code: number; text: string } {
  try {
    buildAnswer(prompt, wish);
  } catch (error) {
    if (error instanceof Failure) return { code: error.exitCode, text: error.message };
    throw error;
  }
  throw new Error('it was not refused');
}

const two = promptLike({ options: [no(1), yes(2)] });
const three = promptLike({ options: [yes(1), always(2), no(3)] });
const four = promptLike({ options: [yes(1), always(2), mode(3), no(4)] });

test.each([
  ['2-option, No first', two, 2, 1],
  ['3-option', three, 1, 3],
  ['4-option', four, 1, 4],
])('P07: in a %s prompt --yes is once and --no is No, wherever they stand', (_name, prompt, allow, deny) => {
  expect(buildAnswer(prompt, { yes: true }).option).toEqual({ n: allow, label: 'Yes', meaning: 'allow' });
  expect(buildAnswer(prompt, { no: true }).option).toEqual({ n: deny, label: 'No', meaning: 'deny' });
  expect(buildAnswer(prompt, { no: 'use pnpm' })).toMatchObject({ option: { n: deny }, text: 'use pnpm' });
});

test('P07: without an option of that meaning nothing is chosen in its place, and the options are named', () => {
  const standing = promptLike({ options: [always(1), mode(2)] });
  expect(end(standing, { yes: true })).toEqual({
    code: 7,
    text: "k3f.1: --yes allows once, and nothing here does just that. Its options: 1 Yes, and don't ask again for npm commands · 2 Yes, and switch to auto mode.",
  });
  expect(end(standing, { no: true }).code).toBe(7);
  expect(end(standing, { no: 'why' }).text).toContain('1 Yes, and');
});

test('P07: an unmapped label is chosen by its number or its words only', () => {
  const unmapped = promptLike({ options: [optionLike(1, 'Exit and stop tasks'), optionLike(2, 'Stay')] });
  expect(end(unmapped, { yes: true }).code).toBe(7);
  expect(buildAnswer(unmapped, { option: 'stay' }).option).toEqual({ n: 2, label: 'Stay', meaning: 'other' });
});

test('P04: the option named is the option sent: by number, whole label, or a beginning that only one has', () => {
  const asked = promptLike({
    kind: 'question',
    tool: 'AskUserQuestion',
    input: { questions: [{ question: 'Which?', header: 'W', options: [{ label: 'Slow' }, { label: 'Slower' }] }] },
    options: [optionLike(1, 'Slow', { meaning: 'choose' }), optionLike(2, 'Slower', { meaning: 'choose' })],
  });
  for (const option of ['2', '2.', 'Slower', ' slower ']) {
    expect(buildAnswer(asked, { option })).toEqual({
      prompt: 'k3f.1',
      option: { n: 2, label: 'Slower', meaning: 'choose' },
      changedAt: asked.changedAt,
      text: null,
      input: null,
      answers: null,
      content: null,
    });
  }
  expect(buildAnswer(asked, { option: 'slow' }).option.n).toBe(1);
  expect(end(asked, { option: 'slo' })).toMatchObject({ code: 5 });
  expect(end(asked, { option: '3' })).toMatchObject({ code: 4 });
  expect(end(asked, { option: 'owe' })).toMatchObject({ code: 4 });
});

test('P04: a number that is also a label of another option is not guessed', () => {
  const replicas = promptLike({ options: [optionLike(1, '2'), optionLike(2, '3'), optionLike(3, '5')] });
  expect(end(replicas, { option: '2' })).toMatchObject({ code: 5, text: expect.stringContaining('1. or 2.') });
  expect(buildAnswer(replicas, { option: '2.' }).option).toMatchObject({ n: 2, label: '3' });
  expect(buildAnswer(replicas, { option: '5' }).option).toMatchObject({ n: 3 });
});

const QUESTIONS = {
  questions: [
    {
      question: 'Which parts?',
      header: 'Parts',
      multiSelect: true,
      options: [{ label: 'API' }, { label: 'Web, and more' }, { label: 'CLI' }],
    },
    { question: 'Which language?', header: 'Language', options: [{ label: 'Go' }, { label: 'Rust' }] },
  ],
};
const TALK = optionLike(2, 'Talk about it instead', { meaning: 'chat', text: 'must' });
const questions = promptLike({
  kind: 'question',
  tool: 'AskUserQuestion',
  input: QUESTIONS,
  options: [
    optionLike(1, 'API', { meaning: 'choose' }),
    optionLike(2, 'Web, and more', { meaning: 'choose' }),
    optionLike(3, 'CLI', { meaning: 'choose' }),
    optionLike(4, 'Type something', { meaning: 'write', text: 'must' }),
    optionLike(5, 'Chat about this', { meaning: 'chat' }),
  ],
});

test('P05: several questions get one --answer each, in Claude’s order, with labels and own words', () => {
  expect(buildAnswer(questions, { answer: ['3,1', 'Go'] })).toMatchObject({
    option: { n: 1, label: 'API', meaning: 'choose' },
    answers: [
      { chosen: ['API', 'CLI'], text: null },
      { chosen: ['Go'], text: null },
    ],
  });
  expect(buildAnswer(questions, { answer: ['Web, and more', '=Zig = fast'] }).answers).toEqual([
    { chosen: ['Web, and more'], text: null },
    { chosen: [], text: 'Zig = fast' },
  ]);
  expect(buildAnswer(questions, { answer: ['cli, =and docs', '2'] }).answers).toEqual([
    { chosen: ['CLI'], text: 'and docs' },
    { chosen: ['Rust'], text: null },
  ]);
});

test('P05: a missing, an empty, a doubtful or a second answer sends nothing', () => {
  expect(end(questions, { answer: ['1'] })).toMatchObject({ code: 2, text: expect.stringContaining('2 Language') });
  expect(end(questions, { option: '1' })).toMatchObject({ code: 2, text: expect.stringContaining('--answer') });
  expect(end(questions, { answer: ['1', '1,2'] })).toMatchObject({ code: 2 });
  expect(end(questions, { answer: ['1', ''] })).toMatchObject({ code: 2 });
  expect(end(questions, { answer: ['1', '9'] })).toMatchObject({ code: 4 });
  expect(end(questions, { answer: ['1', 'Go'], yes: true })).toMatchObject({ code: 2 });
});

test('P05: one question with several choices is never answered by a digit as if it had one', () => {
  const [parts] = QUESTIONS.questions;
  const one = { ...questions, input: { questions: [parts] } };
  expect(buildAnswer(one, { option: '1,3' }).answers).toEqual([{ chosen: ['API', 'CLI'], text: null }]);
  expect(buildAnswer(one, { option: '2' }).answers).toEqual([{ chosen: ['Web, and more'], text: null }]);
  expect(buildAnswer(one, { text: 'none of them' }).answers).toEqual([{ chosen: [], text: 'none of them' }]);
  expect(buildAnswer(one, { option: '5' })).toMatchObject({ option: { meaning: 'chat' }, answers: null });
});

test('own words never become the wish to talk instead, nor the answer of one question among several', () => {
  const sent = { ...questions, options: [optionLike(1, 'Send the answers', { meaning: 'accept' }), TALK] };
  expect(end(sent, { text: 'both' })).toMatchObject({ code: 2, text: expect.stringContaining('--answer') });
  const [parts] = QUESTIONS.questions;
  expect(buildAnswer({ ...sent, input: { questions: [parts] } }, { text: 'both' })).toMatchObject({
    option: { n: 1, meaning: 'accept' },
    answers: [{ chosen: [], text: 'both' }],
  });
  expect(buildAnswer(sent, { option: '2', text: 'why?' })).toMatchObject({ option: { n: 2 }, text: 'why?' });
});

test('own words answer a question; an option that needs words says so', () => {
  const [, language] = QUESTIONS.questions;
  const one = { ...questions, input: { questions: [language] } };
  expect(buildAnswer(one, { text: 'Zig' })).toMatchObject({ option: { n: 4, meaning: 'write' }, text: 'Zig' });
  expect(end(one, { option: '4' })).toEqual({
    code: 2,
    text: expect.stringContaining('“4 Type something” needs words: add --text "…"'),
  });
  expect(end(one, { option: '1', text: 'more' })).toMatchObject({ code: 7 });
  expect(end(one, {})).toMatchObject({ code: 2, text: expect.stringContaining('Its options: 1 API') });
});

test('P18: of a plan --yes is never the laxest mode, and --no needs words', () => {
  const plan = promptLike({
    kind: 'plan',
    tool: 'ExitPlanMode',
    input: { plan: '# Do it' },
    options: [
      optionLike(1, 'Yes, and use auto mode', { meaning: 'allow-mode' }),
      optionLike(2, 'Yes, manually approve edits', { meaning: 'allow' }),
      optionLike(3, 'Tell Claude what to change', { meaning: 'deny', text: 'must' }),
    ],
  });
  expect(buildAnswer(plan, { yes: true }).option.n).toBe(2);
  expect(buildAnswer(plan, { no: 'smaller steps' })).toMatchObject({ option: { n: 3 }, text: 'smaller steps' });
  expect(end(plan, { no: true })).toMatchObject({ code: 2, text: expect.stringContaining('--no') });
  expect(buildAnswer(plan, { text: 'smaller steps' }).option.n).toBe(3);
});

const form = promptLike({
  kind: 'form',
  tool: 'lab',
  input: {
    message: 'Where to?',
    requested_schema: {
      type: 'object',
      properties: {
        region: { type: 'string', enum: ['eu', 'us'], enumNames: ['Europe', 'America'] },
        count: { type: 'integer' },
        share: { type: 'number' },
        sure: { type: 'boolean' },
        note: { type: 'string' },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
      },
      required: ['region'],
    },
  },
  options: [optionLike(1, 'Accept', { meaning: 'accept' }), optionLike(2, 'Decline', { meaning: 'decline' })],
});

test('a form gets values of its own types', () => {
  const field = ['region=europe', 'count=3', 'share=0.5', 'sure=yes', 'note=a=b', 'tags=a,c', 'tags=b'];
  expect(buildAnswer(form, { field })).toMatchObject({
    option: { n: 1, meaning: 'accept' },
    content: { region: 'eu', count: 3, share: 0.5, sure: true, note: 'a=b', tags: ['a', 'c', 'b'] },
  });
  expect(buildAnswer(form, { decline: true })).toMatchObject({ option: { meaning: 'decline' }, content: null });
});

test.each([
  [['count=3'], 'Still needed: --field region=…'],
  [['region=asia'], '"asia" does not fit "region", which takes one of eu (Europe), us (America)'],
  [['region=eu', 'count=3.5'], 'a whole number'],
  [['region=eu', 'count='], 'a whole number'],
  [['region=eu', 'sure=maybe'], 'yes or no'],
  [['region=eu', 'region=us'], 'given twice'],
  [['place=eu'], 'no field "place"'],
  [['region'], 'not name=value'],
  [['region=eu', 'tags=a,z'], 'some of a, b, c'],
])('a form with %j is not sent', (field, why) => {
  expect(end(form, { field })).toMatchObject({ code: 2, text: expect.stringContaining(why) });
});

test('accepting a form without what it needs is not sent; one that needs nothing is', () => {
  expect(end(form, { option: '1' }).text).toContain('--field region=…');
  const empty = { ...form, input: { message: 'Go on?', requested_schema: { type: 'object', properties: {} } } };
  expect(buildAnswer(empty, { option: '1' }).content).toEqual({});
});

test('a prompt whose options are not known says where to answer it', () => {
  const closed = promptLike({ options: [], answerableBy: [], trouble: 'Its screen cannot be read.' });
  expect(end(closed, { yes: true })).toMatchObject({
    code: 7,
    text: expect.stringMatching(/Its screen cannot be read\..*tallymux attach k3f/),
  });
  expect(end(closed, { option: '1' }).code).toBe(7);
});

test('what contradicts itself makes no sense for any prompt', () => {
  for (const wish of [
    { yes: true, no: 'x' },
    { option: '1', yes: true },
    { no: 'x', text: 'y' },
  ] as const) {
    expect(contradiction(wish)).not.toBeNull();
    expect(end(three, wish).code).toBe(2);
  }
  expect(contradiction({ no: true, text: 'y' })).toBeNull();
  expect(contradiction({ option: '1', text: 'y', answer: [], field: [] })).toBeNull();
});
