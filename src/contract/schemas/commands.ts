// What a request of each command must look like before anybody acts on it. The compiler proves below that each schema
// and its type in `commands.ts` are equal. Only the server imports this: the panel and the command line stay free of
// zod.

import { z } from 'zod';
import type { CommandName, RequestOf } from '../commands.ts';

const nothing = z.strictObject({});
/** A session's id, or that of its conversation. Beginnings, labels and names are resolved by whoever asks. */
const session = z.string().min(1).max(200);

/** One schema for each command; unknown fields are refused. */
export const COMMAND_SCHEMAS = {
  status: nothing,
  list: nothing,
  explain: z.strictObject({ session }),
  record: z.strictObject({ session, full: z.boolean() }),
  label: z.strictObject({ session, label: z.string().min(1).max(120).nullable() }),
  mute: z.strictObject({ session, until: z.union([z.literal('forever'), z.iso.datetime()]).nullable() }),
  seen: z.strictObject({ session, change: z.number().int().nonnegative() }),
  unseen: z.strictObject({ session }),
  pair: z.strictObject({ role: z.enum(['full', 'read-only']).exactOptional() }),
  devices: nothing,
  'revoke-device': z.strictObject({ device: z.string().min(1).max(100) }),
  stop: nothing,
} as const satisfies { readonly [N in CommandName]: z.ZodType<RequestOf<N>> };

type Schemas = typeof COMMAND_SCHEMAS;
type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;
type Unequal = { [N in CommandName]: Same<z.output<Schemas[N]>, RequestOf<N>> extends true ? never : N }[CommandName];
/** Does not compile when a schema is narrower than its type or lacks an optional field, which `satisfies` lets pass. */
const unequal: [Unequal] extends [never] ? null : Unequal = null;
void unequal;
