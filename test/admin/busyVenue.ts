import assert from 'node:assert/strict';
import { daysAhead } from '../stack/api.ts';
import { payThrough } from '../stack/guest.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import type { Stack } from '../stack/stack.ts';

/** Names of maximum length, with markup and without a space to wrap at. */
const longest = (length: number) => `<b>&amp;"'Ω${'w'.repeat(length)}`.slice(0, length);

/**
 * Creates a venue with data in every view: bookings of each status with hostile guest names, several
 * facilities, a blocked slot, special hours, a token, a calendar feed, a webhook, a website, extra questions,
 * and attention entries.
 */
export async function newBusyVenue(stack: Stack) {
  const { api, database } = stack;
  const name = longest(200);
  const guest = longest(200);
  const venue = await newPaidVenue(stack, {
    venue: {
      name,
      check_in_from_hours: 8760,
      phone: '+31 35 123 45 67',
      address: `${longest(150)}\nLoosdrecht`,
      allowed_origins: [`https://${'w'.repeat(60)}.example`],
    },
    facility: { name: longest(200), description: longest(500) },
  });
  const admin = async (method: string, path: string, body?: unknown) => {
    const answer = await api.admin(method, `/venues/${venue.slug}${path}`, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const fields = [
    { key: 'phone', label: longest(100), type: 'tel', required: false },
    { key: 'size', label: 'Maat', type: 'select', options: [longest(100), 'L'], required: false },
    { key: 'towels', label: 'Handdoeken', type: 'checkbox', required: false },
  ];
  await admin('PUT', '/fields', { fields });
  const extra = { phone: '06-12345678', size: 'L', towels: true };
  const book = async (state: 'paid' | 'unpaid', changes: Record<string, unknown> = {}) => {
    const booked = await venue.book({ customer_name: guest, extra, ...changes });
    if (state === 'paid') {
      await payThrough(booked.payUrl);
      await venue.becomes(booked.id, 'confirmed');
    }
    return booked.id;
  };
  const [slot] = venue.slots;
  const [paid, here, away, gone] = await Promise.all([
    book('paid', { slot_id: slot }),
    book('paid', { slot_id: slot }),
    book('paid', { slot_id: slot }),
    book('paid', { customer_name: 'Piet' }),
    book('unpaid'),
  ]);
  await admin('PUT', `/bookings/${paid}/note`, { note: longest(500) });
  await admin('POST', `/bookings/${here}/check-in`);
  await admin('POST', `/bookings/${gone}/cancel`);
  await database.query(`UPDATE booking.booking SET status = 'no_show' WHERE id = $1`, [away]);
  await database.query(
    `INSERT INTO payment.attention (venue_id, kind, subject, booking_id, detail)
     SELECT venue_id, 'chargeback', 'test', $1, $2 FROM payment.payment WHERE booking_id = $1`,
    [paid, longest(200)],
  );
  await admin('PATCH', `/slots/${venue.slots.at(-1)}`, { blocked: true });
  const exclusive = await api.newFacility(venue.slug, { name: 'Baan 2', mode: 'FULL', capacity: 4 });
  await api.newFacility(venue.slug, { name: 'Baan 3', opens_at: '10:00', closes_at: '16:00', active: false });
  await admin('PUT', `/facilities/${exclusive}/exceptions/${daysAhead(20)}`, {
    closed: true,
    note: longest(200),
  });
  const shorter = { closed: false, opens_at: '10:00', closes_at: '12:00' };
  await admin('PUT', `/facilities/${exclusive}/exceptions/${daysAhead(21)}`, shorter);
  await admin('POST', '/tokens', { name: longest(100), scope: 'desk' });
  await admin('PUT', `/facilities/${exclusive}/feed`);
  // Inserted directly: the API rejects an address that does not resolve, and this one never leaves the
  // machine.
  await database.query(
    `WITH hook AS (
       INSERT INTO booking.webhook (venue_id, id, url, secret, event_types)
       SELECT venue_id, gen_random_uuid(), $2, 'none', '{booking.confirmed}' FROM booking.booking WHERE id = $1
       RETURNING venue_id, id)
     INSERT INTO booking.webhook_delivery
       (venue_id, id, webhook_id, event_id, type, payload, status, attempts, response_status, last_error)
     SELECT venue_id, gen_random_uuid(), id, gen_random_uuid(), 'booking.confirmed', '{}', 'failed', 9, 500, $3
     FROM hook`,
    [paid, `https://hooks.invalid/${'w'.repeat(200)}`, longest(200)],
  );
  return { ...venue, name, paid, day: daysAhead(9) };
}

export type BusyVenue = Awaited<ReturnType<typeof newBusyVenue>>;
