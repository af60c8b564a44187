import { LRUCache } from 'lru-cache';
import type { AvailabilityDatabase } from '../database.ts';
import { type FacilityRules, findEachRules, type RulesRequest } from './rulesStore.ts';

/** Maximum number of cached entries: a few MB. */
const MAX_ENTRIES = 2000;

/**
 * Caches rules until the caller reports them as stale. Only for callers that can detect this: the ledger
 * compares the revision of the rules when it takes places.
 */
export function createRulesCache(database: AvailabilityDatabase) {
  const cache = new LRUCache<string, FacilityRules>({ max: MAX_ENTRIES });
  const keyOf = ({ venueId, facilityId, days }: RulesRequest) =>
    `${venueId} ${facilityId} ${days.from} ${days.count}`;
  return {
    /**
     * The cached rules of a facility, or else those of the database. Null when the venue has no such
     * facility.
     */
    async get(request: RulesRequest): Promise<FacilityRules | null> {
      const key = keyOf(request);
      const cached = cache.get(key);
      if (cached) return cached;
      const [rules = null] = await findEachRules(database, [request]);
      if (rules) cache.set(key, rules);
      return rules;
    },
    /** Removes the entry, so that the next call reads the database. */
    delete: (request: RulesRequest) => void cache.delete(keyOf(request)),
  };
}
export type RulesCache = ReturnType<typeof createRulesCache>;
