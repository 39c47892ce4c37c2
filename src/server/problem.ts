// Problems: the body of every answer that is not 2xx. Their texts never repeat what was sent to us.

import type { Problem, ProblemCode } from '../contract/commands.ts';

/** HTTP status of each problem. */
const STATUS = {
  'bad-request': 400,
  'not-paired': 401,
  'read-only': 403,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  answered: 409,
  changed: 409,
  refused: 409,
  'too-large': 413,
  'too-many': 429,
  internal: 500,
} as const satisfies { readonly [C in ProblemCode]: number };

/** What a command or route came to: a status and a JSON body. */
export interface Outcome {
  /** 503: what is kept could not be read just now. */
  readonly status: 200 | 503 | (typeof STATUS)[ProblemCode];
  readonly body: unknown;
}

/** A problem as an outcome. @param text what is wrong and what to do next. */
export function problem(code: ProblemCode, text: string): Outcome {
  return { status: STATUS[code], body: { problem: code, text } satisfies Problem };
}

/** An outcome as a response that nobody may store. */
export function respond(outcome: Outcome): Response {
  return Response.json(outcome.body, { status: outcome.status, headers: { 'cache-control': 'no-store' } });
}
