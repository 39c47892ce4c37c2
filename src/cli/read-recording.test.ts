import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { story } from '../../test/scenario.ts';
import { emptyPicture } from '../core/picture.ts';
import type { Recording } from '../core/recording.ts';
import { EXIT } from './failure.ts';
import { readRecording } from './read-recording.ts';

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tmx-'));
  file = join(home, 'file');
});
afterEach(() => rmSync(home, { recursive: true }));

const told = story()
  .level(0, 'idle')
  .line(1, { kind: 'prompt', by: 'person', text: 'go', turn: null })
  .level(1.1, 'busy')
  .evidence();
const GOOD: Recording = {
  recording: 1,
  tallymux: '1.0.0',
  claude: null,
  redacted: true,
  savedAt: 9_000,
  from: emptyPicture(0),
  evidence: told.map((piece) => ({ at: piece.at, piece })),
};
const [first] = GOOD.evidence;

test('a recording is decided again', () => {
  writeFileSync(file, JSON.stringify(GOOD));
  expect(readRecording(file).steps.at(-1)?.decision.state).toBe('busy');
});

test.each<[string, unknown]>([
  ['no JSON', undefined],
  ['nothing', null],
  ['a number', 42],
  ['a list', [GOOD]],
  ['another form', { ...GOOD, recording: 2 }],
  ['a piece that is nothing', { ...GOOD, evidence: [null] }],
  ['a picture that is nothing', { ...GOOD, from: null }],
  ['an empty picture', { ...GOOD, from: {} }],
  ['a picture with parts of another kind', { ...GOOD, from: { ...GOOD.from, transcript: 7, hooks: 'x' } }],
  ['evidence that is no list', { ...GOOD, evidence: { length: 1 } }],
  ['an unknown source', { ...GOOD, evidence: [{ at: 1, piece: { ...first?.piece, source: 'oracle' } }] }],
  ['an unknown kind', { ...GOOD, evidence: [{ at: 1, piece: { ...first?.piece, kind: 'guess' } }] }],
  [
    'a hook of an unknown kind',
    { ...GOOD, evidence: [{ at: 1, piece: { source: 'hook', at: 1, fact: { kind: 'x' } } }] },
  ],
  ['a hook without a fact', { ...GOOD, evidence: [{ at: 1, piece: { source: 'hook', at: 1 } }] }],
  ['a time in words', { ...GOOD, evidence: [{ at: 'soon', piece: first?.piece }] }],
  ['a piece with a time in words', { ...GOOD, evidence: [{ at: 1, piece: { ...first?.piece, at: 'soon' } }] }],
  ['an end in words', { ...GOOD, savedAt: 'soon' }],
  ['a version that is no text', { ...GOOD, claude: { toString: 1 } }],
])('%s is no recording', (_what, value) => {
  writeFileSync(file, value === undefined ? '{' : JSON.stringify(value));
  expect(() => readRecording(file)).toThrow(
    expect.objectContaining({
      exitCode: EXIT.usage,
      message: `${file} is no recording that this Tallymux knows: \`tallymux explain <session> --save <file>\` writes one.`,
    }),
  );
});

test('what cannot be read is told as that', () => {
  const failing = (message: string) => expect.objectContaining({ exitCode: EXIT.failed, message });
  expect(() => readRecording(home)).toThrow(failing(`${home} cannot be read: it is a directory.`));
  expect(() => readRecording(file)).toThrow(failing(`${file} cannot be read: there is no such file.`));
});
