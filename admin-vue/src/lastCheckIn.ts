const KEY = 'venue-booking-check-in-at';

/** The venue whose check-in was last open on this device; null if none was. */
export const lastCheckInVenue = (): string | null => localStorage.getItem(KEY);
export const storeCheckInVenue = (slug: string): void => localStorage.setItem(KEY, slug);
