// Sees to it that node_modules holds what package-lock.json says, and is quick when it already does.
// It must never leave a working installation broken without saying so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const OLDEST_NODE = [20, 19];

/** Ends the program with plain words when this Node is too old for what we are made of. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Tallymux needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  console.error('Install a newer one (https://nodejs.org, or nvm, fnm, mise) and run this again.');
  process.exit(1);
}

/**
 * Runs `npm ci` when node_modules is absent or was made from another package-lock.json or another Node.
 * @returns `'ready'` when nothing had to be done, `'installed'`, or `'failed'` after npm said why.
 */
export function ensureInstalled(root) {
  const stampFile = join(root, 'node_modules', '.tallymux-lock');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'ready';
  if (installedByHand(root)) {
    writeFileSync(stampFile, stamp);
    return 'ready';
  }
  console.error('Installing packages (npm ci; a few minutes the first time)…');
  // Only the database for Nodes without their own is built while it is installed, which takes minutes.
  const scripts = hasOwnDatabase() ? ['--ignore-scripts'] : [];
  const arguments_ = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...scripts];
  // npm's own words go to stderr: stdout is for data. Without NODE_ENV=production, or the builders would be left out.
  const npm = spawnSync('npm', arguments_, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...ownHeaders(), ...process.env, NODE_ENV: '' },
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error(npm.error ? `npm could not be started: ${npm.error.message}` : 'npm ci failed; its words are above.');
    return 'failed';
  }
  writeFileSync(stampFile, stamp);
  return 'installed';
}

/** Where this Node came with its headers, the database is built against those: nothing has to be fetched for it. */
function ownHeaders() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  return existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? { npm_config_nodedir: prefix } : {};
}

/** Whether this Node brings `node:sqlite`. */
function hasOwnDatabase() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** True when `npm install` or `npm ci` was typed by hand after package-lock.json last changed what is installed. */
function installedByHand(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = versions(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const present = versions(JSON.parse(readFileSync(installed, 'utf8')));
  for (const [name, { version, optional }] of wanted) {
    if (!optional && present.get(name)?.version !== version) return false;
  }
  return true;
}

function versions(lock) {
  const entries = Object.entries(lock.packages ?? {}).filter(([name]) => name.startsWith('node_modules/'));
  return new Map(
    entries.map(([name, entry]) => [name, { version: entry.version, optional: !!(entry.optional || entry.peer) }]),
  );
}
