import { computed, ref, shallowRef, watch } from 'vue';
import type { Texts } from '../locale.ts';

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

const en = { left: (count: number) => (count === 0 ? 'none left' : `${count} left`) };
/** How many of an add-on are left. */
export const leftTexts: Texts<typeof en> = {
  en,
  nl: { left: (count) => (count === 0 ? 'op' : `nog ${count}`) },
};

/** A party that may become another than the one that a booking of so many people is for. */
export function useParty(people: number) {
  const party = ref<Party>({ people });
  const hasOtherGuests = useOther(() => party.value.guests);
  const takesOther = useOther(() => party.value.add_ons);
  const isOther = computed(() => {
    const { guests, people: now } = party.value;
    const isSame = guests ? !hasOtherGuests.value : now === people;
    return (!isSame || takesOther.value) && isAnybody(party.value);
  });
  /** What is asked for: nothing is said of add-ons that stay, as the facility may no longer have them. */
  const asked = computed((): Party => {
    const { add_ons, ...who } = party.value;
    return takesOther.value && add_ons ? { ...who, add_ons } : who;
  });
  return { party, asked, isOther };
}

/** Whether counts are no longer as they were when they were first shown. */
function useOther(counts: () => Record<string, number> | undefined) {
  const before = shallowRef<string>();
  watch(counts, (shown) => {
    before.value = JSON.stringify(shown);
  });
  return computed(() => JSON.stringify(counts()) !== before.value);
}
