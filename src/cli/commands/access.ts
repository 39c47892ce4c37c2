// `pair`, `devices`, `open`: who may use the panel, and the way there. Refused under a Claude.

import { spawn } from 'node:child_process';
import type { Device } from '../../contract/commands.ts';
import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { removeOldOpenPage, removeOpenPage, writeOpenPage } from '../open-page.ts';
import { print, printJson, tell } from '../output.ts';
import { safeText } from '../text/safe-text.ts';
import { age } from '../text/times.ts';
import { refuseUnderClaude } from '../under-claude.ts';
import { printLink, tunnel } from './daemon.ts';

/** `pair`: prints a one-time link for another device. */
export async function pair(context: Context, options: { readonly readOnly?: boolean }): Promise<void> {
  refuseUnderClaude(context, 'pair a device');
  removeOldOpenPage(context.paths, Date.now());
  const connection = await connect(context);
  const { url } = await connection.ask('pair', { role: options.readOnly === true ? 'read-only' : 'full' });
  print(url);
  const what = options.readOnly === true ? 'a device that may only look' : 'a device that may do everything';
  tell(`Open it on the device within 5 minutes; it works once and makes it ${what}.`);
  const there = tunnel(context.environment, (await connection.status()).url);
  if (there !== null) tell(`You are here by ssh. First, on the machine with the browser: ${there}`);
}

/** `devices`: who is paired. */
export async function devices(context: Context, options: { readonly json?: boolean }): Promise<void> {
  refuseUnderClaude(context, 'see or change the paired devices');
  const connection = await connect(context);
  const { devices: paired } = await connection.ask('devices', {});
  if (options.json === true) return printJson({ devices: paired });
  const now = Date.now();
  for (const device of paired) {
    const used = device.lastUsedAt === null ? 'never used' : `used ${age(device.lastUsedAt, now)} ago`;
    print(`${device.id}  ${device.role.padEnd(9)}  ${used.padEnd(13)}  ${safeText(device.name)}`);
  }
  if (paired.length === 0) tell('No device is paired. `tallymux pair` prints a link for one.');
}

/** `devices revoke D`: that device is out at once. `D` is its id, a unique beginning of it, or its name. */
export async function revoke(context: Context, wanted: string): Promise<void> {
  refuseUnderClaude(context, 'see or change the paired devices');
  const connection = await connect(context);
  const { devices: paired } = await connection.ask('devices', {});
  const { device } = await connection.ask('revoke-device', { device: pickDevice(paired, wanted).id });
  tell(`${safeText(device.name)} (${device.id}) is out. Pair it again with \`tallymux pair\`.`);
}

/** `open`: the panel in the browser of this desktop. */
export async function open(context: Context): Promise<void> {
  refuseUnderClaude(context, 'open the panel');
  removeOldOpenPage(context.paths, Date.now());
  const connection = await connect(context);
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const { DISPLAY, WAYLAND_DISPLAY } = context.environment;
  const desktop = process.platform === 'darwin' || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY);
  if (!desktop) {
    tell('There is no desktop here to open a browser on. The link:');
    return printLink(connection, context.environment);
  }
  const { url } = await connection.ask('pair', {});
  const page = writeOpenPage(context.paths, url);
  const child = spawn(program, [page], { detached: true, stdio: 'ignore' });
  const failed = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(true));
    child.on('spawn', () => resolve(false));
  });
  child.unref();
  if (!failed) return tell('Opened in your browser. If nothing appears, `tallymux` prints a link.');
  removeOpenPage(context.paths);
  tell(`${program} is not installed. The link:`);
  await printLink(connection, context.environment);
}

function pickDevice(paired: readonly Device[], wanted: string): Device {
  const exact = paired.filter((device) => device.id === wanted);
  const found = exact.length > 0 ? exact : paired.filter((one) => one.id.startsWith(wanted) || one.name === wanted);
  const [device] = found;
  if (device === undefined || wanted === '') {
    throw new Failure(
      EXIT.notFound,
      `No device fits ${JSON.stringify(safeText(wanted))}. \`tallymux devices\` lists them.`,
    );
  }
  if (found.length === 1) return device;
  const lines = found.map((one) => `${one.id}  ${safeText(one.name)}`);
  throw new Failure(EXIT.ambiguous, ['Several devices fit; say which by its id:', ...lines].join('\n'));
}
