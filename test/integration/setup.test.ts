// `tallymux setup` as a person runs it: what it writes, says, and refuses. No daemon runs, and no Claude.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { CLI, type CommandLine, commandLine } from '../lab/command-line.ts';

const root = process.getuid?.() === 0;
let at: CommandLine;
let file: string;
beforeEach(() => {
  at = commandLine();
  file = join(at.home, '.claude', 'settings.json');
  write('{\n  "model": "opus"\n}\n');
});
afterEach(() => at.dispose());

const write = (content: string, path = file): void => {
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
};
const text = () => readFileSync(file, 'utf8');
const claude = (version: string): Record<string, string> => {
  const bin = join(at.home, `bin-${version}`);
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho "${version} (Claude Code)"\n`, { mode: 0o755 });
  return { PATH: `${bin}:/usr/bin:/bin` };
};
const events = () => Object.keys((JSON.parse(text()) as { hooks: object }).hooks).length;

it('puts hooks in, says so and what comes next; takes them out again to the byte; starts no daemon', async () => {
  const before = text();
  const put = await at.run(['setup'], claude('2.1.332'));
  expect(put.code).toBe(0);
  expect(put.out).toContain(`${file}: 16 hooks in place\n  The file as it was: ${at.state}/backup/`);
  expect(put.err).toContain('2.1.332');
  expect(put.err).toContain('tallymux doctor');
  expect(events()).toBe(16);
  expect(existsSync(join(at.state, 'settings', '2.1.332.json'))).toBe(true);
  expect((await at.run(['setup'], claude('2.1.332'))).out).toBe(`${file}: 16 hooks in place already\n`);
  expect(await at.run(['setup', '--remove'])).toMatchObject({ code: 0, out: `${file}: our hooks are taken out\n` });
  expect(text()).toBe(before);
  expect(readdirSync(join(at.state, 'settings'))).toEqual([]);
  expect((await at.run(['setup', '--remove'])).out).toBe(`${file}: there was no hook of ours\n`);
  expect(existsSync(join(at.state, 'pid'))).toBe(false);
});

it('H02: what it reports is what stands on the disk', async () => {
  const report = JSON.parse((await at.run(['setup', '--json'], claude('2.1.112'))).out);
  expect(report.files[0]).toMatchObject({ path: file, changed: true, refused: null });
  expect(report.files[0].events).toEqual(Object.keys(JSON.parse(text()).hooks));
  expect(report.costly).toEqual([{ version: '2.1.112', where: join(at.home, 'bin-2.1.112', 'claude') }]);
  expect(report.events).toHaveLength(17);
});

it('an older Claude comes: doctor says so, and setup registers only what it knows', async () => {
  await at.run(['setup'], claude('2.1.332'));
  const both = { PATH: `${claude('2.0.77').PATH}:${claude('2.1.332').PATH}` };
  const doctor = await at.run(['doctor'], { ...both, NO_COLOR: '1' });
  expect(doctor.code).toBe(1);
  expect(doctor.out).toMatch(/StopFailure stops Claude Code 2\.0\.77 \(.*\) at a dialog.*\n\s+tallymux setup/);
  const put = await at.run(['setup'], both);
  expect(put.err).toContain('Because of 2.0.77');
  expect(events()).toBe(12);
  const after = await at.run(['doctor'], both);
  expect(after.code).toBe(0);
  expect(after.out).toContain('12 hooks');
  expect(after.out).toMatch(/2\.0\.77 .*tells no status/);
});

it('a dry run prints a diff and leaves no trace', async () => {
  const before = text();
  const { code, out } = await at.run(['setup', '--dry-run'], claude('2.1.332'));
  expect(code).toBe(0);
  expect(out).toMatch(/^--- .*settings\.json\n\+\+\+ .*settings\.json\n@@ /);
  expect(out).toContain('\n+  "hooks": {\n');
  expect(text()).toBe(before);
  expect(existsSync(at.state)).toBe(false);
});

it('H04: a file that cannot be understood is told with line and column, and others are still set up', async () => {
  const other = join(at.home, 'other');
  mkdirSync(other);
  write('{\n  "a": 1\n  "b": 2\n}\n');
  const { code, out, err } = await at.run(['setup'], {
    ...claude('2.1.332'),
    TALLYMUX_CLAUDE_DIRS: `${join(at.home, '.claude')}:${other}:${join(at.home, 'not-there')}`,
  });
  expect(code).toBe(1);
  expect(err).toContain(`${file}, line 3, column 3: "," or "}" is missing here. Correct it, then try again.`);
  expect(err).toContain(`${join(at.home, 'not-there')} does not exist yet`);
  expect(out).toContain(`${join(other, 'settings.json')}: 16 hooks in place`);
  expect(text()).toBe('{\n  "a": 1\n  "b": 2\n}\n');
});

it('H04: of a file with a comment Claude takes nothing: setup leaves it and says where, and doctor does', async () => {
  const before = '{\n  // mine\n  "model": "opus"\n}\n';
  write(before);
  const put = await at.run(['setup'], claude('2.1.332'));
  expect(put.code).toBe(1);
  expect(put.err).toContain(`${file}, line 2, column 3: not plain JSON from here on, so Claude Code takes nothing of`);
  expect(put.err).not.toContain('take the hooks within');
  expect(text()).toBe(before);
  write(before.replace('  // mine\n', ''));
  expect((await at.run(['setup'], claude('2.1.332'))).code).toBe(0);
  write(text().replace('  "model"', '  // mine\n  "model"'));
  const again = await at.run(['setup'], claude('2.1.332'));
  expect(again.code).toBe(1);
  expect(again.err).toContain(
    'Claude Code takes nothing of this file, hooks or other: it is not plain JSON from line 2',
  );
  expect((await at.run(['doctor'], claude('2.1.332'))).out).toContain('not plain JSON from line 2, column 3 on');
});

it('what silences hooks is said by setup and doctor', async () => {
  write('{"disableAllHooks": true}');
  const { err } = await at.run(['setup'], claude('2.1.332'));
  expect(err).toContain(`No hook will run: ${file} sets "disableAllHooks"`);
  expect(err).not.toContain('Running sessions take the hooks');
  expect((await at.run(['doctor'], claude('2.1.332'))).out).toContain(`no hook runs: ${file} sets "disableAllHooks"`);
});

it('a Claude may look but not change', async () => {
  const before = text();
  const under = { ...claude('2.1.332'), CLAUDECODE: '1' };
  for (const words of [['setup'], ['setup', '--remove']]) expect(await at.run(words, under)).toMatchObject({ code: 7 });
  expect((await at.run(['setup', '--dry-run'], under)).code).toBe(0);
  expect(text()).toBe(before);
  expect(existsSync(at.state)).toBe(false);
});

it('six setups and removals at once: the file is whole, and the last word holds', async () => {
  write(`${JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] }, z: 1 }, null, 2)}\n`);
  const before = text();
  const path = claude('2.1.332');
  const others = Array.from({ length: 6 }, (_, i) =>
    at.run(i % 2 === 0 ? ['setup', '--replace'] : ['setup', '--remove'], {
      ...path,
      TALLYMUX_HOME: join(at.home, `.tallymux-${i}`),
    }),
  );
  for (const { code, err } of await Promise.all(others))
    expect([code, err.includes('This should not have')]).toEqual([0, false]);
  expect(readdirSync(join(at.home, '.claude')).sort()).toEqual(['projects', 'sessions', 'settings.json']);
  await at.run(['setup', '--replace'], path);
  expect(text().match(/hooks\/Stop"/g)).toHaveLength(1);
  await at.run(['setup', '--remove'], path);
  expect(text()).toBe(before);
});

it('removing leaves the hooks of another home, and says how to take them out', async () => {
  const other = { TALLYMUX_HOME: join(at.home, 'other home', '.tallymux') };
  const before = text();
  await at.run(['setup'], { ...claude('2.1.332'), ...other });
  const put = text();
  const { code, out } = await at.run(['setup', '--remove']);
  expect(code).toBe(0);
  expect(out).toContain('there was no hook of ours');
  expect(out).toContain(
    `16 hooks of another Tallymux home stay. To take them out: TALLYMUX_HOME='${other.TALLYMUX_HOME}' tallymux setup --remove`,
  );
  expect(text()).toBe(put);
  await at.run(['setup', '--remove'], other);
  expect(text()).toBe(before);
});

it('H06: another home keeps its hooks until the person says otherwise; setup and doctor name it', async () => {
  const path = claude('2.1.332');
  const home = join(at.home, 'first home', '.tallymux');
  const word = `'${home}'`;
  const before = text();
  await at.run(['setup'], { ...path, TALLYMUX_HOME: home });
  const put = text();
  for (const words of [['setup'], ['setup', '--dry-run']]) {
    const { code, out, err } = await at.run(words, path);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`${file} has hooks of another Tallymux home, ${home}, which would get none any more.`);
    expect(err).toContain(
      `To take its place: tallymux setup --replace (to use that home instead: TALLYMUX_HOME=${word} tallymux)`,
    );
    expect(err).not.toContain('take the hooks within');
  }
  expect(JSON.parse((await at.run(['setup', '--json'], path)).out).files[0]).toMatchObject({
    changed: false,
    refused: expect.stringContaining(home),
    others: [{ home, hooks: 16, gone: false }],
  });
  const doctor = await at.run(['doctor'], path);
  expect(doctor.out).toContain(`16 hooks of another Tallymux home, ${home}`);
  expect(doctor.out).toContain('tallymux setup --replace');
  expect(text()).toBe(put);

  const would = await at.run(['setup', '--dry-run', '--replace'], path);
  expect(would.out).toMatch(/\n-.*first home.*\n/);
  expect(would.err).toContain(`16 hooks of another Tallymux home, ${home}, would go.`);
  expect(text()).toBe(put);
  const { code, out } = await at.run(['setup', '--replace'], path);
  expect([code, text().includes('first home')]).toEqual([0, false]);
  expect(out).toContain(`${home}, were taken out. To give them back: TALLYMUX_HOME=${word} tallymux setup --replace`);
  expect((await at.run(['setup'], path)).out).toBe(`${file}: 16 hooks in place already\n`);
  expect((await at.run(['setup', '--remove', '--replace'], path)).code).toBe(2);
  await at.run(['setup', '--remove'], path);
  expect(text()).toBe(before);
});

it.each(['gone/.tallymux', 'gone-lights'])(
  'H06: hooks of a home that is gone are taken over, and that is said: %s',
  async (name) => {
    const path = claude('2.1.332');
    const home = join(at.home, name);
    await at.run(['setup'], { ...path, TALLYMUX_HOME: home });
    rmSync(home, { recursive: true });
    expect((await at.run(['doctor'], path)).out).toMatch(/16 hooks lead to nothing.*\n\s+tallymux setup\n/);
    expect((await at.run(['setup', '--remove'], path)).out).toContain(
      `16 hooks of another Tallymux home stay. To take them out: TALLYMUX_HOME=${home} tallymux setup --remove`,
    );
    const { code, out } = await at.run(['setup'], path);
    expect(code).toBe(0);
    expect(out).toContain(`16 hooks of ${home}, a Tallymux home that is gone, were taken out.`);
    expect(text()).not.toContain('gone');
  },
);

it('H06: of two homes that are set up at once, one has the hooks and the other is told so', async () => {
  const homes = ['a', 'b'].map((name) => join(at.home, name, '.tallymux'));
  const path = claude('2.1.332');
  const ran = await Promise.all(homes.map((home) => at.run(['setup'], { ...path, TALLYMUX_HOME: home })));
  expect(ran.map(({ code }) => code).sort()).toEqual([0, 1]);
  const [winner, loser] = ran[0]?.code === 0 ? homes : homes.toReversed();
  expect(ran.find(({ code }) => code === 1)?.err).toContain(`another Tallymux home, ${winner},`);
  expect([text().includes(`${winner}/hooks/Stop`), text().includes(`${loser}/hooks`)]).toEqual([true, false]);
});

it('H15: a launcher that is broken is red in doctor and mended by setup', async () => {
  await at.run(['setup'], claude('2.1.332'));
  rmSync(join(at.state, 'hook'));
  const doctor = await at.run(['doctor'], claude('2.1.332'));
  expect(doctor.code).toBe(1);
  expect(doctor.out).toContain(`${join(at.state, 'hook')}: missing`);
  expect((await at.run(['setup'], claude('2.1.332'))).err).toContain('The launcher was put in place');
  expect((await at.run(['doctor'], claude('2.1.332'))).code).toBe(0);
});

it('doctor says how many hooks wait', async () => {
  await at.run(['setup'], claude('2.1.332'));
  for (let i = 0; i < 2_000; i += 1) writeFileSync(join(at.state, 'spool', `${i}`), '');
  expect((await at.run(['doctor'], claude('2.1.332'))).out).toMatch(
    /2000 hooks wait in .*; no more are kept without a daemon/,
  );
});

it.runIf(root)(
  'H14: in a container with the Claude directory of the host it refuses, unless told that nobody is outside',
  async () => {
    const host = join(at.home, 'host-claude');
    mkdirSync(host);
    write('{}', join(host, 'settings.json'));
    const inside = (...words: string[]) => {
      const environment = Object.entries({ ...at.environment, ...claude('2.1.332'), container: 'podman' });
      const run = [
        'env',
        '-i',
        ...environment.map(([name, value]) => `${name}=${value}`),
        process.execPath,
        CLI,
        ...words,
      ];
      const script = 'mount --bind "$1" "$2" && shift 2 && "$@" 2>&1; echo "code $?"';
      return execFileSync('unshare', ['-m', 'sh', '-c', script, 'sh', host, join(at.home, '.claude'), ...run], {
        encoding: 'utf8',
      });
    };
    const refused = inside('setup');
    expect(refused).toContain('is mounted into this container, but');
    expect(refused).toContain('code 1');
    expect(readFileSync(join(host, 'settings.json'), 'utf8')).toBe('{}');
    expect(inside('setup', '--inside-only')).toContain('code 0');
    expect(readFileSync(join(host, 'settings.json'), 'utf8')).toContain('SessionStart');
  },
);

it.runIf(root)('H03: a directory that the user cannot write is refused in plain words', async () => {
  const before = text();
  installLauncher(at.state);
  execFileSync('chown', ['-R', '65534:65534', at.home]);
  execFileSync('chown', ['-R', '0:0', join(at.home, '.claude')]);
  chmodSync(join(at.home, '.claude'), 0o755);
  const environment = Object.entries({ ...at.environment, ...claude('2.1.332') }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const words = [
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    'env',
    '-i',
    ...environment,
    process.execPath,
    CLI,
    'setup',
  ];
  const script = '"$@" 2>&1; echo "code $?"';
  const said = execFileSync('sh', ['-c', script, 'sh', 'setpriv', ...words], { encoding: 'utf8' });
  expect(said).toMatch(/\.claude cannot be written: EACCES.*Nothing was changed\./);
  expect(said).toContain('code 1');
  expect(text()).toBe(before);
});
