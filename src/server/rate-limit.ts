// Token buckets by key: how often an address or a device may ask. Holds a bounded number of keys.

/** How a bucket fills. */
export interface BucketSize {
  /** Requests at once. */
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Makes a limiter.
 * @param steady milliseconds that never step.
 * @returns takes one token of `key`; false when there is none left.
 */
export function rateLimit(size: BucketSize, steady: () => number, maxKeys = 1000): (key: string) => boolean {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key) => {
    const now = steady();
    const known = buckets.get(key) ?? { tokens: size.burst, at: now };
    const tokens = Math.min(size.burst, known.tokens + ((now - known.at) / 1000) * size.perSecond);
    const allowed = tokens >= 1;
    // Deleting first makes it the newest key, so that those unused for longest are forgotten.
    buckets.delete(key);
    buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now });
    if (buckets.size > maxKeys) {
      const oldest = buckets.keys().next().value;
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return allowed;
  };
}
