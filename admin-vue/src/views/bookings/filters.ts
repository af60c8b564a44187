import { computed } from 'vue';
import { type LocationQuery, useRoute, useRouter } from 'vue-router';
import { addDays } from '../../bookingDay.ts';

/** The filters of the booking list, with their names in the API. */
export const FILTERS = ['q', 'from', 'to', 'facility_id', 'status', 'payment_status', 'order'] as const;
/** Which days the list shows, unless days are chosen. */
export const WHENS = ['coming', 'past', 'all'] as const;
export type When = (typeof WHENS)[number];
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
  const isFiltered = computed(() => Object.keys(filters.value).some((name) => name !== 'order'));
  /** Searches and filters cover all days; without any, the list begins today. */
  const when = computed<When>(
    () => WHENS.find((one) => one === route.query.when) ?? (isFiltered.value ? 'all' : 'coming'),
  );
  /** The address without defaults. */
  const replace = (next: Filters, chosen: unknown = route.query.when) =>
    router.replace({ query: { ...next, ...(typeof chosen === 'string' && { when: chosen }) } });
  return {
    filters,
    /** Whether a filter is set; the order is no filter. */
    isFiltered,
    when,
    /** The days that `when` adds to the filters, and its order. @param today the booking day */
    daysOf: (today: string): Filters => {
      if (filters.value.from || filters.value.to || when.value === 'all') return { order: 'newest' };
      return when.value === 'coming'
        ? { from: today, order: 'oldest' }
        : { to: addDays(today, -1), order: 'newest' };
    },
    /** Shows other days, in their own order. */
    chooseWhen: (chosen: When) => {
      const { from: _, to: __, order: ___, ...rest } = filters.value;
      return replace(rest, chosen);
    },
    /** Changes some filters; an empty value removes a filter. */
    change: (changes: Filters) =>
      replace(
        filtersIn({ ...filters.value, ...changes } as LocationQuery),
        'from' in changes || 'to' in changes ? undefined : route.query.when,
      ),
    clear: () => router.replace({ query: {} }),
  };
}
