/** How many come: `guests` of each category, where the facility has any, else `people`. */
export type Party = { people: number; guests?: Record<string, number> };

/** What a request says of it. */
export const toWish = ({ people, guests }: Party): Party | Pick<Required<Party>, 'guests'> =>
  guests ? { guests } : { people };

/** Guests as they are told: `2 × Adult, 1 × Child`. */
export const guestsLine = (
  guests: readonly { name: { nl: string; en: string }; count: number }[],
  language: 'nl' | 'en',
): string => guests.map(({ name, count }) => `${count} × ${name[language]}`).join(', ');
