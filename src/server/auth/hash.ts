// Secrets and their hashes. Secrets are random, so one SHA-256 is enough: slow hashes are for passwords.

import { createHash, timingSafeEqual } from 'node:crypto';

/** Random bytes; `node:crypto`'s `randomBytes` outside of tests. */
export type Random = (bytes: number) => Uint8Array;

/** A fresh secret as base64url. */
export function makeSecret(random: Random, bytes: 16 | 32): string {
  return Buffer.from(random(bytes)).toString('base64url');
}

/** SHA-256, hex. */
export function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether `secret` has this hash, in constant time. */
export function matches(secret: string, hashed: string): boolean {
  const known = Buffer.from(hashed, 'hex');
  const given = createHash('sha256').update(secret).digest();
  return known.length === given.length && timingSafeEqual(known, given);
}
