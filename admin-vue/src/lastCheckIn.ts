const KEY = 'venue-booking-check-in-at';

/** The venue whose check-in was last open on this device; null if none was. */
export const lastDoor = (): string | null => localStorage.getItem(KEY);
export const rememberDoor = (slug: string): void => localStorage.setItem(KEY, slug);
