// Where the transcript of a conversation is found, in real directories.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectDirectoryName } from './project-directory.ts';
import {
  expectedDirectory,
  isConversationId,
  namedPlace,
  placeOfTranscript,
  transcriptsFor,
} from './transcript-place.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
let root = '';
let claude = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-place-')));
  claude = join(root, '.claude');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a transcript for `cwd`, last written `age` seconds ago. */
function transcript(cwd: string, name: string, age = 0): string {
  const path = join(claude, 'projects', projectDirectoryName(cwd), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{}\n');
  const time = Date.now() / 1000 - age;
  utimesSync(path, time, time);
  return path;
}

it.each([
  [A, true],
  [A.toUpperCase(), true],
  ['', false],
  ['../../etc/passwd', false],
  [`${A}/../x`, false],
  [`${A}\n`, false],
  ['agent-00000000-0000-4000-8000-00000000000a', false],
])('%j as a conversation id: %s', (id, is) => {
  expect(isConversationId(id)).toBe(is);
});

describe('the transcript of a conversation', () => {
  it('lies where the working directory says', () => {
    const path = transcript('/w/shop', `${A}.jsonl`);
    expect(placeOfTranscript(claude, A, expectedDirectory(claude, '/w/shop'), false)).toBe(path);
    expect(placeOfTranscript(claude, B, expectedDirectory(claude, '/w/shop'), false)).toBeNull();
  });

  it('never lies outside, whatever the id says', () => {
    writeFileSync(join(root, 'x.jsonl'), '{}');
    expect(placeOfTranscript(claude, '../../x', expectedDirectory(claude, '/w/shop'), true)).toBeNull();
  });

  it('T10: is found through a link to the working directory', () => {
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    const path = transcript(join(root, 'real'), `${A}.jsonl`);
    expect(placeOfTranscript(claude, A, expectedDirectory(claude, join(root, 'link')), false)).toBe(path);
    expect(placeOfTranscript(claude, A, expectedDirectory(claude, join(root, 'real')), false)).toBe(path);
  });

  it('S11: that lies in two directories is the one written last, once it is looked for everywhere', () => {
    transcript('/w/shop', `${A}.jsonl`, 60);
    const moved = transcript('/w/shop/.claude/worktrees/x', `${A}.jsonl`, 1);
    expect(placeOfTranscript(claude, A, expectedDirectory(claude, '/w/shop'), true)).toBe(moved);
    const stale = transcript('/w/other', `${A}.jsonl`, 600);
    expect(placeOfTranscript(claude, A, expectedDirectory(claude, '/w/shop'), true)).not.toBe(stale);
  });

  it('S11: that a hook names is followed there, unless the one at hand was written later', () => {
    const old = transcript('/w/shop', `${A}.jsonl`, 60);
    const moved = transcript('/w/shop/.claude/worktrees/x', `${A}.jsonl`, 1);
    expect(namedPlace(claude, A, moved, old)).toBe(moved);
    expect(namedPlace(claude, A, moved, null)).toBe(moved);
    expect(namedPlace(claude, A, old, moved)).toBeNull();
    expect(namedPlace(claude, A, join(claude, 'projects', 'none', `${A}.jsonl`), old)).toBeNull();
  });

  it('that a hook names lies in this Claude directory, or nowhere', () => {
    const path = transcript('/w/shop', `${A}.jsonl`);
    const elsewhere = join(root, 'other', 'projects', projectDirectoryName('/w/shop'), `${A}.jsonl`);
    expect(namedPlace(claude, A, elsewhere, null)).toBe(path);
    writeFileSync(join(claude, 'projects', `${A}.jsonl`), '{}');
    for (const claimed of [
      `/${A}.jsonl`,
      `../${A}.jsonl`,
      `/x/../${A}.jsonl`,
      `/x/./${A}.jsonl`,
      `${A}.jsonl`,
      `/x/${B}.jsonl`,
    ])
      expect(namedPlace(claude, A, claimed, null)).toBeNull();
  });

  it('is no directory of that name', () => {
    mkdirSync(join(expectedDirectory(claude, '/w/shop'), `${A}.jsonl`), { recursive: true });
    expect(placeOfTranscript(claude, A, expectedDirectory(claude, '/w/shop'), true)).toBeNull();
  });
});

describe('the transcripts for a directory', () => {
  it('are whole conversations only, newest writing first', () => {
    transcript('/w/shop', `${A}.jsonl`, 60);
    transcript('/w/shop', `${B}.jsonl`, 1);
    transcript('/w/shop', 'agent-1.jsonl');
    transcript('/w/shop', `${A}.meta.json`);
    transcript('/w/shop', `${A}/subagents/agent-1.jsonl`);
    expect(transcriptsFor(claude, '/w/shop').map(({ conversation }) => conversation)).toEqual([B, A]);
  });

  it('T09: are none where only a neighbour with a like name has some', () => {
    transcript('/w/wt/1024', `${A}.jsonl`);
    expect(transcriptsFor(claude, '/w/wt/1252')).toEqual([]);
    expect(placeOfTranscript(claude, B, expectedDirectory(claude, '/w/wt/1252'), true)).toBeNull();
  });

  it('of no Claude directory at all are none', () => {
    expect(transcriptsFor(join(root, 'none'), '/w')).toEqual([]);
  });
});
