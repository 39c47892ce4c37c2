// Writes down what one Claude's registry file, process, transcripts and hooks say over time, one JSON object a line, with
// the lab's paths neutralised: the recordings under test/fixtures/recordings are made by it, and replayed by unit tests.
//   {"t":ms,"registry":{…}|null}   {"t":ms,"startDialog":true}   {"t":ms,"process":"running"|"stopped"|"gone"}   {"t":ms,"file":"…","line":"…"}
//   {"t":ms,"hook":{…},"payload":{…}}   {"t":ms,"mark":"…"}
// A hook's header is as its launcher wrote it, but for `uptime`: seconds since the recording began.

import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { processState } from './lab-processes.ts';
import type { SpooledHook, SpoolTap } from './spool-tap.ts';

/** Line types that are large and that nothing of ours reads. */
const LEFT_OUT = /^\{"type":"(?:api-request|cost-state|tools-used|atis-latch|file-history)/;
/** The same for attachments, which tell Claude about its surroundings. */
const SURROUNDINGS =
  /"attachment":\{"type":"(?:environment|model|deferred_tools_delta|agent_listing_delta|skill_listing|session_context|date|remote_session_change|prompt_snapshot)"/;
const LONGEST_VALUE = 200;
/** A pid with a key and no registry file stands at a start dialog after this, in milliseconds. */
const START_DIALOG = 1500;

/** A running recording. */
export interface Recorder {
  /** Writes what the test did or saw between what Claude wrote. */
  mark(text: string): void;
  /** Stops and writes the file. */
  save(path: string): void;
}

/** What to record. */
export interface RecordOptions {
  readonly claudeDirectory: string;
  readonly pid: number;
  readonly cwd: string;
  /** The lab's, which becomes `/lab`. */
  readonly directory: string;
  /** Where its hooks come from; `null` without hooks. */
  readonly tap: SpoolTap | null;
}

/** Starts recording what is new from now on, and the hooks that came before. */
export function record({ claudeDirectory, pid, cwd, directory, tap }: RecordOptions): Recorder {
  const began = Date.now();
  const beganAtUptime = uptime();
  const lines: string[] = [];
  const project = join(claudeDirectory, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  const offsets = new Map(transcripts(project).map((file) => [file, statSync(file).size]));
  let looks = 0;
  let registry = '';
  let keySince: number | null = null;
  let startDialog = false;
  let condition = '';
  const add = (entry: object) => {
    const text = JSON.stringify({ t: Date.now() - began, ...entry });
    lines.push(neutral(text, directory));
  };
  const look = () => {
    const now = readRegistry(join(claudeDirectory, 'sessions', `${pid}.json`));
    if (now !== null && now !== registry) {
      registry = now;
      add({ registry: now === '' ? null : JSON.parse(now) });
    }
    keySince = now === '' && hasKey(claudeDirectory, pid) ? (keySince ?? Date.now()) : null;
    if (!startDialog && keySince !== null && Date.now() - keySince > START_DIALOG) {
      startDialog = true;
      add({ startDialog });
    }
    const state = processState(pid) ?? 'gone';
    const word = state === 'T' ? 'stopped' : state === 'gone' || state === 'Z' ? 'gone' : 'running';
    if (word !== condition) add({ process: word });
    condition = word;
    // New files are looked for ten times less often than new lines: reading directories is what costs.
    if (looks % 10 === 0) for (const file of transcripts(project)) offsets.set(file, offsets.get(file) ?? 0);
    looks += 1;
    for (const file of offsets.keys()) {
      for (const line of newLines(file, offsets)) {
        if (!LEFT_OUT.test(line) && !SURROUNDINGS.test(line))
          add({ file: file.slice(claudeDirectory.length + 1), line: shortened(neutral(line, directory)) });
      }
    }
  };
  const addHook = ({ header, payload }: SpooledHook) => {
    const ran = header.uptime ? (Number(header.uptime) - beganAtUptime).toFixed(2) : '';
    add({
      hook: { ...header, uptime: ran },
      payload: JSON.parse(shortened(neutral(JSON.stringify(payload), directory))),
    });
  };
  tap?.follow({ pid, cwd }, addHook);
  look();
  const timer = setInterval(look, 20);
  return {
    mark: (text) => add({ mark: text }),
    save(path) {
      look();
      clearInterval(timer);
      // A session that only served another one's row has nothing to be compared with.
      if (!lines.some((line) => line.includes('"mark":"shown '))) return;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${lines.join('\n')}\n`);
    },
  };
}

/** Seconds since the machine's start. */
function uptime(): number {
  return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
}

function readRegistry(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    JSON.parse(text);
    return text;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : null;
  }
}

/** Whether the pid's secret is there, which Claude makes before its registry file. Never read it. */
function hasKey(claudeDirectory: string, pid: number): boolean {
  try {
    const files = readdirSync(join(claudeDirectory, 'sessions'));
    return files.some((file) => file.startsWith(`${pid}.`) && file.endsWith('.key'));
  } catch {
    return false;
  }
}

function transcripts(project: string): string[] {
  try {
    const entries = readdirSync(project, { recursive: true, withFileTypes: true });
    return entries.filter((each) => each.name.endsWith('.jsonl')).map((each) => join(each.parentPath, each.name));
  } catch {
    return [];
  }
}

/** Whole lines since the last call. */
function newLines(file: string, offsets: Map<string, number>): string[] {
  const from = offsets.get(file) ?? 0;
  if (statSync(file).size <= from) return [];
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - from));
    readSync(descriptor, buffer, 0, buffer.length, from);
    const end = buffer.lastIndexOf(10) + 1;
    offsets.set(file, from + end);
    return buffer.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  } finally {
    closeSync(descriptor);
  }
}

/** The line with long text values cut, still JSON. */
function shortened(line: string): string {
  const value: unknown = JSON.parse(line, (_key, each) =>
    typeof each === 'string' && each.length > LONGEST_VALUE ? `${each.slice(0, LONGEST_VALUE)}…` : each,
  );
  return JSON.stringify(value);
}

function neutral(text: string, directory: string): string {
  const asProject = directory.replace(/[^a-zA-Z0-9]/g, '-');
  return text
    .replaceAll(directory, '/lab')
    .replaceAll(asProject, '-lab')
    .replace(/[^"\s]*\/tallymux-tests\//g, '/opt/')
    .replace(/linux:[0-9a-f]{8,}:/g, 'linux:00000000000000000000000000000000:');
}
