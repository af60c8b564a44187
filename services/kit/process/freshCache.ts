type Entry<V> = { generation: number; startedAt: number; value: Promise<V>; settled?: V };

/** An answer counts from when its fill began, so a change is seen everywhere within a second. */
const MAX_AGE_MS = 900;

/**
 * A cache whose answers are never older than a second and never from before a change that this process knows
 * of. Values belong to a group; dropping a group makes its values, and the fills of it that are under way, no
 * longer count for later requests.
 */
export function createFreshCache<V>(maxEntries = 1000, now: () => number = () => performance.now()) {
  const entries = new Map<string, Entry<V>>();
  /**
   * When groups were dropped of late, oldest first: of one that was dropped longer ago, what is from before
   * is too old anyway.
   */
  const drops = new Map<number | string, { generation: number; at: number }>();
  let generation = 0;

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
  const find = (group: number | string, id: string): Entry<V> | undefined => {
    const known = entries.get(id);
    if (known?.generation === generationOf(group) && known.startedAt > now() - MAX_AGE_MS) return known;
  };

  return {
    get(group: number | string, key: string, fill: () => Promise<V>): Promise<V> {
      const id = `${group} ${key}`;
      const known = find(group, id);
      if (known) return known.value;
      makeRoom();
      const entry: Entry<V> = { generation: generationOf(group), startedAt: now(), value: fill() };
      entries.delete(id);
      entries.set(id, entry);
      entry.value.then(
        (value) => {
          entry.settled = value;
        },
        // A failure is for those who were waiting, not for those who come later.
        () => {
          if (entries.get(id) === entry) entries.delete(id);
        },
      );
      return entry.value;
    },
    /** What is there to be had at once, or undefined. */
    peek: (group: number | string, key: string): V | undefined => find(group, `${group} ${key}`)?.settled,
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
