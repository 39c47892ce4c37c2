// A transcript on a file system that answers `stat` from memory, as NFS and shared folders do.

import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { projectDirectoryName } from './project-directory.ts';
import { followTranscripts } from './transcripts.ts';

const A = '00000000-0000-4000-8000-00000000000a';
/** What `stat` remembers of a path. */
const remembered = vi.hoisted(() => new Map<string, Stats>());
vi.mock('node:fs', async (real) => {
  const system = await real<typeof import('node:fs')>();
  const statSync = (path: string, options: object) => remembered.get(path) ?? system.statSync(path, options);
  return { ...system, statSync };
});

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-stale-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('is read when a hook asks for it, whatever its old stat says', async () => {
  const path = join(root, 'projects', projectDirectoryName('/w'), `${A}.jsonl`);
  const line = (text: string) => `${JSON.stringify({ type: 'user', sessionId: A, message: { content: text } })}\n`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, line('first'));
  const { statSync } = await vi.importActual<typeof import('node:fs')>('node:fs');
  remembered.set(path, statSync(path));

  const clock = { steady: () => 0, wall: () => 0 };
  const told: string[] = [];
  // Nothing rings there either.
  const following = followTranscripts(
    { listen: () => () => {}, counts: () => ({ watched: 0, polled: 0 }), dispose() {} },
    clock,
  ).follow({ claudeDirectory: root, conversation: A, cwd: '/w', from: null, newsAfter: null }, (evidence) => {
    for (const piece of evidence)
      if (piece.kind === 'line' && piece.fact.kind === 'prompt') told.push(piece.fact.text ?? '');
  });
  following.readNow();
  appendFileSync(path, line('second'));
  following.readNow();
  expect(told).toEqual(['first', 'second']);
  following.dispose();
});
