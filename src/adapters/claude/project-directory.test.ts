// The rule by which Claude names a project's directory (FINDINGS §e).

import { expect, it } from 'vitest';
import { projectDirectoryName } from './project-directory.ts';

it.each([
  ['/home/dev/shop', '-home-dev-shop'],
  ['/tmp/my_proj.v2/桌面/a b', '-tmp-my-proj-v2----a-b'],
  ['/tmp/my-proj-v2', '-tmp-my-proj-v2'],
  ['/tmp/my_proj_v2', '-tmp-my-proj-v2'],
  // An emoji is two UTF-16 units, so two dashes; a CJK letter is one.
  ['/tmp/🚀', '-tmp---'],
  ['/tmp/桌', '-tmp--'],
  ['/', '-'],
  ['/w/.claude/worktrees/x', '-w--claude-worktrees-x'],
])('T08: %s lies in %s', (cwd, name) => {
  expect(projectDirectoryName(cwd)).toBe(name);
});

it('T08: 200 units are written out, 201 are cut and followed by a hash of the whole path', () => {
  const whole = `/${'a'.repeat(199)}`;
  expect(projectDirectoryName(whole)).toBe(`-${'a'.repeat(199)}`);
  const long = `${whole}b`;
  expect(projectDirectoryName(long)).toBe(`-${'a'.repeat(199)}-${javaHash(long)}`);
  expect(projectDirectoryName(`${whole}c`)).not.toBe(projectDirectoryName(long));
});

it('T08: two long paths that differ only in a replaced letter do not collide', () => {
  const tail = `/${'x'.repeat(220)}`;
  expect(projectDirectoryName(`/a.b${tail}`)).not.toBe(projectDirectoryName(`/a_b${tail}`));
});

/** Java's `String.hashCode`, written another way than the code under test: |h| in base 36. */
function javaHash(text: string): string {
  let hash = 0n;
  for (const unit of Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)))
    hash = BigInt.asIntN(32, hash * 31n + BigInt(unit));
  return (hash < 0n ? -hash : hash).toString(36);
}
