// `npm run dev`: rebuilds on every change and restarts a daemon that lives in ./.dev, apart from the real one.
// It must never touch ~/.tallymux.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-stamp.mjs';
import { ensureInstalled, requireNode } from './installed.mjs';

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (ensureInstalled(root) === 'failed') process.exit(1);

const home = join(root, '.dev');
mkdirSync(home, { recursive: true, mode: 0o700 });
const environment = { ...process.env, TALLYMUX_HOME: home, TALLYMUX_PORT: '8023', TALLYMUX_HOOK_PORT: '0' };
const commandLine = join(root, 'dist', 'cli.cjs');

let daemon = null;
let timer = null;
rebuild();
// Editors write a file in several steps: wait until it is quiet.
watch(join(root, 'src'), { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(rebuild, 150);
});
process.on('SIGINT', () => {
  daemon?.kill('SIGTERM');
  process.exit(0);
});

function rebuild() {
  if (!isBuilt(root)) {
    const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
    if (build.status !== 0) return;
  } else if (daemon) return;
  if (!existsSync(commandLine)) return;
  if (daemon === null) return begin();
  daemon.once('exit', begin);
  daemon.kill('SIGTERM');
}

function begin() {
  daemon = spawn(process.execPath, [commandLine, 'start', '--foreground'], { stdio: 'inherit', env: environment });
  daemon.once('spawn', () => setTimeout(printLink, 1000));
}

function printLink() {
  spawnSync(process.execPath, [commandLine, 'pair'], { stdio: 'inherit', env: environment });
}
