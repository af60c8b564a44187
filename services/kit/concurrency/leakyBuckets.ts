type Bucket = { level: number; at: number };

/**
 * Leaky buckets by key, all with the same drain rate.
 * @param options.perSecond drain per second
 * @param options.maxBuckets maximum number of buckets; the least recently used ones are evicted and restart
 * empty
 * @param options.now the time in ms
 */
export function createLeakyBuckets({
  perSecond,
  maxBuckets,
  now = () => performance.now(),
}: {
  perSecond: number;
  maxBuckets: number;
  now?: (() => number) | undefined;
}) {
  /** Least recently used first. */
  const buckets = new Map<string, Bucket>();
  const levelOf = (key: string): number => {
    const bucket = buckets.get(key);
    return bucket ? Math.max(0, bucket.level - ((now() - bucket.at) / 1000) * perSecond) : 0;
  };
  return {
    levelOf,
    /** Raises the level of a bucket; a negative amount lowers it. Deletes empty buckets. */
    pour(key: string, amount: number): void {
      const level = Math.max(0, levelOf(key) + amount);
      buckets.delete(key);
      if (level === 0) return;
      buckets.set(key, { level, at: now() });
      const [oldest] = buckets.keys();
      if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest);
    },
  };
}
