// `npm start`: on a machine that has only Node.js, installs and builds what is needed, then does what bare `tallymux`
// does: starts the daemon in the background and prints the panel's link. Plain Node, no packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-stamp.mjs';
import { ensureInstalled, requireNode } from './installed.mjs';

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commandLine = join(root, 'dist', 'cli.cjs');
const hadBuild = existsSync(commandLine) && existsSync(join(root, 'dist', 'daemon.mjs'));

if (!bringUpToDate()) {
  if (!hadBuild) {
    console.error('Nothing was started. When the cause above is mended, run `npm start` again.');
    process.exit(1);
  }
  console.error('Starting the build that was there before; run `npm start` again when the cause above is mended.');
}
// In this process: a second Node would only add its own start to the wait.
process.argv = [process.argv[0], commandLine, ...process.argv.slice(2)];
createRequire(import.meta.url)(commandLine);

/** Installs and builds where needed. False when that failed and an older build, if any, must do. */
function bringUpToDate() {
  const packages = ensureInstalled(root);
  if (packages === 'failed') {
    console.error('Is the network reachable? `npm ci` in this directory shows the whole story.');
    return false;
  }
  if (packages === 'ready' && isBuilt(root)) return true;
  console.error('Building…');
  const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 2, 2] });
  if (build.status !== 0) {
    console.error('The build failed; its words are above.');
    return false;
  }
  // A daemon of the older build would go on serving it.
  if (hadBuild) spawnSync(process.execPath, [commandLine, 'stop'], { stdio: 'ignore' });
  return true;
}
