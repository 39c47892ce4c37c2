// Following transcripts on disk: what is news, what is history, and where a file goes. Waits for what is told.

import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/lab/until.ts';
import type { TranscriptEvidence } from '../../core/evidence.ts';
import type { TranscriptPosition } from '../../core/transcript-position.ts';
import type { WorkEvidence } from '../../core/work.ts';
import { type DirectoryWatch, watchDirectories } from './directory-watch.ts';
import { projectDirectoryName } from './project-directory.ts';
import { type Following, followTranscripts } from './transcripts.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const clock = { steady: () => Date.now(), wall: () => Date.now() };
let root = '';
let claude = '';
let bells: DirectoryWatch;
let told: (TranscriptEvidence | WorkEvidence)[] = [];
const followings: Following[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-transcripts-')));
  claude = join(root, '.claude');
  told = [];
  bells = watchDirectories(() => {});
});
afterEach(() => {
  for (const following of followings.splice(0)) following.dispose();
  bells.dispose();
  rmSync(root, { recursive: true, force: true });
});

const pathFor = (cwd: string) => join(claude, 'projects', projectDirectoryName(cwd), `${A}.jsonl`);
const prompt = (text: string, at: number) =>
  `${JSON.stringify({ type: 'user', sessionId: A, timestamp: new Date(at).toISOString(), message: { content: text } })}\n`;

function write(text: string, cwd = '/w'): void {
  mkdirSync(dirname(pathFor(cwd)), { recursive: true });
  writeFileSync(pathFor(cwd), text);
}

function follow(more: { from?: TranscriptPosition | null; newsAfter?: number | null } = {}): Following {
  const request = { claudeDirectory: claude, conversation: A, cwd: '/w', from: null, newsAfter: null, ...more };
  const following = followTranscripts(bells, clock).follow(request, (evidence) => told.push(...evidence));
  followings.push(following);
  return following;
}

const prompts = () =>
  told.flatMap((piece) =>
    piece.kind === 'line' && piece.fact.kind === 'prompt'
      ? [`${piece.fact.text}${piece.live ? '' : ' (history)'}`]
      : [],
  );
const seen = { seen: () => JSON.stringify(told, null, 1) };
const telling = (text: string) => until(text, () => prompts().includes(text), seen);

describe('a transcript', () => {
  it('that was there before is history, with its own times; what is appended is news', async () => {
    const long = Date.now() - 3_600_000;
    write(prompt('old', long));
    follow().readNow();
    expect(prompts()).toEqual(['old (history)']);
    const line = told.find(({ kind }) => kind === 'line');
    expect(Math.abs((line?.at ?? 0) - long)).toBeLessThan(5_000);
    appendFileSync(pathFor('/w'), prompt('new', Date.now()));
    await telling('new');
    expect(told.at(-1)?.kind).toBe('end');
  });

  it('of a session met young is news from the moment that was named', () => {
    const now = Date.now();
    write(prompt('before', now - 10_000) + prompt('after', now - 1_000));
    follow({ newsAfter: now - 5_000 }).readNow();
    expect(prompts()).toEqual(['before (history)', 'after']);
  });

  it('S12: that does not exist is missing, which is no error; born later, all of it is news', async () => {
    const following = follow();
    following.readNow();
    expect(told).toEqual([expect.objectContaining({ kind: 'missing' })]);
    mkdirSync(claude);
    following.readNow();
    mkdirSync(join(claude, 'projects'));
    write(prompt('first', Date.now() - 60_000));
    await telling('first');
  });

  it('T04: a torn line in the middle is passed over and the next is read', () => {
    write(`${prompt('one', 1)}{"type":"user","mess\n${prompt('two', 2)}`);
    follow().readNow();
    expect(prompts()).toEqual(['one (history)', 'two (history)']);
  });

  it('T04: goes on after a restart where it stood: nothing twice, nothing lost', () => {
    write(prompt('one', Date.now()));
    const before = follow();
    before.readNow();
    const from: TranscriptPosition | null = JSON.parse(JSON.stringify(before.position()));
    before.dispose();
    appendFileSync(pathFor('/w'), prompt('two', Date.now()).slice(0, 30));
    told = [];
    const after = follow({ from });
    after.readNow();
    expect(prompts()).toEqual([]);
    appendFileSync(pathFor('/w'), prompt('two', Date.now()).slice(30));
    after.readNow();
    expect(prompts()).toEqual(['two']);
  });

  it('T05: truncated and appended tells the new line as news, the rest as history', () => {
    const old = Date.now() - 60_000;
    write(prompt('old', old).repeat(50));
    const following = follow();
    following.readNow();
    told = [];
    write(prompt('old', old) + prompt('new', Date.now() + 5));
    following.readNow();
    expect(prompts()).toEqual(['old (history)', 'new']);
  });

  it('tells each fact with an offset that only grows', () => {
    write(prompt('a', 1).repeat(3));
    const following = follow();
    following.readNow();
    write(prompt('b', 1));
    following.readNow();
    const offsets = told.flatMap((piece) => (piece.kind === 'line' ? [piece.offset] : []));
    expect(offsets).toEqual([...new Set(offsets)].sort((x, y) => x - y));
    expect(offsets).toHaveLength(4);
  });

  it('of 20 MB that comes at once is told in pieces, between which others have their turn', async () => {
    write(prompt('first', 1));
    const following = follow();
    following.readNow();
    appendFileSync(pathFor('/w'), `${JSON.stringify({ type: 'attachment', text: 'x'.repeat(9_000) })}\n`.repeat(2_200));
    appendFileSync(pathFor('/w'), prompt('last', Date.now()));
    told = [];
    following.readNow();
    expect(told).toEqual([]);
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    }, 0);
    await telling('last');
    clearInterval(count);
    expect(turns).toBeGreaterThan(1);
  });

  it('S11: that a hook names in another directory is followed there at once', () => {
    write(prompt('here', 1));
    const following = follow();
    following.readNow();
    write(prompt('here', 1) + prompt('there', Date.now() + 5), '/w/.claude/worktrees/x');
    following.named(pathFor('/w/.claude/worktrees/x'));
    expect(prompts().at(-1)).toBe('there');
    following.named(pathFor('/nowhere'));
    expect(following.position()?.path).toBe(pathFor('/w/.claude/worktrees/x'));
  });

  it('T11: tells only its own lines where another conversation wrote into its file', () => {
    const foreign = prompt('foreign', 1).replace(A, '00000000-0000-4000-8000-00000000000b');
    write(prompt('own', 1) + foreign);
    follow().readNow();
    expect(prompts()).toEqual(['own (history)']);
  });

  it('S11: that went on in another directory is followed there once it is looked for', async () => {
    write(prompt('here', 1));
    const following = follow();
    following.readNow();
    const movedAt = Date.now() + 2;
    await until('a moment later', () => Date.now() > movedAt);
    write(prompt('here', 1) + prompt('there', movedAt), '/w/.claude/worktrees/x');
    // Looking at the old file meanwhile makes nothing of the new one old.
    following.readNow();
    following.locate();
    await telling('there');
    appendFileSync(pathFor('/w/.claude/worktrees/x'), prompt('on', Date.now()));
    await telling('on');
    expect(prompts().filter((text) => text === 'there')).toHaveLength(1);
  });

  it('that is moved away is missing, and followed again when it is back', async () => {
    write(prompt('one', Date.now()));
    const following = follow();
    following.readNow();
    renameSync(pathFor('/w'), `${pathFor('/w')}.away`);
    await until('missing', () => told.some((piece) => piece.kind === 'missing'), seen);
    renameSync(`${pathFor('/w')}.away`, pathFor('/w'));
    appendFileSync(pathFor('/w'), prompt('two', Date.now()));
    await telling('two');
    expect(prompts().filter((text) => text.startsWith('one'))).toHaveLength(1);
  });

  it('is swept without a word while it stands, and read where it changed without a ring', () => {
    const deaf: DirectoryWatch = { ...bells, listen: () => () => {} };
    const request = { claudeDirectory: claude, conversation: A, cwd: '/w', from: null, newsAfter: null };
    const following = followTranscripts(deaf, clock).follow(request, (evidence) => told.push(...evidence));
    followings.push(following);
    following.readNow();
    expect(told.splice(0).map(({ kind }) => kind)).toEqual(['missing']);
    following.sweep();
    expect(told).toEqual([]);
    write(prompt('one', Date.now()));
    following.sweep();
    expect(prompts()).toEqual(['one']);
    told = [];
    following.sweep();
    expect(told).toEqual([]);
    following.readNow();
    expect(told.map(({ kind }) => kind)).toEqual(['end']);
    appendFileSync(pathFor('/w'), prompt('two', Date.now()));
    following.sweep();
    expect(prompts()).toEqual(['two']);
    told = [];
    rmSync(pathFor('/w'));
    following.sweep();
    following.sweep();
    following.sweep();
    expect(told.map(({ kind }) => kind).slice(0, 1)).toEqual(['missing']);
    expect(told.length).toBeLessThan(3);
  });

  it('tells nothing after it was let go, and gives its watch back', () => {
    write(prompt('one', 1));
    const following = follow();
    following.readNow();
    expect(bells.counts().watched).toBe(1);
    following.dispose();
    told = [];
    following.readNow();
    expect(told).toEqual([]);
    expect(bells.counts().watched).toBe(0);
  });
});
