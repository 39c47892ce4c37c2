// Our launcher for every event that a stand-in fires, also for those that we never register, in a Claude directory of
// the lab, and what it left in a spool that no daemon empties. It must never touch settings outside of the lab.

import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_EVENTS } from '../../src/adapters/claude/hook-events.ts';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { parseSpoolFile } from '../../src/adapters/claude/spool-file.ts';
import type { HookArrival } from '../../src/core/hook.ts';

/** What `setup` leaves out. */
const NEVER_REGISTERED = ['PostCompact', 'PostToolBatch'];

/** One hook with what its payload looked like. */
export interface SpooledArrival {
  readonly arrival: HookArrival;
  /** Names of the payload's fields, in their order. */
  readonly fields: readonly string[];
}

/** Registers everything. @param state the TALLYMUX_HOME; it seems to have a daemon, so that the launcher keeps all. */
export function registerEveryHook(claudeDirectory: string, state: string): void {
  installLauncher(state);
  writeFileSync(join(state, 'pid'), `${process.pid}\n`);
  for (const name of NEVER_REGISTERED) symlinkSync('../hook', join(state, 'hooks', name));
  const hooks = [...HOOK_EVENTS.map(({ name }) => name), ...NEVER_REGISTERED].map((name) => {
    const entry = {
      type: 'command',
      command: join(state, 'hooks', name),
      args: [],
      async: name !== 'PermissionRequest',
    };
    return [name, [{ hooks: [entry] }]];
  });
  const file = join(claudeDirectory, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, hooks: Object.fromEntries(hooks) }));
}

/** Commands with this word in them are decided by `registerDecider`'s hook. */
export const DECIDED = { allow: 'allowed-by-hook', deny: 'denied-by-hook' } as const;

/**
 * Adds a hook of the person's that holds a permission for a second and then decides it, where the command has one of
 * the words for it; elsewhere it says nothing at once.
 */
export function registerDecider(claudeDirectory: string, directory: string): void {
  const say = (fields: object) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: fields } });
  const command = join(directory, 'decide');
  const script = [
    '#!/bin/sh',
    'case $(cat) in',
    `*${DECIDED.allow}*) sleep 1; printf '%s' '${say({ behavior: 'allow' })}' ;;`,
    `*${DECIDED.deny}*) sleep 1; printf '%s' '${say({ behavior: 'deny', message: 'use another name' })}' ;;`,
    'esac',
    '',
  ].join('\n');
  writeFileSync(command, script, { mode: 0o700 });
  const file = join(claudeDirectory, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  settings.hooks.PermissionRequest.push({ hooks: [{ type: 'command', command, args: [] }] });
  writeFileSync(file, JSON.stringify(settings));
}

/** Every whole hook of one Claude so far, in the order in which their launchers began. */
export function hooksOf(pid: number, state: string): readonly SpooledArrival[] {
  const spool = join(state, 'spool');
  const found = readdirSync(spool).flatMap((name) => {
    const bytes = readFileSync(join(spool, name));
    const file = parseSpoolFile(bytes, name);
    if (file.kind === 'fault') throw new Error(`${name}: ${file.fault.fault}`);
    if (file.kind === 'not-whole' || file.arrival.claimedPid !== pid) return [];
    const fields = Object.keys(JSON.parse(bytes.subarray(bytes.indexOf('\n\n')).toString('utf8')));
    return [{ arrival: file.arrival, fields, bornAt: statSync(join(spool, name)).birthtimeMs }];
  });
  return found.sort((a, b) => (a.arrival.uptime ?? 0) - (b.arrival.uptime ?? 0) || a.bornAt - b.bornAt);
}
