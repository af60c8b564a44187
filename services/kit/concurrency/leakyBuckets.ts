type Bucket = { level: number; at: number };

/**
 * Leaky buckets by name, all with the same drain rate.
 * @param options.perSecond drain per second
 * @param options.most maximum number of buckets; the least recently used ones are evicted and restart empty
 * @param options.now the time in ms
 */
export function createLeakyBuckets({
  perSecond,
  most,
  now = () => performance.now(),
}: {
  perSecond: number;
  most: number;
  now?: (() => number) | undefined;
}) {
  /** Least recently used first. */
  const buckets = new Map<string, Bucket>();
  const levelOf = (name: string): number => {
    const bucket = buckets.get(name);
    return bucket ? Math.max(0, bucket.level - ((now() - bucket.at) / 1000) * perSecond) : 0;
  };
  return {
    levelOf,
    /** Raises the level of a bucket; a negative amount lowers it. Deletes empty buckets. */
    pour(name: string, amount: number): void {
      const level = Math.max(0, levelOf(name) + amount);
      buckets.delete(name);
      if (level === 0) return;
      buckets.set(name, { level, at: now() });
      const [oldest] = buckets.keys();
      if (buckets.size > most && oldest !== undefined) buckets.delete(oldest);
    },
  };
}
