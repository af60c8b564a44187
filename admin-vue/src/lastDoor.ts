const KEY = 'venue-booking-check-in-at';

/** The venue at whose door this device was last; null before the first time. */
export const lastDoor = (): string | null => localStorage.getItem(KEY);
export const rememberDoor = (slug: string): void => localStorage.setItem(KEY, slug);
