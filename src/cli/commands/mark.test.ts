import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homePaths } from '../../home/paths.ts';
import type { Context } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { label } from './mark.ts';

let context: Context;
beforeEach(() => {
  const environment = { TALLYMUX_HOME: mkdtempSync(join(tmpdir(), 'tmx-')) };
  context = { environment, paths: homePaths(environment), mayStart: false };
});
afterEach(() => rmSync(context.paths.directory, { recursive: true }));

test('a label that is too long is refused in words, and one that just fits gets to the daemon', async () => {
  const given = (length: number) => label(context, 'docs', ['x'.repeat(length)], {});
  await expect(given(121)).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: expect.stringContaining('at most 120 characters'),
  });
  await expect(given(120)).rejects.toMatchObject({ exitCode: EXIT.noDaemon });
});
