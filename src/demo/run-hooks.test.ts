import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hooksFor } from './hook-settings.ts';
import { lateHooks } from './late-hooks.ts';
import { newEntry, withLevel } from './registry-entry.ts';
import { type HookRunner, hookRunner } from './run-hooks.ts';

let directory: string;
let runner: HookRunner;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "stand-in o'b $x-")));
  runner = hookRunner({
    pid: 4242,
    cwd: directory,
    environment: { PATH: process.env.PATH, TMUX_PANE: '%3' },
    entrypoint: 'cli',
    attended: true,
    settings: ['settings.json', 'more.json'].map((name) => join(directory, name)),
  });
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A program that writes what it got beside itself, and then runs `more`. */
function program(name: string, more = ''): string {
  const path = join(directory, name);
  const save = 'cat > "$0.stdin.new"; env > "$0.env"; cut -d" " -f6 /proc/$$/stat > "$0.session"; echo $$ > "$0.pid"';
  writeFileSync(path, `#!/bin/sh\n${save}\nmv "$0.stdin.new" "$0.stdin"\n${more}\n`);
  chmodSync(path, 0o700);
  return path;
}

function settle(file: string, hooks: Readonly<Record<string, readonly object[]>>): void {
  const groups = Object.entries(hooks).map(([event, list]) => [event, [{ hooks: list }]]);
  writeFileSync(join(directory, file), JSON.stringify({ hooks: Object.fromEntries(groups) }));
}

const read = (name: string) => readFileSync(join(directory, name), 'utf8');
const written = () => readdirSync(directory);
const payload = { session_id: 'c1', hook_event_name: 'Stop', text: 'two\nlines, “é漢😀”' };

describe('a hook', () => {
  it('gets its payload as one line, and who Claude is, in a session of its own', async () => {
    settle('settings.json', { Stop: [{ type: 'command', command: program('stop'), args: [] }] });
    await runner.fire('Stop', payload);
    expect(read('stop.stdin')).toBe(`${JSON.stringify(payload)}\n`);
    expect(read('stop.env').split('\n')).toEqual(
      expect.arrayContaining([
        ...['CLAUDE_PID=4242', 'CLAUDE_CODE_ENTRYPOINT=cli', 'CLAUDE_CODE_SESSION_ATTENDED=1', 'CLAUDECODE=1'],
        ...['CLAUDE_CODE_SESSION_ID=c1', 'TMUX_PANE=%3', `CLAUDE_PROJECT_DIR=${directory}`],
      ]),
    );
    if (process.platform === 'linux') expect(read('stop.session')).toBe(read('stop.pid'));
  });

  it('without arguments goes through the shell', async () => {
    settle('settings.json', { Stop: [{ type: 'command', command: 'cat > by-shell && touch "also $TMUX_PANE"' }] });
    await runner.fire('Stop', payload);
    expect(JSON.parse(read('by-shell'))).toEqual(payload);
    expect(written()).toContain('also %3');
  });

  it('is waited for, unless it is async', async () => {
    const forever = program('forever', 'while [ ! -e go ]; do sleep 0.05; done; touch ended');
    settle('settings.json', { Stop: [{ type: 'command', command: forever, args: [], async: true }] });
    await runner.fire('Stop', payload);
    expect(written()).not.toContain('ended');
    writeFileSync(join(directory, 'go'), '');
    await expect.poll(written).toContain('ended');

    settle('settings.json', {
      Stop: [{ type: 'command', command: program('slow', 'sleep 0.2; touch slept'), args: [] }],
    });
    await runner.fire('Stop', payload);
    expect(written()).toContain('slept');
  });

  it('that asks for permission is not waited for, and ends with the dialog', async () => {
    const held = program('held', 'trap "touch told; exit" TERM; while :; do sleep 0.05; done');
    settle('settings.json', { PermissionRequest: [{ type: 'command', command: held, args: [] }] });
    const asking = await runner.ask('PermissionRequest', payload);
    await expect.poll(written).toContain('held.stdin');
    asking.drop();
    await expect.poll(written).toContain('told');
    expect(await asking.decision).toBeNull();
  });

  it('decides by what it prints: the first one to do so, while the others go on', async () => {
    const decision = (behavior: string) =>
      `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"${behavior}"}}}`;
    const entry = (name: string, more: string) => ({ type: 'command', command: program(name, more), args: [] });
    settle('settings.json', {
      PermissionRequest: [
        entry('silent', 'echo nothing'),
        entry('quick', `printf '%s' '${decision('deny')}'`),
        entry('slow', `while [ ! -e go ]; do sleep 0.05; done; touch ended; printf '%s' '${decision('allow')}'`),
        { ...entry('aside', `printf '%s' '${decision('allow')}'`), async: true },
      ],
    });
    const asking = await runner.ask('PermissionRequest', payload);
    expect((await asking.decision)?.fields).toEqual({ behavior: 'deny' });
    expect(written()).not.toContain('ended');
    writeFileSync(join(directory, 'go'), '');
    await asking.ended;
    expect(written()).toContain('ended');
  });

  it('that takes too long is ended', async () => {
    const held = program('held', 'trap "touch told; exit" TERM; while :; do sleep 0.05; done');
    settle('settings.json', { PermissionRequest: [{ type: 'command', command: held, args: [], timeout: 0.3 }] });
    expect(await (await runner.ask('PermissionRequest', payload)).decision).toBeNull();
    expect(written()).toContain('told');
  });

  it('that is not there harms nobody, nor do settings that cannot be read', async () => {
    settle('settings.json', { Stop: [{ type: 'command', command: join(directory, 'missing'), args: [] }] });
    await runner.fire('Stop', payload);
    writeFileSync(join(directory, 'settings.json'), '{ "hooks": ');
    await runner.fire('Stop', payload);
    expect(written()).toEqual(['settings.json']);
  });
});

describe('of the settings', () => {
  const entry = (command: string, more = {}) => ({ type: 'command', command, ...more });
  const files = () => ['settings.json', 'more.json'].map((name) => join(directory, name));
  const found = (event: string, about = {}) => hooksFor(event, about, files()).map(({ command }) => command);

  it('the same command with the same arguments runs once, in whatever file it stands', () => {
    settle('settings.json', { Stop: [entry('a', { args: [] }), entry('b')] });
    settle('more.json', { Stop: [entry('a', { args: [], async: true }), entry('a'), entry('b ')] });
    expect(found('Stop')).toEqual(['a', 'b', 'a', 'b ']);
  });

  it('only those count that fit the event, its matcher and our kind', () => {
    const groups = [
      { matcher: 'Edit|Write', hooks: [entry('words')] },
      { matcher: 'B.*h', hooks: [entry('pattern')] },
      { matcher: '*', hooks: [entry('all'), { type: 'http', url: 'http://127.0.0.1:1/' }] },
    ];
    writeFileSync(join(directory, 'settings.json'), JSON.stringify({ hooks: { PreToolUse: groups } }));
    expect(found('PreToolUse', { tool_name: 'Bash' })).toEqual(['pattern', 'all']);
    expect(found('PreToolUse', { tool_name: 'Write' })).toEqual(['words', 'all']);
    expect(found('PostToolUse', { tool_name: 'Bash' })).toEqual([]);
  });

  it('none counts where hooks are disabled', () => {
    settle('settings.json', { Stop: [entry('a')] });
    writeFileSync(join(directory, 'more.json'), '{"disableAllHooks": true}');
    expect(found('Stop')).toEqual([]);
  });
});

it('what still runs when its stand-in ends is ended, with what it started', async () => {
  settle('settings.json', {
    PermissionRequest: [{ type: 'command', command: program('held', 'sleep 600 & wait'), args: [] }],
  });
  const { ended } = await runner.ask('PermissionRequest', payload);
  await vi.waitFor(() => expect(written()).toContain('held.stdin'));
  runner.dispose();
  // Only once all that holds its output is gone.
  await ended;
});

describe('a late hook', () => {
  const about = { sessionId: 'c', cwd: '/', version: '', kind: 'interactive', entrypoint: 'cli', name: '' } as const;
  const entry = newEntry({ pid: 1, procStart: '', pidDomain: '' }, { ...about, nameSource: 'user' }, 0);
  const waiting = withLevel(entry, 'waiting', 'permission prompt', 0);

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each([
    ['fires when nothing happened', () => undefined, 1],
    ['fires when the level was only written again', (late) => late.follow({ ...waiting, updatedAt: 9 }), 1],
    ['is dropped when the dialog was answered', (late) => late.follow(withLevel(waiting, 'busy', null, 9)), 0],
    ['is dropped when a key was pressed', (late) => late.drop(), 0],
  ] satisfies [string, (late: ReturnType<typeof lateHooks>) => void, number][])('%s', (_what, happen, times) => {
    const late = lateHooks();
    const fire = vi.fn();
    late.follow(waiting);
    late.schedule(6000, fire);
    happen(late);
    vi.advanceTimersByTime(5999);
    expect(fire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fire).toHaveBeenCalledTimes(times);
  });
});
