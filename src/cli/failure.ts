// How a command ends when it could not do what was asked: one line for the person, one number for scripts.

/** Exit codes that scripts may rely on. */
export const EXIT = {
  failed: 1,
  usage: 2,
  noDaemon: 3,
  notFound: 4,
  ambiguous: 5,
  changed: 6,
  refused: 7,
  timeout: 124,
} as const;

/** The same in a word, for `--json`. */
const PROBLEMS: { readonly [N in keyof typeof EXIT]: string } = {
  failed: 'failed',
  usage: 'usage',
  noDaemon: 'no-daemon',
  notFound: 'not-found',
  ambiguous: 'ambiguous',
  changed: 'changed',
  refused: 'refused',
  timeout: 'timeout',
};

/** Ends the command. The message says what is wrong and what to do next; it may have several lines. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;
  /** What `--json` prints beside the failure: what is known nevertheless. */
  readonly known: object;
  constructor(exitCode: number, text: string, known: object = {}) {
    super(text);
    this.exitCode = exitCode;
    this.known = known;
  }
}

/** A failure as `--json` prints it on standard output: the word of its exit code, and the words for the person. */
export function failureInJson({ exitCode, message, known }: Failure): object {
  const name = (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((one) => EXIT[one] === exitCode) ?? 'failed';
  return { ...known, error: { problem: PROBLEMS[name], text: message } };
}
