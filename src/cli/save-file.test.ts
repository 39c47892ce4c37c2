// What `--save` does to what is already there. Links and pipes are made here: no device of the machine is touched.

import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from './failure.ts';
import { saveFile } from './save-file.ts';

let home: string;
const at = (name: string) => join(home, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const OURS = { mayReplace: (content: string) => content === 'ours', called: 'recording' };
const LONG = 'x'.repeat(300);
const save = (name: string) => saveFile(at(name), 'new', OURS);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tmx-'));
});
afterEach(() => rmSync(home, { recursive: true }));

test('a new file is for its owner only, and nothing else stays beside it', () => {
  expect(save('file')).toBe(true);
  expect([read('file'), lstatSync(at('file')).mode & 0o777]).toEqual(['new', 0o600]);
  writeFileSync(at('file'), 'ours');
  expect(save('file')).toBe(true);
  expect([read('file'), readdirSync(home)]).toEqual(['new', ['file']]);
});

test('a link stays one, and what it leads to is written, there already or not', () => {
  mkdirSync(at('far'));
  for (const before of ['ours', '', null]) {
    rmSync(at('far/file'), { force: true });
    rmSync(at('link'), { force: true });
    symlinkSync('far/file', at('link'));
    if (before !== null) writeFileSync(at('far/file'), before);
    expect(save('link')).toBe(true);
    expect([lstatSync(at('link')).isSymbolicLink(), read('far/file'), readdirSync(at('far'))]).toEqual([
      true,
      'new',
      ['file'],
    ]);
  }
});

test('a pipe is written to and stays one, by its own name or through a link', () => {
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('pipe', at('link'));
  const reader = openSync(at('pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    for (const name of ['pipe', 'link']) {
      expect(save(name)).toBe(false);
      const got = Buffer.alloc(16);
      expect(got.toString('utf8', 0, readSync(reader, got))).toBe('new');
    }
  } finally {
    closeSync(reader);
  }
  expect([lstatSync(at('pipe')).isFIFO(), lstatSync(at('link')).isSymbolicLink()]).toEqual([true, true]);
  expect(readdirSync(home).sort()).toEqual(['link', 'pipe']);
});

test('a file that is something else stays, unless anything may be lost', () => {
  writeFileSync(at('thesis'), 'years of work');
  expect(() => save('thesis')).toThrow(expect.objectContaining({ exitCode: EXIT.refused }));
  expect(() => save('thesis')).toThrow(/thesis is there already and is no recording.*--force/);
  expect(read('thesis')).toBe('years of work');
  expect(saveFile(at('thesis'), 'new', null)).toBe(true);
  expect(read('thesis')).toBe('new');
});

test('what cannot be written is named as it was given, with a reason, and leaves nothing behind', () => {
  mkdirSync(at('directory'));
  writeFileSync(at('file'), 'ours');
  symlinkSync('circle', at('circle'));
  for (const [name, words] of [
    ['directory', `${at('directory')} is a directory: name a file in it, as ${at('directory/recording.json')}.`],
    ['none/file', `${at('none/file')} cannot be written: its directory does not exist. Name another file.`],
    ['file/file', `${at('file/file')} cannot be written: its directory is a file. Name another file.`],
    [LONG, `${at(LONG)} cannot be written: its name is too long. Name another file.`],
    ['circle', `${at('circle')} cannot be written: its links go round in a circle. Name another file.`],
  ] as const) {
    const failure = expect.objectContaining({ exitCode: EXIT.failed, message: words });
    expect(() => save(name)).toThrow(failure);
  }
  expect(readdirSync(home).sort()).toEqual(['circle', 'directory', 'file']);
});
