// One line of `doctor`.

/** What was found. `red`: broken; `amber`: does not work as it could; `note`: only to know. */
export interface Finding {
  readonly level: 'good' | 'note' | 'amber' | 'red';
  readonly text: string;
  /** What to run or change. */
  readonly mend?: string;
}
