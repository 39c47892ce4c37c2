// The person's terminal while the live list has it: another screen, raw keys, no cursor; and the way back, which is
// taken on every exit, also by a signal or an error.

import { writeSync } from 'node:fs';

/** A terminal that is taken. */
export interface TakenTerminal {
  /** Draws lines; only those that differ from the last time are sent. */
  draw(lines: readonly string[]): void;
  /** Gives the terminal back, stops this process as Ctrl-Z does, and takes the terminal again when it goes on. */
  suspend(): void;
  /** Gives the terminal to what runs until `run` ends, then takes it again. */
  lend<T>(run: () => Promise<T>): Promise<T>;
  /** Gives it back for good. Safe to call twice. */
  release(): void;
}

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[2J';
const LEAVE = '\u001b[?25h\u001b[?1049l';

/** Takes the terminal. @param onKeys gets what the terminal sent. @param onChange is told to draw anew. */
export function takeTerminal(onKeys: (data: string) => void, onChange: () => void): TakenTerminal {
  const { stdin, stdout } = process;
  let shown: readonly string[] = [];
  let taken = false;
  let lent = false;

  const take = (): void => {
    taken = true;
    shown = [];
    stdin.setRawMode(true);
    stdin.resume();
    stdout.write(ENTER);
  };
  const give = (): void => {
    if (!taken) return;
    taken = false;
    // At once, as the process may be about to end.
    try {
      writeSync(1, LEAVE);
      stdin.setRawMode(false);
    } catch {
      // The terminal itself is gone.
    }
  };
  const resized = (): void => {
    shown = [];
    if (taken) stdout.write('\u001b[2J');
    onChange();
  };
  const continued = (): void => {
    if (!taken && !lent) take();
    onChange();
  };
  const ended = (signal: NodeJS.Signals): void => {
    give();
    process.exit(signal === 'SIGHUP' ? 129 : signal === 'SIGINT' ? 130 : 143);
  };
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

  stdin.setEncoding('utf8');
  stdin.on('data', onKeys);
  stdout.on('resize', resized);
  process.on('SIGCONT', continued);
  process.on('exit', give);
  for (const signal of signals) process.on(signal, ended);
  take();
  return {
    draw(lines) {
      if (!taken) return;
      const news = lines.flatMap((line, row) => (line === shown[row] ? [] : [`\u001b[${row + 1};1H${line}\u001b[K`]));
      shown = lines;
      if (news.length > 0) stdout.write(news.join(''));
    },
    suspend() {
      give();
      process.kill(process.pid, 'SIGSTOP');
    },
    async lend(run) {
      give();
      lent = true;
      stdin.pause();
      try {
        return await run();
      } finally {
        lent = false;
        take();
        onChange();
      }
    },
    release() {
      give();
      stdin.off('data', onKeys);
      stdin.pause();
      stdout.off('resize', resized);
      process.off('SIGCONT', continued);
      process.off('exit', give);
      for (const signal of signals) process.off(signal, ended);
    },
  };
}
