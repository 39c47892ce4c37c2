// How a command ends when it could not do what was asked: one line for the person, one number for scripts.

/** How a command may end that did not do it: its exit code, which scripts may rely on, and what it means. */
export const ENDS = {
  failed: { code: 1, problem: 'failed', means: 'failed, or sent and not confirmed' },
  usage: { code: 2, problem: 'usage', means: 'wrong usage' },
  noDaemon: { code: 3, problem: 'no-daemon', means: 'no daemon runs' },
  notFound: { code: 4, problem: 'not-found', means: 'there is no such session, prompt or option' },
  ambiguous: { code: 5, problem: 'ambiguous', means: 'several fit' },
  changed: { code: 6, problem: 'changed', means: 'already answered, or changed' },
  refused: { code: 7, problem: 'refused', means: 'refused' },
  // Only of `wait`, which prints no JSON.
  timeout: { code: 124, problem: null, means: 'the time of wait is over' },
} as const;

/** The exit codes by name. */
export const EXIT = Object.fromEntries(Object.entries(ENDS).map(([name, { code }]) => [name, code])) as {
  readonly [N in keyof typeof ENDS]: (typeof ENDS)[N]['code'];
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
  const problem = Object.values(ENDS).find(({ code }) => code === exitCode)?.problem ?? ENDS.failed.problem;
  return { ...known, error: { problem, text: message } };
}
