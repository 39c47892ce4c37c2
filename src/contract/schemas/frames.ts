// What clients may send outside of commands: the text frames of the WebSocket and the body of `POST /pair`.
// Only the server imports this.

import { z } from 'zod';
import type { ClientFrame, PairRequest } from '../frames.ts';

/** A text frame from a client. */
export const CLIENT_FRAME = z.discriminatedUnion('frame', [
  z.strictObject({ frame: z.literal('hello'), contract: z.number().int(), secret: z.string().min(1).max(100) }),
  z.strictObject({ frame: z.literal('resync') }),
  z.strictObject({ frame: z.literal('looking'), looking: z.boolean() }),
]) satisfies z.ZodType<ClientFrame>;

/** Only what every contract's hello has, to tell an older or newer page from a broken one. */
export const ANY_HELLO = z.object({ frame: z.literal('hello'), contract: z.number() });

/** Body of `POST /pair`. */
export const PAIR_REQUEST = z.strictObject({
  code: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(60),
}) satisfies z.ZodType<PairRequest>;
