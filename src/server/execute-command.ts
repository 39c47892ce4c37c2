// Carries out one command for one caller: known? allowed? well formed? Then the server's own commands are done here and
// all others go to the daemon. Both doors come through here, so that neither can forget a check.

import type { CommandName, ReplyOf } from '../contract/commands.ts';
import { COMMAND_SCHEMAS } from '../contract/schemas/commands.ts';
import { type Caller, type Daemon, type DaemonCommand, Refused } from '../daemon/doors.ts';
import type { Devices } from './auth/devices.ts';
import type { PairingCodes } from './auth/pairing.ts';
import type { Log } from './options.ts';
import { type Outcome, problem } from './problem.ts';

/** All that a read-only device may ask for. */
const READ_ONLY: ReadonlySet<CommandName> = new Set<CommandName>(['status', 'list', 'explain', 'prompts']);

/** What commands need. */
export interface CommandParts {
  readonly daemon: Daemon;
  readonly devices: Devices;
  readonly codes: PairingCodes;
  /** Ends the open connections of a device at once. */
  readonly disconnect: (device: string) => void;
  /** Where a person who asks through this door opens the panel, without a slash at the end. */
  readonly panelUrl: (door: Caller['door']) => string;
  readonly log: Log;
}

/** Carries out command `name`. @param body the request, not yet validated. Never throws. */
export async function executeCommand(
  parts: CommandParts,
  name: string,
  body: unknown,
  caller: Caller,
): Promise<Outcome> {
  if (!isCommand(name))
    return problem('not-found', 'There is no such command. The panel and the daemon may differ in version: reload.');
  if (name === 'stop' && caller.door !== 'socket') {
    return problem('forbidden', 'The daemon can only be stopped on its machine, with `tallymux stop`.');
  }
  if (caller.door === 'device' && caller.device.role !== 'full' && !READ_ONLY.has(name)) {
    return problem('read-only', 'This device may only look. Pair it again as a full device to do more.');
  }
  const schema = COMMAND_SCHEMAS[name];
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const known = Object.keys(schema.shape);
    const wrong = new Set(
      parsed.error.issues.map((issue) => issue.path[0]).filter((field) => known.includes(String(field))),
    );
    const what = wrong.size > 0 ? `check ${[...wrong].join(', ')}` : 'it has a missing or unknown field';
    return problem('bad-request', `The request does not fit the command ${name}: ${what}.`);
  }
  try {
    return { status: 200, body: await carryOut(parts, name, parsed.data, caller) };
  } catch (error) {
    if (error instanceof Refused) return problem(error.problem, error.message);
    parts.log('error', { command: name, err: error }, 'a command failed');
    return problem('internal', 'The daemon could not do this. `tallymux log` shows why.');
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMAND_SCHEMAS, name);
}

/** @param request has passed the schema of `name`. */
async function carryOut(parts: CommandParts, name: CommandName, request: unknown, caller: Caller): Promise<unknown> {
  switch (name) {
    case 'pair': {
      const { role = 'full' } = request as { role?: 'full' | 'read-only' };
      const { code, expiresAt } = parts.codes.mint(role);
      const url = `${parts.panelUrl(caller.door)}/#pair=${code}`;
      return { code, url, expiresAt: new Date(expiresAt).toISOString() } satisfies ReplyOf<'pair'>;
    }
    case 'devices': {
      const asking = caller.door === 'device' ? caller.device.id : null;
      return { devices: parts.devices.list(asking) } satisfies ReplyOf<'devices'>;
    }
    case 'revoke-device': {
      const { device: id } = request as { device: string };
      const device = parts.devices.remove(id);
      if (device === null) throw new Refused('not-found', 'No device has this id. `tallymux devices` lists them.');
      parts.disconnect(id);
      parts.log('info', { device: id }, 'a device was revoked');
      return { device } satisfies ReplyOf<'revoke-device'>;
    }
    default:
      return parts.daemon.execute(name satisfies DaemonCommand, request as never, caller);
  }
}
