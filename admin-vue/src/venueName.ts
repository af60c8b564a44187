import type { Venue } from '@venue-booking/proto/venue/venue';
import { computed, type Ref, shallowRef, watch } from 'vue';
import { api, ofVenue } from './api/client.ts';
import { session } from './session.ts';

/** The name of a venue. The operator's session has no list of venues, so the name is loaded. */
export function useVenueName(slug: Readonly<Ref<string>>): Readonly<Ref<string>> {
  const loaded = shallowRef<Pick<Venue, 'slug' | 'name'>>();
  watch(
    [slug, () => session.value?.role],
    async ([wanted, role]) => {
      if (wanted === '' || role !== 'operator') return;
      loaded.value = await api.get<Venue>(ofVenue(wanted)).catch(() => undefined);
    },
    { immediate: true },
  );
  return computed(() => {
    const known = [...(session.value?.venues ?? []), ...(loaded.value ? [loaded.value] : [])];
    return known.find((venue) => venue.slug === slug.value)?.name ?? slug.value;
  });
}
