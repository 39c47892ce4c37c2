// Takes hooks out of a lab's spool where no daemon does, for recordings. It pretends to be the daemon, so that the
// launcher keeps everything, answers nothing, and must never run beside one.

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldHooks } from '../../src/adapters/claude/held-hooks.ts';

/** One hook as the launcher wrote it. */
export interface SpooledHook {
  readonly header: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A tap on one spool. */
export interface SpoolTap {
  /** Hands over every hook of this Claude, also those that came before; ends with the tap. */
  follow(claude: Claude, listener: (hook: SpooledHook) => void): void;
  stop(): void;
}

/** Whose hooks they are: by pid, or, of versions that do not tell it, by where they work. */
interface Claude {
  readonly pid: number;
  readonly cwd: string;
}

/** Opens the tap. @param state the TALLYMUX_HOME. */
export function tapSpool(state: string): SpoolTap {
  const spool = join(state, 'spool');
  const found: SpooledHook[] = [];
  const followers: { claude: Claude; listener: (hook: SpooledHook) => void }[] = [];
  const held = heldHooks(join(state, 'ask'));
  writeFileSync(join(state, 'pid'), `${process.pid}\n`);
  const look = () => {
    const files = readdirSync(spool).map((name) => join(spool, name));
    for (const file of files.filter((name) => name.endsWith('.gone'))) rmSync(file);
    for (const file of files
      .filter((name) => !name.endsWith('.gone'))
      .sort((a, b) => statSync(a).birthtimeMs - statSync(b).birthtimeMs)) {
      const hook = read(file);
      if (hook === null) continue;
      rmSync(file);
      if (hook.header.ask) void held.release(hook.header.ask);
      found.push(hook);
      for (const { claude, listener } of followers) if (isOf(hook, claude)) listener(hook);
    }
  };
  const timer = setInterval(look, 20);
  return {
    follow(claude, listener) {
      look();
      for (const hook of found) if (isOf(hook, claude)) listener(hook);
      followers.push({ claude, listener });
    },
    stop: () => clearInterval(timer),
  };
}

function isOf({ header, payload }: SpooledHook, { pid, cwd }: Claude): boolean {
  return header.pid ? Number(header.pid) === pid : payload.cwd === cwd;
}

/** A whole file, or `null` for one that is still being written: half an object does not parse. */
function read(file: string): SpooledHook | null {
  const text = readFileSync(file, 'utf8');
  const split = text.indexOf('\n\n');
  if (split < 0) return null;
  try {
    const lines = text.slice(0, split).split('\n');
    const header = lines.map((line) => [line.replace(/ .*/, ''), line.replace(/^\S* ?/, '')]);
    return { header: Object.fromEntries(header), payload: JSON.parse(text.slice(split)) };
  } catch {
    return null;
  }
}
