import { prove } from '@venue-booking/domain/booking/solveProof';
import type { BookingResponse } from '@venue-booking/proto/booking/booking';
import type { Api, ApiError, BookingBody, WaitingBody } from '../api/api.ts';
import { attempt } from '../browser/attempt.ts';

const RETRY_MS = 1500;
/**
 * All attempts together take longer than the API's lease on an idempotency key: each waits up to 5 s for a
 * request in progress with the same key.
 */
const MAX_ATTEMPTS = 6;

/** Identifies a booking request, regardless of language, return address, reference and quote. */
const identityOf = (body: WaitingBody) =>
  JSON.stringify({ ...body, quote: '', locale: '', redirect_url: '', reference: '' });

/**
 * Session storage key for the idempotency key of a slot, or of a day. Ids of slots and facilities are unique
 * across venues.
 */
const nameOf = ({ slot_id, facility_id, date }: WaitingBody) =>
  `venue-booking:${slot_id ?? `${facility_id} ${date}`}`;

/** The idempotency key of an earlier request for this slot that got no response and may have succeeded. */
export const storedKey = (body: WaitingBody) => attempt(() => sessionStorage.getItem(nameOf(body)));

/**
 * Sends bookings idempotently. The same request sent again after a lost response reuses its key, so it can't
 * book twice. A different request for the same slot, or the same one after a reload, also reuses that key: if
 * the first one succeeded, the API rejects it and says so. After that, a new key is used.
 * @param callOf the API's call that creates a booking, or a place on the waiting list
 */
export function bookingSender<Body extends WaitingBody = BookingBody, Made = BookingResponse>(
  callOf: (api: Api) => (body: Body, key: string, proof?: string) => Promise<Made> = ({ book }) =>
    book as never,
) {
  /** Requests without a response, which may have succeeded. */
  const sent = new Map<string, { body: Body; key: string }>();

  /** The body to send. A retry of a request that may have succeeded reuses its original body. */
  const sentAs = (body: Body): Body => sent.get(identityOf(body))?.body ?? body;

  /**
   * @param needsProof whether the venue requires a proof of work for every booking. The API may also reject a
   * booking to require one, or a harder one. Browsers can't compute it without TLS.
   * @param onWork called before the browser computes a proof
   */
  const send = async (api: Api, body: Body, needsProof = false, onWork = () => {}): Promise<Made> => {
    let work = needsProof ? 1 : 0;
    const identity = identityOf(body);
    // `crypto.randomUUID` does not exist without TLS.
    const request = sent.get(identity) ?? {
      body,
      key: storedKey(body) ?? crypto.getRandomValues(new Uint32Array(4)).join('-'),
    };
    sent.set(identity, request);
    attempt(() => sessionStorage.setItem(nameOf(body), request.key));
    const deleteKey = () => {
      sent.delete(identity);
      attempt(() => sessionStorage.removeItem(nameOf(body)));
    };
    for (let tries = 1; ; tries++)
      try {
        const works = work > 0 && crypto.subtle;
        if (works) onWork();
        // A proof can be used once, so every attempt needs a new one.
        const proof = works ? await prove(await api.challenge(work)) : undefined;
        const made = await callOf(api)(request.body, request.key, proof);
        deleteKey();
        return made;
      } catch (error) {
        const { status, work: needed } = error as ApiError;
        if (needed && crypto.subtle && tries < MAX_ATTEMPTS) {
          work = needed;
          continue;
        }
        // Certainly not booked, so a corrected request must not reuse this body.
        if (status === 422) deleteKey();
        // 409: the first request is still in progress.
        if (status !== 409 || tries === MAX_ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
  };

  return { send, sentAs };
}
