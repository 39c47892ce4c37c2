// Where reading of a transcript stands. Plain data, kept over restarts of the daemon.

/** A place in a growing file, by bytes. */
export interface TranscriptPosition {
  readonly path: string;
  readonly inode: number;
  /** Byte after the last whole line that was told. */
  readonly offset: number;
  /** The bytes just before `offset`, base64: a rewritten file shows here. */
  readonly fingerprint: string;
  /** Added to offsets so that they only grow, also after the file was begun again. */
  readonly base: number;
  /** `offset` lies within a line too long to tell: what comes before the next newline is passed over. */
  readonly inLongLine?: true;
}
