// A project that silences hooks: the session says so, and another project's does not.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installHooks } from '../../src/adapters/claude/settings/setup-hooks.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';

let lab: FakeLab;

beforeAll(async () => {
  lab = makeFakeLab('silenced');
  mkdirSync(lab.claude, { recursive: true });
  await lab.open();
  const backup = join(lab.state, 'backup');
  const setup = { path: join(lab.claude, 'settings.json'), home: lab.state, backup, now: new Date(), dryRun: false };
  installHooks(setup, ['Stop']);
});

afterAll(() => lab?.close());

test('a project that disables all hooks makes its session say that it has none, and which file says so', async () => {
  const project = lab.project('quiet');
  const settings = join(project, '.claude', 'settings.local.json');
  mkdirSync(join(project, '.claude'));
  writeFileSync(settings, '{ "disableAllHooks": true }\n');
  // First, so that it has been looked at when the other one is.
  const loud = await lab.start('loud', { cwd: lab.project('loud') });
  await lab.shows(loud, 'itself', () => true, 5_000);
  const quiet = await lab.start('quiet', { cwd: project });
  const { limited } = await lab.shows(quiet, 'what silences it', (session) => session.limited !== null, 5_000);
  expect(limited).toBe(`No hooks: ${settings} sets disableAllHooks. The state comes from the other sources.`);
  expect(lab.view(loud)?.limited).toBeNull();
});
