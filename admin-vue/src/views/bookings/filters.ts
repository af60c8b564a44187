import { computed } from 'vue';
import { type LocationQuery, useRoute, useRouter } from 'vue-router';

/** What bookings can be filtered by, as the API names it. */
export const FILTERS = ['q', 'from', 'to', 'facility_id', 'status', 'payment_status', 'order'] as const;
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** The filters that an address holds. */
export function filtersIn(query: LocationQuery): Filters {
  const filters: Filters = {};
  for (const name of FILTERS) {
    const value = query[name];
    if (typeof value === 'string' && value !== '') filters[name] = value;
  }
  return filters;
}

/** The filters of the page's address, so that going back and loading anew keep them. */
export function useFilters() {
  const route = useRoute();
  const router = useRouter();
  const filters = computed(() => filtersIn(route.query));
  return {
    filters,
    /** Whether anything is left out, apart from the order. */
    isFiltered: computed(() => Object.keys(filters.value).some((name) => name !== 'order')),
    /** Changes some of them; an empty one is no filter. */
    change: (changes: Filters) =>
      router.replace({ query: filtersIn({ ...filters.value, ...changes } as LocationQuery) }),
    clear: () => router.replace({ query: {} }),
  };
}
