import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ApiResponse, daysAhead, eventually } from './api.ts';
import { payThrough } from './guest.ts';
import type { Stack } from './stack.ts';

/** Links a venue to a payment provider. `account` is the body of the admin call. */
export async function linkAccount(
  { api }: Stack,
  slug: string,
  account: Record<string, unknown>,
): Promise<void> {
  const { status, text } = await api.admin('PUT', `/venues/${slug}/payment-account`, account);
  assert.equal(status, 200, text);
}

/** Links a venue to the sandbox. `credentials` determine how it behaves. */
export const linkSandbox = (
  stack: Stack,
  slug: string,
  credentials: Record<string, unknown> = {},
): Promise<void> => linkAccount(stack, slug, { provider: 'sandbox', credentials });

type Settings = {
  venue?: Record<string, unknown>;
  facility?: Record<string, unknown>;
  fees?: Record<string, unknown>;
  provider?: string;
  credentials?: Record<string, unknown>;
};

/** Creates a venue with a linked provider, whose slots cost €12.50 per person. Returns helpers for it. */
export async function newPaidVenue(stack: Stack, settings: Settings = {}) {
  const { api, database } = stack;
  const slug = await api.newVenue({ redirect_origins: ['https://www.example.com'], ...settings.venue });
  const facility = await api.newFacility(slug, { name: 'Sauna', price_eur: 12.5, ...settings.facility });
  const { provider = 'sandbox', credentials = {}, fees } = settings;
  await linkAccount(stack, slug, { provider, credentials, ...fees });
  const { body: day } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
  const slots: number[] = day.slots.map(({ id }: { id: number }) => id);
  let next = 0;
  const statusOf = async (id: number): Promise<string> =>
    (await database.query('SELECT status FROM booking.booking WHERE id = $1', [id])).rows[0]?.status;
  /**
   * Books two people on the next slot, unless `changes` say otherwise. Returns the booking with its links.
   */
  const book = async (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const email = `${randomUUID()}@example.com`;
    const answer = await api.book(
      slug,
      {
        slot_id: slots[next++ % slots.length],
        people: 2,
        customer_email: email,
        redirect_url: 'https://www.example.com/thanks?order=1%2F2&x=ü',
        ...changes,
      },
      headers,
    );
    assert.equal(answer.status, 201, answer.text);
    const { booking, payment, ticket_url } = answer.body;
    return {
      id: booking.id as number,
      email,
      booking,
      payment,
      ticketUrl: ticket_url as string,
      payUrl: payment?.checkout_url,
    };
  };
  /** Waits until a booking has a status. Returns the time in ms. */
  const becomes = (id: number, status: string) =>
    eventually(`booking ${id} is ${status}`, async () => (await statusOf(id)) === status);
  /**
   * A booking as the venue sees it, with its payments. A response lacks them when the payment service is
   * slow.
   */
  const shown = async (id: number) => {
    let shown: ApiResponse['body'];
    await eventually('the response includes its payments', async () => {
      shown = (await api.admin('GET', `/venues/${slug}/bookings/${id}`)).body;
      return shown.payments !== undefined;
    });
    return shown;
  };
  return {
    slug,
    facility,
    slots,
    statusOf,
    book,
    /** Books like `book`, and pays online. */
    async bookAndPay(changes: Record<string, unknown> = {}) {
      const made = await book(changes);
      await payThrough(made.payUrl);
      await becomes(made.id, 'confirmed');
      return made;
    },
    becomes,
    shown,
    /** Amounts refunded for a booking, in euros. */
    wentBack: async (id: number): Promise<number[]> =>
      (await shown(id)).payments.flatMap(({ refunds }: { refunds: { amount_eur: number }[] }) =>
        refunds.map(({ amount_eur }) => amount_eur),
      ),
    free: async (slotId: number): Promise<number> => (await api.get(slug, `/slots/${slotId}`)).body.free,
    attention: async () => (await api.admin('GET', `/venues/${slug}/attention`)).body,
    /** Makes the mail that asks for payment due now, as if its delay had passed. */
    async paymentDue(id: number) {
      await eventually('the mail is queued', async () => {
        const { rowCount } = await database.query(
          `UPDATE booking.mail SET next_at = now() WHERE booking_id = $1 AND kind = 'payment_due'`,
          [id],
        );
        return rowCount === 1;
      });
    },
    /** Ends the hold of a booking now, as if its minutes had passed. */
    async endHold(id: number) {
      await database.query('UPDATE booking.booking SET hold_until = now() WHERE id = $1', [id]);
      await database.query(
        'UPDATE payment.payment SET hold_until = now(), next_look_at = now() WHERE booking_id = $1',
        [id],
      );
      await database.query(
        `UPDATE payment.sandbox_checkout SET expires_at = now() WHERE reference IN (
           SELECT a.id FROM payment.attempt a JOIN payment.payment p ON p.id = a.payment_id WHERE p.booking_id = $1)`,
        [id],
      );
    },
  };
}

export type PaidVenue = Awaited<ReturnType<typeof newPaidVenue>>;
