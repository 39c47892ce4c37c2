// Why a settings file is not touched, in words for the person: what is wrong, where, and the next step. It must never
// leave somebody with nothing but the name of a system error.

import type { Stats } from 'node:fs';

/** Why a settings file is not touched. Its message says what is wrong, where, and what to do. */
export class SettingsRefusal extends Error {
  override readonly name = 'SettingsRefusal';
}

/** What is wrong and the next step, by the code of a system error. `what` is a path. */
const WORDS: Readonly<Record<string, (what: string) => string>> = {
  ELOOP: (what) => `${what} is a link that leads in a circle. Remove it, or let it lead to a file`,
  ENOTDIR: (what) =>
    `${what} leads through something that is a file, not a directory. Name Claude's directory by TALLYMUX_CLAUDE_DIRS, or put the link right`,
  EACCES: (what) =>
    `${what} is closed to you. Make it readable (chmod u+r), and every directory above it yours to enter (chmod u+x)`,
  EPERM: (what) => `${what} is closed to you. Ask its owner for the right to read it`,
};

/** Why a settings file could not be looked at or read. */
export function unreadable(path: string, error: unknown): SettingsRefusal {
  if (error instanceof SettingsRefusal) return error;
  const words = WORDS[codeOf(error)]?.(path) ?? `${path} cannot be read. Make it readable`;
  return new SettingsRefusal(`${words}, then try again. Nothing was changed. (${textOf(error)})`);
}

/** Why a settings file, or the directory that it lies in, could not be written. */
export function unwritable(path: string, error: unknown): SettingsRefusal {
  if (error instanceof SettingsRefusal) return error;
  const closed = ['EACCES', 'EPERM'].includes(codeOf(error));
  const next = closed ? ' Make it yours to write (chmod u+w), then try again.' : '';
  return new SettingsRefusal(`${path} cannot be written: ${textOf(error)}. Nothing was changed.${next}`);
}

/**
 * Why something that is no plain file is not read.
 * @param path as it was asked for; where it is a link, the link is what is wrong, never what it leads to.
 * @param real where it lies.
 */
export function noFile(path: string, real: string, status: Stats): SettingsRefusal {
  const kind = kindOf(status);
  return new SettingsRefusal(
    path === real
      ? `${path} is not a file but ${kind}. Move it away, then try again. Nothing was changed.`
      : `${path} leads to ${real}, which is not a file but ${kind}. Let the link lead to a file, or remove the link, then try again. Nothing was changed.`,
  );
}

function kindOf(status: Stats): string {
  if (status.isDirectory()) return 'a directory';
  if (status.isFIFO()) return 'a pipe';
  if (status.isSocket()) return 'a socket';
  return 'a device';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
