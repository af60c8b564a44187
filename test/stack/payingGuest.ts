import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FakeMollie } from '../fakes/mollie.ts';
import { refundedCents } from '../fakes/mollieState.ts';
import { eventually } from './api.ts';
import { follow } from './guest.ts';
import { newPaidVenue } from './paidVenue.ts';
import type { Stack } from './stack.ts';

/** The state of a booking and of all that belongs to it. Money is in cents. */
export type GuestState = {
  /** Booking status and payment status; `none` if there is no booking. */
  booking: string;
  /** In our books: captured, refunded. */
  ours: [number, number];
  /** In the provider's own books: checkouts, captured, refunded. */
  provider: [number, number, number];
  /**
   * Kinds of queued mail. Whether it was sent is not checked, because a mail that a killed process was
   * sending waits for its lease.
   */
  mails: string[];
  /** Live allocations, without those of desk bookings. */
  holds: number;
  /** Actions in the history, oldest first. */
  history: string[];
  /** Unpublished events. */
  waiting: number;
};

/** Our books, places and mail for the one online booking at a venue. */
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
 * Creates a venue with one slot for two people that is paid through Mollie. Returns what its one guest can
 * do.
 */
export async function newPayingGuest(stack: Stack, mollie: FakeMollie) {
  const { api, database } = stack;
  const venue = await newPaidVenue(stack, { facility: { capacity: 2 } });
  const { slug } = venue;
  const [slotId] = venue.slots;
  // At the provider, a profile of its own tells this venue's payments apart.
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
  /** A guest who never got the booking response has the link from the ticket in the mail. */
  const payLink = async (): Promise<string> => {
    if (payUrl) return payUrl;
    const { body } = await api.admin('GET', `/venues/${slug}/bookings/${await bookingId()}`);
    const ticket = await follow(body.ticket_url, { headers: { Accept: 'application/json' } });
    return JSON.parse(ticket.text).checkout_url;
  };
  return {
    venueId,
    apiKey,
    /** The checkout that the provider created. */
    checkout: () => checkouts()[0],
    async book() {
      ({ ticketUrl, payUrl } = await venue.book({ slot_id: slotId }));
    },
    /** Waits until all services respond. */
    untilServed: () =>
      eventually(
        'all services respond',
        async () => (await api.admin('GET', `/venues/${slug}/attention`)).status === 200,
      ),
    /** Opens the pay link until it leads to a checkout. */
    untilPayable: () =>
      eventually(
        `venue ${venueId} has a checkout`,
        async () =>
          (
            await payLink()
              .then((link) => follow(link))
              .catch(() => null)
          )?.status === 303,
      ),
    /** Pays all unpaid checkouts. Resolves once the webhooks were sent. */
    async pay() {
      for (const { id, status } of checkouts()) if (status !== 'paid') await mollie.pay(id);
    },
    becomes: async (status: string) => venue.becomes(await bookingId(), status),
    endHold: async () => venue.endHold(await bookingId()),
    /** Books the slot for somebody else as soon as it is free. */
    othersBook: () =>
      eventually(`the slot of venue ${venueId} is taken`, async () => {
        const body = { slot_id: slotId, people: 2, customer_name: 'By phone' };
        return (await api.admin('POST', `/venues/${slug}/bookings`, body)).status === 201;
      }),
    /** Cancels, with retries until it succeeds. */
    cancel: () =>
      eventually(
        `the booking at venue ${venueId} is cancelled`,
        async () =>
          (await follow(`${ticketUrl}/cancel`, { method: 'POST' }).catch(() => null))?.status === 303,
      ),
    async standing(): Promise<GuestState> {
      const made = checkouts();
      const captured = made.reduce((sum, { status, cents }) => sum + (status === 'paid' ? cents : 0), 0);
      const refunded = made.reduce((sum, it) => sum + refundedCents(it), 0);
      const { booking, ours, ...rest } = await one(STANDING);
      return { booking, ours, provider: [made.length, captured, refunded], ...rest };
    },
  };
}

export type PayingGuest = Awaited<ReturnType<typeof newPayingGuest>>;
