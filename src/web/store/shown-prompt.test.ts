import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { optionLike, promptLike } from '../../../test/prompt-like.ts';
import type { ServerFrame } from '../../contract/frames.ts';
import { cleanFrame } from './clean-frame.ts';
import { cannotAnswer, concernsOf, shownPrompt } from './shown-prompt.ts';

test('lines of a command stay, controls are written out, what no screen shows goes, and answers are made of what came', () => {
  const prompt = promptLike({
    title: 'Bash\u0007 command',
    input: { command: 'a\r\nb\tc\u202E\u001b[2J' },
    options: [optionLike(1, 'Yes\u200f')],
  });
  const shown = shownPrompt(prompt);
  expect(shown.ask).toMatchObject({ command: 'a\nb\tc\\x1b[2J' });
  expect(shown.title).toBe('Bash\\x07 command');
  expect(shown.options[0]?.label).toBe('Yes');
  expect(shown.raw.options[0]?.label).toBe('Yes\u200f');
  expect(concernsOf(shown, aSession('a'), null).map(({ danger }) => danger)).toEqual(['hidden']);
});

test('frames keep their prompts as they came and nothing else', () => {
  const prompt = promptLike({ input: { command: 'a\nb' } });
  const frame = {
    frame: 'change',
    kind: 'prompt-changed',
    prompt,
    number: 1,
    at: '',
    host: 'de\u202Esk',
  } as ServerFrame;
  expect(cleanFrame(frame)).toEqual({ ...frame, host: 'desk' });
});

test('a prompt takes no answer while it is read, where nothing can carry it, and where not all of it is seen', () => {
  const of = (more: Parameters<typeof promptLike>[0]) => cannotAnswer(shownPrompt(promptLike(more)));
  expect(of({})).toBeNull();
  expect(of({ reading: { tries: 1, nextAt: null } })).toBe('reading');
  expect(of({ trouble: 'Third in line.' })).toBe('terminal');
  expect(of({ answerableBy: [] })).toBe('terminal');
  expect(of({ options: [] })).toBe('terminal');
  expect(of({ input: null, screen: ['make'], unseenLines: 3 })).toBe('unseen');
  expect(of({ unseenLines: 3 })).toBeNull();
});

test('a path below the home directory is another place than the session’s', () => {
  const prompt = shownPrompt(promptLike({ input: { command: 'echo x > ~/.bashrc' } }));
  const dangers = (session: Parameters<typeof concernsOf>[1]) =>
    concernsOf(prompt, session, null).map(({ danger }) => danger);
  expect(dangers(aSession('a'))).toEqual(['outside', 'runs-by-itself']);
  expect(dangers(aSession('a', { cwd: '/home/a' }))).toEqual(['runs-by-itself']);
});
