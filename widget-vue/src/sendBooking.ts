import type { BookingResponse } from '@venue-booking/proto/booking';
import type { Api, ApiError, BookingBody } from './api.ts';

const RETRY_MS = 1500;
/** Longer than the API's lease on the key of a request that has died, as each try waits 5 s for its twin. */
const TRIES = 6;

/**
 * A function that sends bookings. The same wish sent again, after an answer that was lost, is the same request: it can't book twice,
 * not even in another language.
 */
export function bookingSender() {
  let last: { wish: string; body: BookingBody; key: string } | undefined;

  return async (api: Api, body: BookingBody): Promise<BookingResponse> => {
    const wish = JSON.stringify({ ...body, locale: '', redirect_url: '' });
    // No randomUUID: pages without TLS have none.
    if (last?.wish !== wish) last = { wish, body, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    const { body: first, key } = last;
    for (let tries = 1; ; tries++)
      try {
        const made = await api.book(first, key);
        last = undefined;
        return made;
      } catch (error) {
        // The first try is still under way.
        if ((error as ApiError).status !== 409 || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
  };
}
