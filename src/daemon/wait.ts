// A pause between two looks at something that tells nothing by itself.

/** Resolves after `ms` milliseconds; at once where there is nothing to wait for. */
export function wait(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
