import { inOwnTime } from './callContext.ts';

type Name = { group: number | string; key: string };

type Entry<V> = Name & {
  generation: number;
  startedAt: number;
  askedAt: number;
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
  renew?: (names: Name[]) => Promise<V[]>;
};

/** Measured from the start of the fill, so that a change is visible everywhere within a second. */
const MAX_AGE_MS = 900;
/** When an entry reaches the first age, it is renewed together with all entries of at least the second. */
const RENEW_AT_MS = 450;
const RENEW_ALONG_MS = 150;
/** Entries that were not read for this long are not renewed. */
const IN_USE_MS = 10_000;
const MOST_RENEWED = 100;
/** A deadline of its own: the call that triggers the renewal may have no time left. */
const RENEW_BUDGET_MS = 2000;
/** Pause after a failed renewal. */
const RENEW_AGAIN_MS = 10_000;

/**
 * A cache whose values are at most a second old and never older than the last change that this process has
 * seen. Values belong to a group. Dropping a group invalidates its values and its running fills for later
 * requests.
 */
export function createFreshCache<V>(options: Options<V> = {}) {
  const { maxEntries = 1000, now = () => performance.now(), renew } = options;
  const entries = new Map<string, Entry<V>>();
  /** Recent drops of groups, oldest first. Older drops don't matter: values from before have expired. */
  const drops = new Map<number | string, { generation: number; at: number }>();
  let generation = 0;
  /** Earliest time of the next renewal; infinite while one is running. */
  let renewFrom = renew ? 0 : Number.POSITIVE_INFINITY;

  // Entries are ordered by the start of their fill, so expired ones come first.
  const makeRoom = () => {
    for (const [key, { startedAt }] of entries) {
      if (startedAt > now() - MAX_AGE_MS) break;
      entries.delete(key);
    }
    // All are fresh: a flood of different requests. Clearing everything is cheaper than choosing entries.
    if (entries.size >= maxEntries) entries.clear();
  };

  const generationOf = (group: number | string) => drops.get(group)?.generation ?? 0;
  const isFresh = ({ group, generation, startedAt }: Entry<V>) =>
    generation === generationOf(group) && startedAt > now() - MAX_AGE_MS;
  const put = (entry: Entry<V>) => {
    const id = `${entry.group} ${entry.key}`;
    entries.delete(id);
    entries.set(id, entry);
  };

  /** Empty results are not renewed, because anybody can request keys that don't exist. */
  const isDue = (entry: Entry<V>) =>
    isFresh(entry) &&
    Boolean(entry.settled) &&
    entry.startedAt < now() - RENEW_ALONG_MS &&
    entry.askedAt > now() - IN_USE_MS;
  const renewThose = async (ask: NonNullable<typeof renew>) => {
    const startedAt = now();
    const due = [...entries.values()].filter(isDue).slice(0, MOST_RENEWED);
    renewFrom = Number.POSITIVE_INFINITY;
    try {
      const values = await inOwnTime(RENEW_BUDGET_MS, () => ask(due));
      for (const [at, entry] of due.entries()) {
        const settled = values[at] as V;
        // Skip entries that were refilled meanwhile. Entries of dropped groups keep their generation and stay
        // invalid.
        if (entries.get(`${entry.group} ${entry.key}`) === entry)
          put({ ...entry, startedAt, value: Promise.resolve(settled), settled });
      }
      renewFrom = 0;
    } catch {
      renewFrom = now() + RENEW_AGAIN_MS;
    }
  };

  const find = (group: number | string, key: string): Entry<V> | undefined => {
    const known = entries.get(`${group} ${key}`);
    if (!known || !isFresh(known)) return undefined;
    known.askedAt = now();
    if (renew && known.startedAt < now() - RENEW_AT_MS && renewFrom <= now()) void renewThose(renew);
    return known;
  };

  return {
    get(group: number | string, key: string, fill: () => Promise<V>): Promise<V> {
      const known = find(group, key);
      if (known) return known.value;
      makeRoom();
      const at = now();
      const entry: Entry<V> = {
        ...{ group, key, generation: generationOf(group), startedAt: at, askedAt: at, value: fill() },
      };
      put(entry);
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
    drop(group: number | string): void {
      generation += 1;
      drops.delete(group);
      drops.set(group, { generation, at: now() });
      // Delete expired drops: every venue with a booking is dropped sooner or later, which could be a
      // million.
      for (const [other, { at }] of drops) {
        if (at > now() - MAX_AGE_MS) break;
        drops.delete(other);
      }
    },
  };
}
