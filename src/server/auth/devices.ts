// Paired devices: made by pairing, checked in the store at every use, revoked by removing them. Only hashes are kept.

import type { Device } from '../../contract/commands.ts';
import type { Clock, Store, StoredDevice } from '../../daemon/ports.ts';
import type { CookieHalf } from './cookie.ts';
import { hash, makeSecret, matches, type Random } from './hash.ts';
import type { Role } from './pairing.ts';

/** What of the store the doors use. */
export type DeviceStore = Pick<Store, 'devices' | 'saveDevice' | 'removeDevice'>;

/** How long a device's last use stays unwritten, in milliseconds: a disk write a minute at most. */
const USE_WRITTEN_EVERY_MS = 60_000;

/** The paired devices. */
export interface Devices {
  /** A new device and its two secrets, which are told this once. */
  add(
    name: string,
    role: Role,
  ): { readonly device: StoredDevice; readonly cookie: CookieHalf; readonly secret: string };
  /** The device that one of these cookie halves fits. Half a credential: enough to begin a WebSocket, no more. */
  byCookie(halves: readonly CookieHalf[]): StoredDevice | null;
  /** The device that holds one of these cookie halves and the other half. */
  byBoth(halves: readonly CookieHalf[], secret: string | null): StoredDevice | null;
  /** The device as it is in the store now; `null` once it is revoked. */
  current(id: string): StoredDevice | null;
  /** Whether `secret` is the second half of a device. */
  hasSecret(device: StoredDevice, secret: string): boolean;
  /** Writes down that a device was used. Never throws: a full disk locks nobody out. */
  used(device: StoredDevice): void;
  list(current: string | null): readonly Device[];
  remove(id: string): Device | null;
}

/** @param onWriteError told when the last use could not be written. */
export function devices(store: DeviceStore, clock: Clock, random: Random, onWriteError: (e: unknown) => void): Devices {
  const current = (id: string) => store.devices().find((device) => device.id === id) ?? null;
  const fitting = (halves: readonly CookieHalf[]) => {
    const all = halves.length === 0 ? [] : store.devices();
    return halves.flatMap((half) =>
      all.filter((device) => device.id === half.device && matches(half.secret, device.cookieHash)),
    );
  };
  return {
    add(name, role) {
      const id = Buffer.from(random(6)).toString('hex');
      const cookie = { device: id, secret: makeSecret(random, 32) };
      const secret = makeSecret(random, 32);
      const device: StoredDevice = {
        id,
        name: printable(name),
        role,
        cookieHash: hash(cookie.secret),
        secretHash: hash(secret),
        pairedAt: clock.wall(),
        lastUsedAt: null,
      };
      store.saveDevice(device);
      return { device, cookie, secret };
    },
    byCookie: (halves) => fitting(halves)[0] ?? null,
    byBoth(halves, secret) {
      if (secret === null) return null;
      return fitting(halves).find((device) => matches(secret, device.secretHash)) ?? null;
    },
    current,
    hasSecret: (device, secret) => matches(secret, device.secretHash),
    used(device) {
      const now = clock.wall();
      // A wall clock that was set back must not stop the writing for good.
      if (device.lastUsedAt !== null && Math.abs(now - device.lastUsedAt) < USE_WRITTEN_EVERY_MS) return;
      try {
        store.saveDevice({ ...device, lastUsedAt: now });
      } catch (error) {
        onWriteError(error);
      }
    },
    list: (asking) => store.devices().map((device) => asSeen(device, asking)),
    remove(id) {
      const device = current(id);
      if (device === null) return null;
      store.removeDevice(id);
      return asSeen(device, null);
    },
  };
}

function asSeen(device: StoredDevice, asking: string | null): Device {
  return {
    id: device.id,
    name: device.name,
    role: device.role,
    pairedAt: new Date(device.pairedAt).toISOString(),
    lastUsedAt: device.lastUsedAt === null ? null : new Date(device.lastUsedAt).toISOString(),
    current: device.id === asking,
  };
}

/** A device names itself: what it says is shown in terminals and must not move their cursor or turn text around. */
function printable(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() || 'unnamed device';
}
