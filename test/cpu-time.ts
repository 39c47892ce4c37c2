// How much a piece of work computes, for tests that hold it to be linear: another program on the machine changes how
// long it takes, and hardly what it computes.

/** @returns milliseconds of processor time that `work` used, the least of three times. */
export function cpuTimeOf(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
