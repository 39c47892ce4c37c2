import { expect, test } from 'vitest';
import { optionLike } from '../../../test/prompt-like.ts';
import type { AskedQuestion } from '../../core/ask.ts';
import { answersOf, carrierOf, isAnswered, NO_ANSWER, withChoice, withText } from './question-answers.ts';

const question = (several: boolean): AskedQuestion => ({
  question: 'Which?',
  header: 'Which',
  several,
  options: ['a', 'b', 'c'].map((label) => ({ label, description: '' })),
});

test('where one may be chosen the newest choice stands alone, and typing takes it back', () => {
  const one = withChoice(question(false), { chosen: [0], text: 'x' }, 2);
  expect(one).toEqual({ chosen: [2], text: '' });
  expect(withText(question(false), one, 'mine')).toEqual({ chosen: [], text: 'mine' });
});

test('where several may be, each is ticked and unticked, and they are sent in Claude’s order', () => {
  const ticked = [2, 0, 1, 1].reduce((answer, at) => withChoice(question(true), answer, at), NO_ANSWER);
  const typed = withText(question(true), ticked, ' and mine ');
  expect(answersOf([question(true)], { 0: typed })).toEqual([{ chosen: ['a', 'c'], text: 'and mine' }]);
});

test('blanks are no answer', () => {
  expect(isAnswered(undefined)).toBe(false);
  expect(isAnswered({ chosen: [], text: '  ' })).toBe(false);
  expect(isAnswered({ chosen: [0], text: '' })).toBe(true);
});

test('answers travel with the option of that label, else with the one that submits; never with a no', () => {
  const choose = optionLike(1, 'a', { meaning: 'choose' });
  const submit = optionLike(2, 'Send the answers', { meaning: 'accept' });
  const no = optionLike(3, 'No', { meaning: 'deny' });
  expect(carrierOf([no, submit, choose], 'a')).toBe(choose);
  expect(carrierOf([no, submit, choose], 'b')).toBe(submit);
  expect(carrierOf([no], null)).toBeNull();
});
