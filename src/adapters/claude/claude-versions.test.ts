import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeVersionOf } from '../proc/versions.ts';
import { type ClaudeInUse, claudesInUse, type VersionSearch } from './claude-versions.ts';

const NOW = Date.now();
const DAY = 24 * 3_600_000;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tallymux-versions-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (path: string, content = '', mode = 0o755): string => {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
  return file;
};
const claude = (path: string, script: string) => put(path, `#!/bin/sh\n${script}\n`);
const search = (more: Partial<VersionSearch> = {}): Promise<readonly ClaudeInUse[]> =>
  claudesInUse({
    running: [],
    path: join(home, 'bin'),
    home,
    claudeDirectories: [join(home, '.claude')],
    versionOf: makeVersionOf(),
    mayRun: true,
    now: NOW,
    ...more,
  });
const versions = async (more: Partial<VersionSearch> = {}) => (await search(more)).map(({ version }) => version);

it('a package on the PATH tells its version by its package.json and is not run', async () => {
  const touched = join(home, 'ran');
  put('lib/claude-code/package.json', '{"name":"@anthropic-ai/claude-code","version":"2.0.77"}');
  claude('lib/claude-code/cli.js', `touch ${touched}`);
  mkdirSync(join(home, 'bin'));
  symlinkSync('../lib/claude-code/cli.js', join(home, 'bin', 'claude'));
  expect(await search()).toEqual([{ version: '2.0.77', where: join(home, 'bin/claude') }]);
  expect(await versions({ mayRun: true, versionOf: makeVersionOf() })).toEqual(['2.0.77']);
  expect(() => rmSync(touched)).toThrow();
});

it('the native installer tells it by the name of its file, through the link on the PATH', async () => {
  claude('.local/share/claude/versions/2.1.332', 'exit 1');
  mkdirSync(join(home, '.local/bin'), { recursive: true });
  symlinkSync('../share/claude/versions/2.1.332', join(home, '.local/bin/claude'));
  expect(await versions()).toEqual(['2.1.332']);
});

it('an old version that the installer kept counts only if it was used in the last 30 days', async () => {
  const old = claude('.local/share/claude/versions/2.1.100', 'exit 1');
  utimesSync(old, (NOW - 31 * DAY) / 1000, (NOW - 31 * DAY) / 1000);
  expect(await versions()).toEqual([]);
  utimesSync(old, (NOW - 2 * DAY) / 1000, (NOW - 31 * DAY) / 1000);
  expect(await versions()).toEqual(['2.1.100']);
});

it('another program is asked, with nothing of our environment', async () => {
  process.env.TALLYMUX_SECRET_OF_TEST = '1';
  claude('bin/claude', '[ -z "$TALLYMUX_SECRET_OF_TEST$CLAUDECODE" ] && echo "2.1.220 (Claude Code)"');
  expect(await versions()).toEqual(['2.1.220']);
  delete process.env.TALLYMUX_SECRET_OF_TEST;
});

it('one that is asked and fails has a version that cannot be told; one that is something else is none', async () => {
  const file = claude('bin/claude', 'exit 1');
  expect(await versions()).toEqual([null]);
  expect(await versions({ mayRun: false })).toEqual([null]);
  writeFileSync(file, '#!/bin/sh\necho "Claude the game 1.0"\n');
  expect(await versions()).toEqual([]);
});

it('what ran lately counts by its registry files and transcripts, at any place of the last lines', async () => {
  put('.claude/sessions/1.json', '{\n  "pid": 1,\n  "version": "2.1.290"\n}\n');
  const line = (version: string) => `${JSON.stringify({ type: 'user', version, message: {} })}\n`;
  put('.claude/projects/-a/old.jsonl', line('2.1.146'));
  put(
    '.claude/projects/-a/big.jsonl',
    `${line('2.1.1')}${JSON.stringify({ text: 'x'.repeat(50_000) })}\n${line('2.1.133')}`,
  );
  put('.claude/projects/-a/quotes.jsonl', line('2.1.146').replace('"message":{}', '"message":{"version":"0.0.1"}'));
  put('.claude/projects/-a/long.jsonl', line('2.1.133').replace('{}', `{"text":"${'x'.repeat(50_000)}"}`));
  put('.claude/projects/-b/none.jsonl', '{"type":"summary"}\n');
  const gone = put('.claude/projects/-b/gone.jsonl', line('2.0.77'));
  utimesSync(gone, (NOW - 40 * DAY) / 1000, (NOW - 40 * DAY) / 1000);
  expect(await versions()).toEqual(['2.1.133', '2.1.146', '2.1.290']);
});

it('running ones and editors count; each version is told once, where it was met first', async () => {
  mkdirSync(join(home, '.vscode/extensions/anthropic.claude-code-2.1.45-linux-x64'), { recursive: true });
  put('.claude/sessions/1.json', '{"pid":1,"version":"2.1.332"}');
  expect(await search({ running: [{ version: '2.1.332', where: 'pid 7, running' }] })).toEqual([
    { version: '2.1.45', where: join(home, '.vscode/extensions/anthropic.claude-code-2.1.45-linux-x64') },
    { version: '2.1.332', where: 'pid 7, running' },
  ]);
});
