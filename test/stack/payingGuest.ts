import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FakeMollie } from '../fakes/mollie.ts';
import { refundedCents } from '../fakes/mollieState.ts';
import { eventually } from './api.ts';
import { follow } from './guest.ts';
import { newPaidVenue } from './paidVenue.ts';
import type { Stack } from './stack.ts';

/**
 * Longer than all the crashes that may come meanwhile: the minute to heal in counts from the last of them,
 * and is the tests' to measure.
 */
const PATIENCE_MS = 240_000;

/** How a booking stands, with all that belongs to it. Money is in cents. */
export type Standing = {
  /** Its status and that of its payment; `none`: there is no booking. */
  booking: string;
  /** In our books: captured, given back. */
  ours: [number, number];
  /** In the provider's own books: checkouts, captured, given back. */
  provider: [number, number, number];
  /**
   * Kinds of mail that were queued. When they go out is another matter: what a dead process was sending waits
   * for its lease.
   */
  mails: string[];
  /** Parties that hold places. */
  holds: number;
  /** What the history tells, oldest first. */
  history: string[];
  /** Events that are not published. */
  waiting: number;
};

/** Our books, places and mail of the one booking that a guest makes at a venue. */
const STANDING = `
  SELECT
    coalesce((SELECT status || ', ' || payment_status FROM booking.booking WHERE venue_id = $1 AND source = 'online'), 'none') AS booking,
    ARRAY[(SELECT coalesce(sum(captured_cents), 0) FROM payment.attempt WHERE venue_id = $1),
      (SELECT coalesce(sum(amount_cents), 0) FROM payment.refund WHERE venue_id = $1 AND status IN ('pending', 'succeeded'))]::int[] AS ours,
    ARRAY(SELECT kind FROM booking.mail m JOIN booking.booking b USING (venue_id) WHERE venue_id = $1 AND b.id = m.booking_id
      AND b.source = 'online' ORDER BY kind) AS mails,
    (SELECT count(*) FROM availability.allocation WHERE venue_id = $1 AND released_at IS NULL)::int
      - (SELECT count(*) FROM booking.booking WHERE venue_id = $1 AND source = 'desk')::int AS holds,
    ARRAY(SELECT action FROM booking.history h JOIN booking.booking b USING (venue_id) WHERE venue_id = $1 AND b.id = h.booking_id
      AND b.source = 'online' ORDER BY seq) AS history,
    ((SELECT count(*) FROM booking.outbox WHERE published_at IS NULL AND payload->>'venueId' = $1::text)
      + (SELECT count(*) FROM payment.outbox WHERE published_at IS NULL AND payload->>'venueId' = $1::text))::int AS waiting`;

/**
 * A guest with a venue of their own, which has one slot for two and is paid through Mollie; and what such a
 * guest does.
 */
export async function newPayingGuest(stack: Stack, mollie: FakeMollie) {
  const { api, database } = stack;
  const venue = await newPaidVenue(stack, { facility: { capacity: 2 } });
  const { slug } = venue;
  const [slotId] = venue.slots;
  // A profile of its own tells at the provider whose money it is.
  const profileId = `pfl_${randomUUID().slice(0, 8)}`;
  const apiKey = mollie.add(`test_${randomUUID().replaceAll('-', '')}`, profileId);
  const linked = await api.admin('PUT', `/venues/${slug}/payment-account`, {
    provider: 'mollie',
    credentials: { api_key: apiKey },
  });
  assert.equal(linked.status, 200, linked.text);
  const { rows } = await database.query('SELECT id FROM catalog.venue WHERE slug = $1', [slug]);
  const venueId: number = rows[0].id;

  const one = async (query: string) => (await database.query(query, [venueId])).rows[0];
  const bookingId = async (): Promise<number> =>
    Number((await one(`SELECT id FROM booking.booking WHERE venue_id = $1 AND source = 'online'`)).id);
  const checkouts = () => mollie.payments().filter((it) => it.profileId === profileId);
  let [ticketUrl, payUrl] = ['', ''];
  /** Of a guest who never got the answer, as the mail has it: by the ticket. */
  const payLink = async (): Promise<string> => {
    if (payUrl) return payUrl;
    const { body } = await api.admin('GET', `/venues/${slug}/bookings/${await bookingId()}`);
    const ticket = await follow(body.ticket_url, { headers: { Accept: 'application/json' } });
    return JSON.parse(ticket.text).checkout_url;
  };
  return {
    venueId,
    apiKey,
    /** The checkout that the provider made. */
    checkout: () => checkouts()[0],
    async book() {
      ({ ticketUrl, payUrl } = await venue.book({ slot_id: slotId }));
    },
    /** Waits until all services answer. */
    untilServed: () =>
      eventually(
        'all services answer',
        async () => (await api.admin('GET', `/venues/${slug}/attention`)).status === 200,
        PATIENCE_MS,
      ),
    /** Goes by the pay link, until that leads to a checkout. */
    untilPayable: () =>
      eventually(
        `venue ${venueId} has a checkout`,
        async () =>
          (
            await payLink()
              .then((link) => follow(link))
              .catch(() => null)
          )?.status === 303,
        PATIENCE_MS,
      ),
    /** Pays what is not paid yet; resolves once the webhook is through. */
    async pay() {
      for (const { id, status } of checkouts()) if (status !== 'paid') await mollie.pay(id);
    },
    becomes: async (status: string) => venue.becomes(await bookingId(), status, PATIENCE_MS),
    endHold: async () => venue.endHold(await bookingId()),
    /** Somebody else takes the slot, as soon as it is free. */
    othersBook: () =>
      eventually(
        `slot of venue ${venueId} taken`,
        async () => {
          const body = { slot_id: slotId, people: 2, customer_name: 'By phone' };
          return (await api.admin('POST', `/venues/${slug}/bookings`, body)).status === 201;
        },
        PATIENCE_MS,
      ),
    /** Cancels, again and again until it was answered well. */
    cancel: () =>
      eventually(
        `booking at venue ${venueId} cancelled`,
        async () =>
          (await follow(`${ticketUrl}/cancel`, { method: 'POST' }).catch(() => null))?.status === 303,
        PATIENCE_MS,
      ),
    async standing(): Promise<Standing> {
      const made = checkouts();
      const captured = made.reduce((sum, { status, cents }) => sum + (status === 'paid' ? cents : 0), 0);
      const refunded = made.reduce((sum, it) => sum + refundedCents(it), 0);
      const { booking, ours, ...rest } = await one(STANDING);
      return { booking, ours, provider: [made.length, captured, refunded], ...rest };
    },
  };
}

export type PayingGuest = Awaited<ReturnType<typeof newPayingGuest>>;
