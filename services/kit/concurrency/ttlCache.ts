import { LRUCache } from 'lru-cache';

/** Measured from the start of the fill, so that a change is visible everywhere within a second. */
const MAX_AGE_MS = 900;

/**
 * A cache whose values are at most a second old and never older than the last change that this process has
 * seen. Values belong to a group. Invalidating a group covers its values and its running fills, for later
 * requests.
 */
export function createTtlCache<V>({ maxEntries = 1000, now = () => performance.now() } = {}) {
  const entries = new LRUCache<string, { value: Promise<V>; settled?: V }>({
    ...{ max: maxEntries, ttl: MAX_AGE_MS, ttlResolution: 0, perf: { now } },
  });
  /** Recently invalidated groups, oldest first. Values from before an older invalidation have expired. */
  const invalidations = new Map<number | string, { generation: number; at: number }>();
  let generation = 0;
  // An invalidated group gets new keys; the values under the old ones expire.
  const keyOf = (group: number | string, key: string) =>
    `${invalidations.get(group)?.generation ?? 0} ${group} ${key}`;

  return {
    get(group: number | string, key: string, fill: () => Promise<V>): Promise<V> {
      const id = keyOf(group, key);
      const cached = entries.get(id);
      if (cached) return cached.value;
      const entry: { value: Promise<V>; settled?: V } = { value: fill() };
      entries.set(id, entry);
      entry.value.then(
        (value) => {
          entry.settled = value;
        },
        // A failure rejects the current waiters; the next request fills again.
        () => {
          if (entries.peek(id) === entry) entries.delete(id);
        },
      );
      return entry.value;
    },
    /** The cached value, or undefined if there is none yet. */
    peek: (group: number | string, key: string): V | undefined => entries.get(keyOf(group, key))?.settled,
    invalidate(group: number | string): void {
      generation += 1;
      invalidations.delete(group);
      invalidations.set(group, { generation, at: now() });
      // Delete old invalidations: every venue with a booking causes one sooner or later, which could be a
      // million.
      for (const [other, { at }] of invalidations) {
        if (at > now() - 2 * MAX_AGE_MS) break;
        invalidations.delete(other);
      }
    },
  };
}
