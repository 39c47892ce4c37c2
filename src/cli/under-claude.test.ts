import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { start, stop } from './commands/daemon.ts';
import { type Context, contextOf } from './connection.ts';
import { EXIT } from './failure.ts';
import { refuseUnderClaude } from './under-claude.ts';

let home: string;
let context: Context;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tmx-'));
  context = contextOf({ TALLYMUX_HOME: home, CLAUDECODE: '1' }, true);
});
afterEach(() => rmSync(home, { recursive: true }));

test.each([{}, { foreground: true }])(
  'under a Claude, start with %o is refused and starts nothing',
  async (options) => {
    await expect(start(context, options)).rejects.toMatchObject({
      exitCode: EXIT.refused,
      message: expect.stringContaining('A Claude may not start the daemon'),
    });
    expect(existsSync(context.paths.log)).toBe(false);
  },
);

test('under a Claude, stop is refused and stops nothing, unless the person allowed it', async () => {
  await expect(stop(context)).rejects.toMatchObject({
    exitCode: EXIT.refused,
    message: expect.stringContaining('A Claude may not stop the daemon'),
  });
  writeFileSync(context.paths.config, '{ "allowFromClaude": true }');
  await expect(stop(context)).resolves.toBeUndefined();
});

test('what is refused is allowed by allowFromClaude, and outside of a Claude', () => {
  const refuse = (at: Context) => () => refuseUnderClaude(at, 'start the daemon');
  expect(refuse(context)).toThrow('"allowFromClaude": true');
  expect(refuse(contextOf({ TALLYMUX_HOME: home }, true))).not.toThrow();
  writeFileSync(context.paths.config, '{ "allowFromClaude": true }');
  expect(refuse(context)).not.toThrow();
});
