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

/** Ends the command. The message says what is wrong and what to do next; it may have several lines. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;
  constructor(exitCode: number, text: string) {
    super(text);
    this.exitCode = exitCode;
  }
}
