import type { Names } from '@venue-booking/domain/wording/nameIn';
import { nameIn } from '@venue-booking/domain/wording/nameIn';
import type { Locale } from '@venue-booking/proto/primitives';
import { computed, ref, shallowRef, watch } from 'vue';

/**
 * The party of a booking: `guests` per category if the facility has categories, else `people`; and its
 * add-ons, if the form asks for them.
 */
export type Party = { people: number; guests?: Record<string, number>; add_ons?: Record<string, number> };

/** Whether the party has at least one person; counts may be 0 while they are typed. */
export const hasPeople = ({ people, guests }: Party): boolean =>
  guests ? Object.values(guests).some((count) => count > 0) : people > 0;

/** The party as part of a request body. */
export const partyBody = ({ people, guests, add_ons }: Party): Partial<Party> => ({
  ...(guests ? { guests } : { people }),
  ...(add_ons && { add_ons }),
});

/** Formats guests or add-ons: `2 × Adult, 1 × Child`. */
export const countedLine = (items: readonly { name: Names; count: number }[], language: Locale): string =>
  items.map(({ name, count }) => `${count} × ${nameIn(name, language)}`).join(', ');

/** The edited party of a booking with this many people, with what differs from the booking. */
export function useParty(people: number) {
  const party = ref<Party>({ people });
  const hasOtherGuests = useOther(() => party.value.guests);
  const takesOther = useOther(() => party.value.add_ons);
  const isOther = computed(() => {
    const { guests, people: now } = party.value;
    const isSame = guests ? !hasOtherGuests.value : now === people;
    return (!isSame || takesOther.value) && hasPeople(party.value);
  });
  /** The party to request. Unchanged add-ons are omitted, because the facility may no longer offer them. */
  const changedParty = computed((): Party => {
    const { add_ons, ...who } = party.value;
    return takesOther.value && add_ons ? { ...who, add_ons } : who;
  });
  return { party, changedParty, isOther };
}

/** Whether counts differ from those first shown. */
function useOther(counts: () => Record<string, number> | undefined) {
  const before = shallowRef<string>();
  watch(counts, (shown) => {
    before.value = JSON.stringify(shown);
  });
  return computed(() => JSON.stringify(counts()) !== before.value);
}
