// `npm run build`: bundles the daemon, the command line, the demo and the panel into dist/. Everything is made in a
// directory of its own and moved into place file by file at the end, so that whoever starts meanwhile never meets half
// a build.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceStamp } from './build-stamp.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const fresh = join(root, 'build', `dist-${process.pid}`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Packages that may be missing at run time, or must not be bundled because they hold native code. */
const EXTERNAL = ['better-sqlite3', 'bufferutil', 'utf-8-validate', 'pino-pretty'];
/** What would make the command line slow to start. */
const TOO_HEAVY_FOR_COMMAND_LINE = /node_modules\/(zod|pino|better-sqlite3|hono|ws)\//;

const began = performance.now();
const stamp = sourceStamp(root);
mkdirSync(fresh, { recursive: true });
try {
  await Promise.all([
    bundle('src/main/daemon.ts', 'daemon.mjs', 'esm'),
    bundle('src/cli/main.ts', 'cli.cjs', 'cjs'),
    bundle('src/demo/main.ts', 'demo.mjs', 'esm'),
    panel(),
  ]);
  manual();
  writeFileSync(join(fresh, '.stamp'), stamp);
  moveIntoPlace();
  console.error(`Built dist/ in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** One room's entry file to one output file. */
async function bundle(input, output, format) {
  if (!existsSync(join(root, input))) {
    console.error(`${input} does not exist: dist/${output} is not built.`);
    return;
  }
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (id) => id.startsWith('node:') || EXTERNAL.includes(id),
    transform: { define: { __TALLYMUX_VERSION__: JSON.stringify(version) } },
    logLevel: 'warn',
  });
  const commandLine = format === 'cjs';
  // The command line is asked once a second by status bars: each command is a file of its own, and loads no other.
  const place = commandLine
    ? { dir: fresh, entryFileNames: output, chunkFileNames: 'cli-[name]-[hash].cjs' }
    : { file: join(fresh, output), codeSplitting: false };
  const made = await build.write({ ...place, format, minify: true });
  await build.close();
  if (!commandLine) return;
  const script = readFileSync(join(fresh, output), 'utf8');
  writeFileSync(join(fresh, output), script.startsWith('#!') ? script : `#!/usr/bin/env node\n${script}`);
  chmodSync(join(fresh, output), 0o755);
  const heavy = made.output.flatMap((chunk) => Object.keys(chunk.modules ?? {})).find(isTooHeavy);
  if (heavy) throw new Error(`the command line would hold ${relative(root, heavy)}: import it lazily or not at all.`);
}

/** The man page, as the command line tells it to whoever has set nothing. */
function manual() {
  const page = execFileSync(process.execPath, [join(fresh, 'cli.cjs'), 'manual'], { env: { HOME: fresh } });
  writeFileSync(join(fresh, 'tallymux.1'), page);
}

function isTooHeavy(module) {
  return TOO_HEAVY_FOR_COMMAND_LINE.test(module);
}

/** The web panel, by Vite's own configuration. */
async function panel() {
  const configFile = join(root, 'vite.config.ts');
  if (!existsSync(configFile)) {
    console.error('vite.config.ts does not exist: dist/web is not built.');
    return;
  }
  const { build } = await import('vite');
  await build({
    configFile,
    logLevel: 'warn',
    build: { outDir: join(fresh, 'web'), emptyOutDir: true },
    define: { __TALLYMUX_VERSION__: JSON.stringify(version) },
  });
}

/**
 * Each file replaces its predecessor in one step; pages and programs come after what they refer to, the stamp last. The
 * commands of the build before stay beside the new ones: a command line that runs yet may still load them.
 */
function moveIntoPlace() {
  const files = listFiles(fresh);
  const before = statSync(join(dist, 'cli.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const order = [/\.html$/, /\.mjs$/, /^cli-.*\.cjs$/, /\.cjs$/, /\.stamp$/];
  const rank = (file) => order.findIndex((pattern) => pattern.test(file));
  files.sort((a, b) => rank(a) - rank(b));
  for (const file of files) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    renameSync(join(fresh, file), join(dist, file));
  }
  const isOfBuildBefore = (file) => /^cli-.*\.cjs$/.test(file) && statSync(join(dist, file)).mtimeMs > before - 60_000;
  for (const file of listFiles(dist)) {
    if (!files.includes(file) && !isOfBuildBefore(file)) rmSync(join(dist, file), { force: true });
  }
}

function listFiles(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}
