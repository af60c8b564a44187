import { computed, ref, shallowRef, watch } from 'vue';

/**
 * How many come: `guests` of each category, where the facility has any, else `people`; and what they take
 * along, where that is asked.
 */
export type Party = { people: number; guests?: Record<string, number>; add_ons?: Record<string, number> };

/** Whether anybody comes: counts are being typed. */
export const isAnybody = ({ people, guests }: Party): boolean =>
  guests ? Object.values(guests).some((count) => count > 0) : people > 0;

/** What a request says of it. */
export const toWish = ({ people, guests, add_ons }: Party): Partial<Party> => ({
  ...(guests ? { guests } : { people }),
  ...(add_ons && { add_ons }),
});

/** Guests, or what they take along, as they are told: `2 × Adult, 1 × Child`. */
export const countedLine = (
  items: readonly { name: { nl: string; en: string }; count: number }[],
  language: 'nl' | 'en',
): string => items.map(({ name, count }) => `${count} × ${name[language]}`).join(', ');

/** A party that may become another than the one that a booking of so many people is for. */
export function useParty(people: number) {
  const party = ref<Party>({ people });
  /** As they are when they are first shown. */
  const guestsBefore = shallowRef<string>();
  watch(
    () => party.value.guests,
    (guests) => {
      guestsBefore.value = JSON.stringify(guests);
    },
  );
  const isOther = computed(() => {
    const { guests } = party.value;
    const isSame = guests ? JSON.stringify(guests) === guestsBefore.value : party.value.people === people;
    return !isSame && isAnybody(party.value);
  });
  return { party, isOther };
}
