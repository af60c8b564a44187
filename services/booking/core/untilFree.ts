import { isUniqueViolation } from '@venue-booking/kit/postgres/sql';

/** Random booking numbers of which one is free: each is taken less than once in a million bookings. */
const TRIES = 3;

/** Makes a statement again when a booking number that the database chose in it is taken. */
export async function untilFree<T>(statement: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await statement();
    } catch (error) {
      if (!isUniqueViolation(error) || tried === TRIES) throw error;
    }
}
