// How big it is: what a person installs, and what a browser loads first.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** @returns {import('./figures.mjs').Row[]} */
export function measureSize(root) {
  return [...packageRows(root), ...shellRows(root)];
}

function packageRows(root) {
  const packed = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root))[0];
  const place = mkdtempSync(join(tmpdir(), 'tallymux-install-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(root, file))) copyFileSync(join(root, file), join(place, file));
    }
    npm(['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], place);
    const modules = join(place, 'node_modules');
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    const megabytes = (bytesBelow(modules) + packed.unpackedSize) / 1e6;
    const note = 'npm ci --omit=dev, install scripts not run';
    return [
      { what: 'package to download', value: packed.size / 1e6, unit: 'MB', target: null, note: 'npm pack' },
      { what: 'runtime packages', value: Object.keys(packages).length, unit: '', target: 75, note },
      { what: 'installed', value: megabytes, unit: 'MB', target: 60, note },
    ];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The scripts that index.html itself asks for; what is loaded later is counted apart. */
function shellRows(root) {
  const web = join(root, 'dist', 'web');
  if (!existsSync(join(web, 'index.html'))) return [];
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  const first = new Set([...page.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map((match) => match[1]));
  const kilobytes = (file) => brotliCompressSync(readFileSync(join(web, file))).length / 1000;
  const total = [...first].reduce((sum, file) => sum + kilobytes(file), 0);
  const note = `${first.size} file${first.size === 1 ? '' : 's'}`;
  return [{ what: 'panel, first JavaScript, brotli', value: total, unit: 'kB', target: 120, note }];
}

function npm(arguments_, cwd) {
  const { status, stdout, stderr } = spawnSync('npm', arguments_, { cwd, encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) throw new Error(`npm ${arguments_.join(' ')}: ${stderr}`);
  return stdout;
}

function bytesBelow(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
