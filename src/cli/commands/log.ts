// `log`: what the daemon wrote about itself, as readable lines. Works without a daemon.

import { closeSync, fstatSync, openSync, readSync, watchFile } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../home/home-error.ts';
import { lineCutter } from '../../home/lines.ts';
import type { Context } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../output.ts';
import { safeText } from '../text/safe-text.ts';

/** Bytes from the end that are looked through for the last lines. */
const WINDOW = 4 * 1024 * 1024;
const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Prints the last lines; with `follow` also what comes, until interrupted. */
export async function log(
  context: Context,
  options: { readonly follow?: boolean; readonly lines: string },
): Promise<void> {
  const count = Number(options.lines);
  if (!/^\d{1,6}$/.test(options.lines)) {
    throw new Failure(EXIT.usage, `-n takes a number of lines, not ${JSON.stringify(options.lines)}.`);
  }
  const path = join(context.paths.log, 'daemon.log');
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new Failure(
      EXIT.notFound,
      `There is no log yet at ${path}. \`tallymux start\` starts the daemon that writes it.`,
    );
  }
  const cut = lineCutter();
  let at = Math.max(0, fstatSync(descriptor).size - WINDOW);
  const news = (): string[] => {
    const chunk = Buffer.alloc(64 * 1024);
    const lines: string[] = [];
    for (let read = readSync(descriptor, chunk, 0, chunk.length, at); read > 0; ) {
      at += read;
      lines.push(...cut(Buffer.from(chunk.subarray(0, read))));
      read = readSync(descriptor, chunk, 0, chunk.length, at);
    }
    return lines;
  };
  const last = news();
  for (const line of count === 0 ? [] : last.slice(-count)) print(readableLine(line));
  if (options.follow !== true) return closeSync(descriptor);
  watchFile(path, { interval: 300 }, (now, before) => {
    if (now.ino !== before.ino && now.ino !== 0) {
      closeSync(descriptor);
      descriptor = openSync(path, 'r');
      at = 0;
    }
    for (const line of news()) print(readableLine(line));
  });
  await new Promise<never>(() => {});
}

/** One line of the log for a person: time, level, text, then the other fields. What is no JSON comes as it is. */
export function readableLine(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return safeText(line);
  }
  if (typeof entry !== 'object' || entry === null) return safeText(line);
  const { time, level, msg, ...rest } = entry;
  const when = typeof time === 'number' ? new Date(time).toISOString() : String(time ?? '');
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return safeText(
    [when, (LEVELS[Number(level)] ?? String(level ?? '')).padEnd(5), String(msg ?? ''), ...fields].join(' '),
  );
}
