// Reads the text of one registry file. Pure. Tolerant of what it does not know, strict about what it uses.

import type { LevelWord } from '../../core/evidence.ts';
import type { RegistryEntry } from '../../core/registry.ts';

const LEVELS: readonly string[] = ['idle', 'busy', 'waiting', 'shell'];

/**
 * The entry in `text`.
 * @param pid the pid in the file's name; a file that names another is not believed.
 * @returns the entry, or why it cannot be used, in words.
 */
export function parseRegistryFile(text: string, pid: number): RegistryEntry | { readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: text.trim() === '' ? 'the file is empty' : 'not whole JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: 'not a JSON object' };
  const fields = value as Record<string, unknown>;
  if (fields.pid !== pid) return { reason: `it names pid ${JSON.stringify(fields.pid) ?? 'none'}` };
  if (typeof fields.cwd !== 'string') return { reason: 'no cwd in it' };
  return {
    pid,
    cwd: fields.cwd,
    procStart: textOf(fields.procStart),
    pidDomain: textOf(fields.pidDomain),
    startedAt: numberOf(fields.startedAt),
    conversation: textOf(fields.sessionId),
    kind: fields.kind === 'bg' ? 'bg' : fields.kind === 'interactive' ? 'interactive' : 'other',
    entrypoint: textOf(fields.entrypoint) ?? 'cli',
    version: textOf(fields.version),
    name: textOf(fields.name),
    status: level(fields.status),
    waitingFor: textOf(fields.waitingFor),
    statusUpdatedAt: numberOf(fields.statusUpdatedAt) ?? numberOf(fields.updatedAt) ?? 0,
    jobId: textOf(fields.jobId),
  };
}

function level(status: unknown): LevelWord {
  if (status === undefined || status === null) return 'none';
  return typeof status === 'string' && LEVELS.includes(status) ? (status as LevelWord) : 'unrecognised';
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The latest time that a date can hold, in epoch milliseconds. */
const LATEST = 8.64e15;

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= LATEST ? value : null;
}
