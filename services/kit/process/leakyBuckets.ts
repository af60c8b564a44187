type Bucket = { level: number; at: number };

/**
 * Leaky buckets by name: each drains at the same steady rate.
 * @param options.perSecond how much drains in a second
 * @param options.most how many buckets are kept; beyond, the least recently used counts as empty
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
    /** Raises the level of a bucket, or lowers it by a negative amount. An empty bucket is dropped. */
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
