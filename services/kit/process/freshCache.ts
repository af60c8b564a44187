import { inOwnTime } from '../messaging/callContext.ts';

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
   * Asks anew for some values, in their order, before they are too old: one question for all that are in use,
   * and nobody waits for it. When it fails, they are filled one by one as they are asked for.
   */
  renew?: (names: Name[]) => Promise<V[]>;
};

/** An answer counts from when its fill began, so a change is seen everywhere within a second. */
const MAX_AGE_MS = 900;
/** When one is as old as the first, those that are as old as the second are renewed with it. */
const RENEW_AT_MS = 450;
const RENEW_ALONG_MS = 150;
/** What nobody has asked for since is not renewed. */
const IN_USE_MS = 10_000;
const MOST_RENEWED = 100;
/** Of its own, as whoever happens to begin a renewal may have no time left. */
const RENEW_BUDGET_MS = 2000;
/** After a failure. */
const RENEW_AGAIN_MS = 10_000;

/**
 * A cache whose answers are never older than a second and never from before a change that this process knows
 * of. Values belong to a group; dropping a group makes its values, and the fills of it that are under way, no
 * longer count for later requests.
 */
export function createFreshCache<V>(options: Options<V> = {}) {
  const { maxEntries = 1000, now = () => performance.now(), renew } = options;
  const entries = new Map<string, Entry<V>>();
  /** When groups were dropped of late, oldest first; what is from before that is too old anyway. */
  const drops = new Map<number | string, { generation: number; at: number }>();
  let generation = 0;
  /** Not before, nor while it is under way. */
  let renewFrom = renew ? 0 : Number.POSITIVE_INFINITY;

  // Entries lie in the order of their fills, so those that are too old come first.
  const makeRoom = () => {
    for (const [key, { startedAt }] of entries) {
      if (startedAt > now() - MAX_AGE_MS) break;
      entries.delete(key);
    }
    // All of them fresh: a flood of different requests. Starting over is cheaper than choosing.
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

  /** Those that hold nothing are not renewed: anybody can ask for what is not there. */
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
        // Of one that was dropped meanwhile it does not count either. One that was filled since is newer.
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
        // A failure is for those who were waiting, not for those who come later.
        () => {
          if (entries.get(`${group} ${key}`) === entry) entries.delete(`${group} ${key}`);
        },
      );
      return entry.value;
    },
    /** What is there to be had at once, or undefined. */
    peek: (group: number | string, key: string): V | undefined => find(group, key)?.settled,
    drop(group: number | string): void {
      generation += 1;
      drops.delete(group);
      drops.set(group, { generation, at: now() });
      // Every venue that is booked at is dropped some time: kept for ever, they would be a million.
      for (const [other, { at }] of drops) {
        if (at > now() - MAX_AGE_MS) break;
        drops.delete(other);
      }
    },
  };
}
