// One-time pairing codes. Kept hashed and in memory only: a restart ends them. A code is gone the moment it is tried,
// whether or not it was still valid.

import { hash, makeSecret, type Random } from './hash.ts';

/** How long a code is valid, in milliseconds. */
export const CODE_LIFE_MS = 5 * 60_000;
/** Codes that may wait at once; the oldest is forgotten. */
const MOST_CODES = 16;

/** What a device may do. */
export type Role = 'full' | 'read-only';

/** The codes that wait to be used. */
export interface PairingCodes {
  /** A fresh code; `expiresAt` in epoch milliseconds. */
  mint(role: Role): { readonly code: string; readonly expiresAt: number };
  /** Uses a code up. `null` when it is unknown, used or expired. */
  redeem(code: string): Role | null;
}

/** @param clock `steady` decides expiry, so that setting the wall clock back revives no code. */
export function pairingCodes(clock: { steady(): number; wall(): number }, random: Random): PairingCodes {
  const waiting = new Map<string, { role: Role; until: number }>();
  return {
    mint(role) {
      const code = makeSecret(random, 16);
      waiting.set(hash(code), { role, until: clock.steady() + CODE_LIFE_MS });
      const oldest = waiting.keys().next().value;
      if (waiting.size > MOST_CODES && oldest !== undefined) waiting.delete(oldest);
      return { code, expiresAt: clock.wall() + CODE_LIFE_MS };
    },
    redeem(code) {
      const hashed = hash(code);
      const found = waiting.get(hashed);
      waiting.delete(hashed);
      return found !== undefined && clock.steady() < found.until ? found.role : null;
    },
  };
}
