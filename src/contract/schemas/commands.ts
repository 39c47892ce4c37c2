// What a request of each command must look like before anybody acts on it. The compiler proves below that each schema
// and its type in `commands.ts` are equal. Only the server imports this: the panel and the command line stay free of
// zod.

import { z } from 'zod';
import type { Meaning } from '../../core/prompt.ts';
import type { CommandName, RequestOf } from '../commands.ts';

const nothing = z.strictObject({});
/** A session's id, or that of its conversation. Beginnings, labels and names are resolved by whoever asks. */
const session = z.string().min(1).max(200);

/** What a prompt may be answered with: texts as long as a file, never a key. */
const text = z.string().min(1).max(100_000);
const meanings = [
  'allow',
  'allow-always',
  'allow-mode',
  'deny',
  'choose',
  'write',
  'chat',
  'accept',
  'decline',
  'cancel',
  'other',
] as const satisfies readonly Meaning[];
const prompt = z.string().min(1).max(200);
const answer = z.strictObject({
  prompt,
  option: z.strictObject({
    n: z.number().int().min(0).max(100),
    label: z.string().max(10_000),
    meaning: z.enum(meanings),
  }),
  changedAt: z.iso.datetime().exactOptional(),
  text: text.nullable(),
  input: z.record(z.string(), z.unknown()).readonly().nullable(),
  answers: z
    .array(z.strictObject({ chosen: z.array(z.string().max(10_000)).max(100).readonly(), text: text.nullable() }))
    .max(100)
    .readonly()
    .nullable(),
  content: z
    .record(
      z.string(),
      z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(10_000)).max(1000).readonly()]),
    )
    .readonly()
    .nullable(),
});

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
  prompts: nothing,
  answer,
  reread: z.strictObject({ prompt }),
  'just-closed': z.strictObject({ session }),
  send: z.strictObject({ session, text }),
  interrupt: z.strictObject({ session }),
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
