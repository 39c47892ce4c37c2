// Whatever a hook brings, its card and the answers to it can be drawn: a payload may come from a container, and what
// throws here would take the daemon with it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { askOf, subjectOf } from '../../core/ask.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import type { Meaning, PromptAnswer } from '../../core/prompt.ts';
import { express, optionsOf } from './decisions.ts';
import { questionOf } from './hook-question.ts';
import { labelFits, suggestedOption } from './suggestion-words.ts';

/** Names that mean something to us, or to every object. */
const NAMES = [
  ...['type', 'destination', 'behavior', 'mode', 'rules', 'directories', 'toolName', 'ruleContent', 'plan', 'message'],
  ...['command', 'description', 'file_path', 'old_string', 'new_string', 'content', 'url', 'prompt', 'questions'],
  ...['question', 'header', 'options', 'label', 'multiSelect', 'requested_schema', 'properties', 'required', 'enum'],
  ...['enumNames', 'oneOf', 'anyOf', 'const', 'items', 'title', 'minLength', 'format', 'minimum'],
  ...['toString', 'valueOf', 'toJSON', 'length', 'constructor', '__proto__', 'hasOwnProperty', 'then'],
];
const WORDS = ['addRules', 'setMode', 'addDirectories', 'session', 'allow', 'Bash', 'string', 'array', 'date', ''];

const MEANINGS: readonly Meaning[] = [
  ...(['allow', 'allow-always', 'allow-mode', 'deny', 'choose', 'write', 'chat'] as const),
  ...(['accept', 'decline', 'cancel', 'other'] as const),
];

/** JSON as it comes out of a parser: `__proto__` is a name as any other. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.oneof(fc.constantFrom<unknown>(null, true, 1, -0.5, ...WORDS), fc.string()),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...NAMES), tie('json')), { maxLength: 5 }).map(Object.fromEntries),
  ),
}));
const parsed = json.map((value): unknown => JSON.parse(JSON.stringify(value)));
const object = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), parsed), { maxLength: 6 })
  .map((entries): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(Object.fromEntries(entries))));
const suggestion = fc
  .tuple(fc.constantFrom('addRules', 'setMode', 'addDirectories', 'other'), object)
  .map(([type, rest]) => ({ ...rest, type }));
const tool = fc.constantFrom(
  ...['Bash', 'Edit', 'Write', 'WebFetch', 'AskUserQuestion', 'ExitPlanMode', 'mcp__a__b', 'Other', '__proto__', ''],
);
const question: fc.Arbitrary<HookQuestion> = fc.record({
  asks: fc.constantFrom('permission' as const, 'form' as const),
  tool,
  input: object,
  suggestions: fc.option(fc.array(suggestion, { maxLength: 3 })),
  mode: fc.option(fc.constantFrom('plan', 'default')),
  agentType: fc.constant(null),
  held: fc.constant(null),
  foregroundAgents: fc.boolean(),
});
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 }));
const answer: fc.Arbitrary<Omit<PromptAnswer, 'option'>> = fc.record({
  prompt: fc.constant('aaa.1'),
  text: fc.option(fc.string()),
  input: fc.option(object),
  answers: fc.option(fc.array(fc.record({ chosen: fc.array(fc.string()), text: fc.option(fc.string()) }))),
  content: fc.option(fc.dictionary(fc.constantFrom(...NAMES), value)),
});

it('has options, a subject and a decision for every question, whatever JSON it is of', () => {
  fc.assert(
    fc.property(question, answer, fc.constantFrom(...MEANINGS), (asked, rest, meaning) => {
      const kind = asked.asks === 'form' ? 'form' : 'permission';
      const prompt = { kind, tool: asked.tool, input: asked.input, screen: null, title: 'A title' } as const;
      expect(typeof subjectOf(prompt)).toBe('string');
      JSON.stringify(askOf(prompt));
      const options = optionsOf(asked);
      for (const { label, detail } of options)
        expect([typeof label, typeof (detail ?? '')]).toEqual(['string', 'string']);
      const chosen = [...options, { n: 1, label: 'Yes, and allow edits', meaning }];
      for (const option of chosen) {
        const said = express(asked, { ...rest, option: { n: option.n, label: option.label, meaning: option.meaning } });
        if ('decision' in said) JSON.parse(said.decision);
      }
      for (const one of asked.suggestions ?? []) labelFits('Yes, allow access to it', one);
    }),
    { numRuns: 1_000 },
  );
});

it.each(['destination', 'mode', 'behavior', 'rules', 'directories', 'type'])(
  'a suggestion whose %s is an object with a `toString` of its own offers nothing',
  (name) => {
    for (const type of ['addRules', 'setMode', 'addDirectories']) {
      const payload = { type, destination: 'session', behavior: 'allow', [name]: { toString: 1, valueOf: null } };
      const asked = questionOf('PermissionRequest', { tool_name: 'Bash', permission_suggestions: [payload] }, NOBODY);
      expect(suggestedOption(asked?.suggestions?.[0] ?? {})).toBeNull();
    }
  },
);

const NOBODY = { ask: null, background: null };
