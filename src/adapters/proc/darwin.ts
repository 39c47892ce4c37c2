// Finds and watches Claude Code processes on macOS with `ps` and `lsof`: it has no /proc, so each look starts a program.
// Known only from recorded output so far. It sends no signal.

import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClaudeProcess, ProcessKey, ProcessLook, ProcessScan } from '../../core/process.ts';
import { environmentBehind, PS_COLUMNS, type PsLine, parseLsof, parsePs, splitArguments } from './darwin-protocol.ts';
import type { ProcessTable } from './process-table.ts';
import { conditionOf, parseTmux } from './protocol.ts';
import { resolvedPath } from './resolved-path.ts';
import { namedConversation, roleOf } from './role.ts';
import { makeVersionOf } from './versions.ts';
import { isClaude, isNode } from './what-is-claude.ts';

/** Runs a program; its output, whatever its exit status (`ps` fails when a pid is gone); `null` when it did not run. */
export type RunProgram = (program: string, words: readonly string[]) => Promise<string | null>;

/** What to read with, so that recorded output can stand in. */
export interface DarwinMeans {
  readonly run?: RunProgram;
  /** Whose processes; default this process's own user. */
  readonly uid?: number;
}

/** Makes the reader for macOS. */
export function makeDarwinProcesses({
  run = runProgram,
  uid = process.getuid?.() ?? -1,
}: DarwinMeans = {}): ProcessTable {
  const versionOf = makeVersionOf();
  /** By pid and start; `claude: null`: looked at, and none. */
  const seen = new Map<string, { readonly executable: string; readonly claude: ClaudeProcess | null }>();

  async function list(): Promise<readonly PsLine[] | null> {
    const lines = parsePs((await run('ps', ['-axo', PS_COLUMNS])) ?? '');
    return lines.length === 0 ? null : lines;
  }

  async function scan(): Promise<ProcessScan> {
    const lines = await list();
    if (lines === null) return { kind: 'could-not-look', reason: 'ps lists no process' };
    const living = lines.filter((line) => line.uid === uid && conditionOf(line.state) !== 'gone');
    const keys = new Set(living.map(keyOf));
    for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key);
    for (const line of living) {
      const before = seen.get(keyOf(line));
      // Helpers are read again: a spare that is claimed only moves. So is what became another program.
      if (before?.executable === line.executable && before.claude?.role !== 'helper') continue;
      const claude = mayBeClaude(line) ? await readInFull(line, lines) : null;
      if (claude !== 'could-not-look') seen.set(keyOf(line), { executable: line.executable, claude });
    }
    return { kind: 'looked', processes: [...seen.values()].flatMap(({ claude }) => claude ?? []) };
  }

  async function readInFull(line: PsLine, lines: readonly PsLine[]): Promise<ClaudeProcess | null | 'could-not-look'> {
    const pid = String(line.pid);
    const commandLine = await run('ps', ['-ww', '-o', 'command=', '-p', pid]);
    const withEnvironment = await run('ps', ['-Eww', '-o', 'command=', '-p', pid]);
    const opened = await run('lsof', ['-a', '-d', 'cwd', '-Fn', '-p', pid]);
    if (!commandLine || withEnvironment === null || opened === null) return 'could-not-look';
    const argv = splitArguments(commandLine);
    const { executable, tty } = line;
    const script = isNode({ executable, argv }) && argv[1] ? resolvedPath(argv[1]) : null;
    if (!isClaude({ executable, argv, script })) return null;
    const environment = environmentBehind(withEnvironment, commandLine);
    const home = resolvedPath(environment.get('HOME') || homedir());
    const cwd = parseLsof(opened).get(line.pid) ?? '';
    const sessionKind = environment.get('CLAUDE_CODE_SESSION_KIND') ?? null;
    return {
      pid: line.pid,
      startTicks: ticksOf(line),
      startedAt: line.startedAt,
      ancestors: lineageOf(line.parent, lines),
      cwd,
      tty,
      argv,
      claudeDirectory: resolvedPath(environment.get('CLAUDE_CONFIG_DIR') || join(home, '.claude')),
      home,
      tmux: parseTmux(environment.get('TMUX'), environment.get('TMUX_PANE')),
      role: roleOf({ argv, renamed: false, cwd, sessionKind, tty }),
      version: versionOf(script ?? resolvedPath(executable)),
      namedConversation: namedConversation(argv),
    };
  }

  async function find(pid: number): Promise<ClaudeProcess | null> {
    const lines = (await list()) ?? [];
    const line = lines.find((one) => one.pid === pid);
    if (!line || line.uid !== uid || conditionOf(line.state) === 'gone') return null;
    const read = await readInFull(line, lines);
    return read === 'could-not-look' ? null : read;
  }

  async function look(keys: readonly ProcessKey[]): Promise<readonly ProcessLook[]> {
    if (keys.length === 0) return [];
    const text = await run('ps', ['-o', PS_COLUMNS, '-p', keys.map(({ pid }) => pid).join(',')]);
    const lines = new Map(parsePs(text ?? '').map((line) => [line.pid, line]));
    return keys.map(({ pid, startTicks }) => {
      const unseen = { pid, startTicks, ttyInputAt: null, children: null };
      if (text === null) return { ...unseen, condition: 'could-not-look' };
      const line = lines.get(pid);
      if (!line || ticksOf(line) !== startTicks) return { ...unseen, condition: 'gone' };
      const condition = conditionOf(line.state);
      return { ...unseen, condition, ttyInputAt: condition === 'gone' ? null : inputAt(line.tty) };
    });
  }

  async function lineage(pid: number): Promise<readonly number[]> {
    return lineageOf(pid, (await list()) ?? []);
  }

  // macOS has no pid namespaces, and Claude's registry names none there that we have seen.
  return { scan, find, look, lineage, domain: () => null };
}

/** Worth three programs: its executable is Claude or Node by name, or an installer's version. */
function mayBeClaude({ executable }: PsLine): boolean {
  const candidate = { executable, argv: [executable], script: null };
  return isClaude(candidate) || isNode(candidate) || /^claude bg-/.test(executable);
}

function lineageOf(from: number, lines: readonly PsLine[]): number[] {
  const parents = new Map(lines.map((line) => [line.pid, line.parent]));
  const lineage: number[] = [];
  for (let pid = from; pid > 1 && !lineage.includes(pid); pid = parents.get(pid) ?? 0) lineage.push(pid);
  return lineage;
}

function inputAt(tty: string | null): number | null {
  try {
    return tty === null ? null : statSync(tty).atimeMs;
  } catch {
    return null;
  }
}

function keyOf(line: PsLine): string {
  return `${line.pid} ${ticksOf(line)}`;
}

function ticksOf({ startedAt }: PsLine): string {
  return String(startedAt / 1000);
}

/** Runs a program of this machine, for at most five seconds. */
export const runProgram: RunProgram = (program, words) =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, LC_ALL: 'C' }, timeout: 5000, maxBuffer: 1 << 24 };
    execFile(program, [...words], options, (error, stdout) => {
      // A status is a number; a text is a program that did not start, and a signal one that took too long.
      resolve(error && (typeof error.code !== 'number' || error.signal) ? null : stdout);
    });
  });
