import type { BookingResponse } from '@venue-booking/proto/booking';
import type { Api, ApiError, BookingBody } from './api.ts';
import { attempt } from './attempt.ts';
import { prove } from './prove.ts';

const RETRY_MS = 1500;
/** Longer than the API's lease on the key of a request that has died, as each try waits 5 s for its twin. */
const TRIES = 6;

/** A wish is the same in another language, and at a price that was told anew. */
const wishOf = (body: BookingBody) => JSON.stringify({ ...body, quote: '', locale: '', redirect_url: '' });

/** Under what the key of a request for a slot is kept in the tab. The slot's id is of one venue. */
const nameOf = ({ slot_id }: BookingBody) => `venue-booking:${slot_id}`;

/** The key under which a booking of a slot may have been made: its answer did not come. */
export const keptKey = (body: BookingBody) => attempt(() => sessionStorage.getItem(nameOf(body)));

/**
 * Sends bookings. The same wish sent again, after an answer that was lost, is the same request: it can't book
 * twice. Another wish for the same slot, or the same after a reload, goes under the same key: if the first
 * one was booked, the API refuses it and says so. After that, it is another request.
 */
export function bookingSender() {
  /** What may have been booked without our knowing: requests whose answers did not come. */
  const sent = new Map<string, { body: BookingBody; key: string }>();

  /** What is sent for this wish: as it was sent before, where that may have been booked. */
  const sentAs = (body: BookingBody): BookingBody => sent.get(wishOf(body))?.body ?? body;

  /**
   * @param needsProof whether the venue asks for the browser's work for each booking. The API may also ask
   * for it, or for more of it, by refusing the booking. Without TLS a browser has none.
   * @param onWork called before the browser works
   */
  const send = async (
    api: Api,
    body: BookingBody,
    needsProof = false,
    onWork = () => {},
  ): Promise<BookingResponse> => {
    let work = needsProof ? 1 : 0;
    const wish = wishOf(body);
    // No randomUUID: pages without TLS have none.
    const request = sent.get(wish) ?? {
      body,
      key: keptKey(body) ?? crypto.getRandomValues(new Uint32Array(4)).join('-'),
    };
    sent.set(wish, request);
    attempt(() => sessionStorage.setItem(nameOf(body), request.key));
    const forget = () => {
      sent.delete(wish);
      attempt(() => sessionStorage.removeItem(nameOf(body)));
    };
    for (let tries = 1; ; tries++)
      try {
        const works = work > 0 && crypto.subtle;
        if (works) onWork();
        // A new proof for each try: the try before may have spent it.
        const proof = works ? await prove(await api.challenge(work)) : undefined;
        const made = await api.book(request.body, request.key, proof);
        forget();
        return made;
      } catch (error) {
        const { status, work: needed } = error as ApiError;
        if (needed && crypto.subtle && tries < TRIES) {
          work = needed;
          continue;
        }
        // Surely not booked: whatever was wrong with it, such as its address to return to, is not kept.
        if (status === 422) forget();
        // The first try is still under way.
        if (status !== 409 || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
  };

  return { send, sentAs };
}
