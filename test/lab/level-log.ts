// What one Claude's registry file said and when: the tests' own witness, independent of the daemon under test.

import { readFileSync } from 'node:fs';

/** One thing the registry said; `status` is `''` before Claude writes one and `'gone'` without a file. */
export interface Level {
  /** Epoch milliseconds at which it was first read: at most 20 ms late. */
  readonly at: number;
  readonly status: string;
  readonly waitingFor: string;
  readonly conversation: string;
}

/** A growing list of levels, oldest first; nothing twice in a row. */
export interface LevelLog {
  readonly levels: readonly Level[];
  stop(): void;
}

/** Follows one registry file. */
export function followLevels(file: string): LevelLog {
  const levels: Level[] = [];
  const look = () => {
    const level = read(file);
    const last = levels.at(-1);
    if (level === null) return;
    if (last && last.status === level.status && last.waitingFor === level.waitingFor) {
      if (last.conversation === level.conversation) return;
    }
    levels.push(level);
  };
  look();
  const timer = setInterval(look, 20);
  return { levels, stop: () => clearInterval(timer) };
}

/** One read; `null` for half a file. */
function read(file: string): Level | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { at: Date.now(), status: 'gone', waitingFor: '', conversation: '' };
  }
  try {
    const { status = '', waitingFor = '', sessionId = '' } = JSON.parse(text);
    return { at: Date.now(), status, waitingFor, conversation: sessionId };
  } catch {
    return null;
  }
}
