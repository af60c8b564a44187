import { withOwnDeadline } from './callContext.ts';

type CacheKey = { group: number | string; key: string };

type Entry<V> = CacheKey & {
  generation: number;
  startedAt: number;
  readAt: number;
  value: Promise<V>;
  settled?: V;
};

type Options<V> = {
  maxEntries?: number;
  now?: () => number;
  /**
   * Looks up some values again before they expire, in the given order: one call for all values in use,
   * without making any reader wait. After a failure, values are filled one by one on demand.
   */
  refresh?: (keys: CacheKey[]) => Promise<V[]>;
};

/** Measured from the start of the fill, so that a change is visible everywhere within a second. */
const MAX_AGE_MS = 900;
/** When an entry reaches the first age, it is refreshed together with all entries of at least the second. */
const REFRESH_AT_MS = 450;
const REFRESH_ALONG_MS = 150;
/** Entries that were not read for this long are not refreshed. */
const IN_USE_MS = 10_000;
const MAX_REFRESHED = 100;
/** A deadline of its own: the call that triggers the refresh may have no time left. */
const REFRESH_BUDGET_MS = 2000;
/** Pause after a failed refresh. */
const REFRESH_RETRY_MS = 10_000;

/**
 * A cache whose values are at most a second old and never older than the last change that this process has
 * seen. Values belong to a group. Invalidating a group applies to its values and its running fills for later
 * requests.
 */
export function createTtlCache<V>(options: Options<V> = {}) {
  const { maxEntries = 1000, now = () => performance.now(), refresh } = options;
  const entries = new Map<string, Entry<V>>();
  /** Recent invalidations of groups, oldest first. Older ones don't matter: values from before have expired. */
  const invalidations = new Map<number | string, { generation: number; at: number }>();
  let generation = 0;
  /** Earliest time of the next refresh; infinite while one is running. */
  let nextRefreshAt = refresh ? 0 : Number.POSITIVE_INFINITY;

  // Entries are ordered by the start of their fill, so expired ones come first.
  const evict = () => {
    for (const [key, { startedAt }] of entries) {
      if (startedAt > now() - MAX_AGE_MS) break;
      entries.delete(key);
    }
    // All are fresh: a flood of different requests. Clearing everything is cheaper than choosing entries.
    if (entries.size >= maxEntries) entries.clear();
  };

  const generationOf = (group: number | string) => invalidations.get(group)?.generation ?? 0;
  const isFresh = ({ group, generation, startedAt }: Entry<V>) =>
    generation === generationOf(group) && startedAt > now() - MAX_AGE_MS;
  const store = (entry: Entry<V>) => {
    const id = `${entry.group} ${entry.key}`;
    entries.delete(id);
    entries.set(id, entry);
  };

  /** Empty results are not refreshed, because anybody can request keys that don't exist. */
  const isDue = (entry: Entry<V>) =>
    isFresh(entry) &&
    Boolean(entry.settled) &&
    entry.startedAt < now() - REFRESH_ALONG_MS &&
    entry.readAt > now() - IN_USE_MS;
  const refreshDue = async (fetchValues: NonNullable<typeof refresh>) => {
    const startedAt = now();
    const due = [...entries.values()].filter(isDue).slice(0, MAX_REFRESHED);
    nextRefreshAt = Number.POSITIVE_INFINITY;
    try {
      const values = await withOwnDeadline(REFRESH_BUDGET_MS, () => fetchValues(due));
      for (const [at, entry] of due.entries()) {
        const settled = values[at] as V;
        // Skip entries that were refilled meanwhile. Entries of invalidated groups keep their generation and stay
        // invalid.
        if (entries.get(`${entry.group} ${entry.key}`) === entry)
          store({ ...entry, startedAt, value: Promise.resolve(settled), settled });
      }
      nextRefreshAt = 0;
    } catch {
      nextRefreshAt = now() + REFRESH_RETRY_MS;
    }
  };

  const find = (group: number | string, key: string): Entry<V> | undefined => {
    const entry = entries.get(`${group} ${key}`);
    if (!entry || !isFresh(entry)) return undefined;
    entry.readAt = now();
    if (refresh && entry.startedAt < now() - REFRESH_AT_MS && nextRefreshAt <= now())
      void refreshDue(refresh);
    return entry;
  };

  return {
    get(group: number | string, key: string, fill: () => Promise<V>): Promise<V> {
      const cached = find(group, key);
      if (cached) return cached.value;
      evict();
      const at = now();
      const entry: Entry<V> = {
        ...{ group, key, generation: generationOf(group), startedAt: at, readAt: at, value: fill() },
      };
      store(entry);
      entry.value.then(
        (value) => {
          entry.settled = value;
        },
        // A failure rejects the current waiters; the next request fills again.
        () => {
          if (entries.get(`${group} ${key}`) === entry) entries.delete(`${group} ${key}`);
        },
      );
      return entry.value;
    },
    /** The cached value, or undefined if there is none yet. */
    peek: (group: number | string, key: string): V | undefined => find(group, key)?.settled,
    invalidate(group: number | string): void {
      generation += 1;
      invalidations.delete(group);
      invalidations.set(group, { generation, at: now() });
      // Delete expired invalidations: every venue with a booking is invalidated sooner or later, which could be a
      // million.
      for (const [other, { at }] of invalidations) {
        if (at > now() - MAX_AGE_MS) break;
        invalidations.delete(other);
      }
    },
  };
}
