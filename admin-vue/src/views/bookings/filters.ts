import { computed } from 'vue';
import { type LocationQuery, useRoute, useRouter } from 'vue-router';

/** The filters of the booking list, with their names in the API. */
export const FILTERS = ['q', 'from', 'to', 'facility_id', 'status', 'payment_status', 'order'] as const;
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** Reads the filters from the query of the address. */
export function filtersIn(query: LocationQuery): Filters {
  const filters: Filters = {};
  for (const name of FILTERS) {
    const value = query[name];
    if (typeof value === 'string' && value !== '') filters[name] = value;
  }
  return filters;
}

/** The filters in the page's address, which survive a reload and the back button. */
export function useFilters() {
  const route = useRoute();
  const router = useRouter();
  const filters = computed(() => filtersIn(route.query));
  return {
    filters,
    /** Whether a filter is set; the order is no filter. */
    isFiltered: computed(() => Object.keys(filters.value).some((name) => name !== 'order')),
    /** Changes some filters; an empty value removes a filter. */
    change: (changes: Filters) =>
      router.replace({ query: filtersIn({ ...filters.value, ...changes } as LocationQuery) }),
    clear: () => router.replace({ query: {} }),
  };
}
