import { expect, test } from 'vitest';
import type { FormField } from '../../core/ask.ts';
import { checkForm } from './form-values.ts';

const field = (name: string, type: FormField['type'], required = false): FormField => ({
  name,
  title: name,
  description: null,
  required,
  type,
  choices: [],
});

test('each value has the type of its field; what is empty is left out', () => {
  const fields = [
    field('text', 'text'),
    field('n', 'number'),
    field('i', 'integer'),
    field('yes', 'boolean', true),
    field('one', 'choice'),
    field('many', 'choices'),
    field('empty', 'text'),
  ];
  const values = { text: ' a ', n: '1,5', i: '-2', one: 'x', many: ['y', 'z'], empty: '  ' };
  expect(checkForm(fields, values).content).toEqual({
    text: ' a ',
    n: 1.5,
    i: -2,
    yes: false,
    one: 'x',
    many: ['y', 'z'],
  });
});

test('a box never touched is not sent where it is optional; one that is needed, or was unticked again, is a no', () => {
  const fields = [field('untouched', 'boolean'), field('unticked', 'boolean'), field('needed', 'boolean', true)];
  expect(checkForm(fields, { unticked: false }).content).toEqual({ unticked: false, needed: false });
});

test('what is missing or no number is named, and nothing is sent', () => {
  const fields = [field('a', 'text', true), field('b', 'number'), field('c', 'integer'), field('d', 'choices', true)];
  const checked = checkForm(fields, { b: 'two', c: '1.5', d: [] });
  expect(checked.content).toBeNull();
  expect([...(checked.problems ?? [])]).toEqual([
    ['a', 'missing'],
    ['b', 'number'],
    ['c', 'integer'],
    ['d', 'missing'],
  ]);
});

test('a field named like a part of every object is a field', () => {
  expect(checkForm([field('constructor', 'text', true)], {}).problems?.get('constructor')).toBe('missing');
});
