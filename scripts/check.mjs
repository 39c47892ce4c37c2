// `npm run check`: types, style, dead code, and two rules of our own. Runs them all, shows what each failing one said,
// and ends with 1 when any failed. It changes no file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LONGEST_FILE = 300;
// Written in pieces, so that this file does not find itself.
const FORBIDDEN = [
  { what: 'a path of one machine', pattern: new RegExp(`/${'work'}/|\\.\\./${'shared'}\\b`) },
  { what: 'the address of a package registry', pattern: new RegExp(`"${'resolved'}": "http|^${'registry'}\\s*=`, 'm') },
  { what: 'a credential', pattern: new RegExp(`_${'authToken'}\\s*=`) },
];
const ISSUE_NUMBER = /^\s*(?:\/\/|\*|\/\*).*(?:^|[\s(])#\d{1,4}\b/;

const checks = await Promise.all([
  tool('types', 'tsc', ['-b', '--pretty', 'false']),
  tool('style', 'biome', ['ci', '--colors=off', '--reporter=summary', '--error-on-warnings', '.']).then(withDetails),
  tool('dead code', 'knip', ['--no-progress']),
  own('file length', tooLong),
  own('what must not be committed', forbidden),
]);
for (const { name, output, failed } of checks) {
  console.error(`${failed ? '✗' : '✓'} ${name}`);
  if (failed) console.error(output.trimEnd());
}
process.exitCode = checks.some(({ failed }) => failed) ? 1 : 0;

/** One program out of node_modules. */
function tool(name, program, arguments_) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(join(root, 'node_modules', '.bin', program), arguments_, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ name, output: `${error.message}\nRun \`npm ci\` first.`, failed: true }));
    child.on('close', (code) => resolve({ name, output, failed: code !== 0 }));
  });
}

/** Biome's summary says how many; its full report says what. */
async function withDetails(summary) {
  if (!summary.failed) return summary;
  const full = await tool(summary.name, 'biome', [
    'ci',
    '--colors=off',
    '--max-diagnostics=40',
    '--error-on-warnings',
    '.',
  ]);
  return { ...summary, output: full.output };
}

function own(name, find) {
  const found = trackedFiles().flatMap(find);
  return { name, output: found.join('\n'), failed: found.length > 0 };
}

function trackedFiles() {
  const git = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  if (git.status !== 0) return [];
  return git.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

function tooLong(file) {
  if (!/^src\/.*\.(ts|tsx|css)$/.test(file) || /\.test\.tsx?$/.test(file)) return [];
  const lines = text(file).split('\n').length - 1;
  return lines > LONGEST_FILE ? [`${file}: ${lines} lines; ${LONGEST_FILE} is the most. Split it by idea.`] : [];
}

function forbidden(file) {
  const content = text(file);
  const found = FORBIDDEN.filter(({ pattern }) => pattern.test(content)).map(({ what }) => `${file}: holds ${what}`);
  if (!/^src\/.*\.tsx?$/.test(file)) return found;
  const line = content.split('\n').findIndex((each) => ISSUE_NUMBER.test(each));
  return line < 0 ? found : [...found, `${file}:${line + 1}: names an issue by its number; say what it is about`];
}

function text(file) {
  return readFileSync(join(root, file), 'utf8');
}
