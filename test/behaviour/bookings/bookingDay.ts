import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { page } from '../fixtures/tickets.ts';

/** Lists, exports and reports of a venue whose booking days end after midnight. */
export function bookingDay(stack: () => Stack): void {
  describe('booking day', () => {
    const [before, day, after] = [daysAhead(7), daysAhead(8), daysAhead(9)];
    const nights = [
      { of: before, start: `${day}T00:00` },
      { of: day, start: `${day}T22:00` },
      { of: day, start: `${after}T00:00` },
      { of: after, start: `${after}T22:00` },
    ];
    let slug: string;
    let facility: number;
    const ids: number[] = [];
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ day_start: '06:00' });
      facility = await api.newFacility(slug, {
        opens_at: '20:00',
        closes_at: '04:00',
        duration_minutes: 120,
        price_eur: 10,
      });
      for (const { of, start } of nights) {
        const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${of}`)).body;
        const { id } = slots.find(({ starts_at }: { starts_at: string }) => starts_at === start);
        const { booking } = (await api.book(slug, { slot_id: id, people: 1 })).body;
        ids.push(booking.id);
      }
    });
    const read = async (path: string, Accept = 'application/json') => {
      const { api, operatorToken } = stack();
      const headers = { Accept, Authorization: `Bearer ${operatorToken}` };
      return call(`${api.url}/api/admin/venues/${slug}${path}`, { headers });
    };
    const found = async (query: string) =>
      (await read(`/bookings?${query}`)).body.map(({ id }: { id: number }) => id);

    it('bounds the list of bookings, with the times after midnight', async () => {
      assert.deepEqual(await found(`from=${day}&to=${day}`), ids.slice(1, 3));
      assert.deepEqual(await found(`from=${day}`), ids.slice(1));
      assert.deepEqual(await found(`to=${before}`), ids.slice(0, 1));
      assert.deepEqual(await found(`to=${day}&order=newest`), [ids[2], ids[1], ids[0]]);
      const { body } = await read('/bookings');
      assert.deepEqual(
        body.map(({ starts_at, booking_day }: Record<string, string>) => ({
          of: booking_day,
          start: starts_at,
        })),
        nights,
      );
      const shown = await Promise.all(
        ids.map(async (id) => (await read(`/bookings/${id}`)).body.booking_day),
      );
      assert.deepEqual(
        shown,
        nights.map(({ of }) => of),
        'of one booking',
      );
    });

    it('bounds the CSV export, which names it', async () => {
      const { text } = await read(`/bookings?from=${day}&to=${day}`, 'text/csv');
      const [header = '', ...rows] = text.replace('\u{feff}', '').trimEnd().split('\r\n');
      const column = (name: string) => rows.map((row) => row.split(',')[header.split(',').indexOf(name)]);
      assert.deepEqual(column('id').map(Number), ids.slice(1, 3));
      assert.deepEqual(column('booking_day'), [day, day]);
    });

    it('bounds every sum of a report', async () => {
      const { body } = await read(`/figures?from=${day}&to=${day}`);
      assert.deepEqual([body.totals.bookings, body.totals.booked_eur, body.before.bookings], [2, 20, 1]);
      const booked = body.hours.reduce((sum: number, hour: { booked: number }) => sum + hour.booked, 0);
      assert.ok(Math.abs(booked - 0.2) < 0.001, `${booked} slots are booked on this booking day`);
      const weekday = new Date(`${day}T12:00Z`).getUTCDay() || 7;
      assert.deepEqual(
        body.hours.map((hour: { weekday: number; hour: number }) => [hour.weekday, hour.hour]),
        [0, 2, 20, 22].map((hour) => [weekday, hour]),
      );
    });

    it('bounds the money of a report', async () => {
      // A booking day that starts in two hours: now is still the one before.
      const now = new Date();
      const [date, time] = [now, new Date(now.getTime() + 2 * 3600_000)].map((at) => at.toISOString());
      const dayStart = time?.slice(11, 16) ?? '';
      const today = dayStart <= (date?.slice(11, 16) ?? '') ? daysAhead(0) : daysAhead(-1);
      const venue = await newPaidVenue(stack(), {
        venue: { timezone: 'UTC', day_start: dayStart },
        facility: { opens_at: dayStart, closes_at: dayStart },
      });
      await venue.bookAndPay();
      const { api } = stack();
      const of = `from=${today}&to=${today}`;
      const { totals } = (await api.admin('GET', `/venues/${venue.slug}/figures?${of}`)).body;
      const { body } = await api.admin('GET', `/venues/${venue.slug}/figures/payments?${of}`);
      assert.deepEqual(
        [totals.revenue_eur, body.map(({ amount_eur }: { amount_eur: number }) => amount_eur)],
        [25, [25]],
      );
    });

    it('is named as a night in the mail and on the ticket of a time after midnight', async () => {
      const { api, mail } = stack();
      const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body;
      const nameOf = (date: string) =>
        new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(date));
      const night = `in the night from ${nameOf(day)} to ${nameOf(after)}`;
      for (const [at, isNight] of [
        [`${day}T22:00`, false],
        [`${after}T02:00`, true],
      ] as const) {
        const email = `${randomUUID()}@example.com`;
        const { id } = slots.find(({ starts_at }: { starts_at: string }) => starts_at === at);
        const made = await api.book(slug, { slot_id: id, people: 1, locale: 'en', customer_email: email });
        await eventually('the mail arrives', () => mail.to(email).length > 0);
        const text = mail.to(email)[0]?.mail.text ?? '';
        assert.equal(text.includes(night), isNight, text);
        const ticket = await page(`${api.url}${new URL(made.body.ticket_url).pathname}`);
        assert.equal(ticket.text.includes(night), isNight);
      }
    });

    it('is in the list of a check-in device, with its start', async () => {
      const { database } = stack();
      await database.query(
        `UPDATE booking.booking SET starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours' WHERE id = $1`,
        [ids[1]],
      );
      const { body } = await read('/check-ins');
      assert.equal(body.day_start, '06:00');
      const [entry] = body.bookings;
      const date = new Date(Date.parse(`${entry.starts_at}Z`) - 6 * 3600_000).toISOString().slice(0, 10);
      assert.equal(entry.booking_day, date);
    });
  });
}
