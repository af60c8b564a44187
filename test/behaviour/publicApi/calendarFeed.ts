import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** The secret iCalendar feed of a facility. */
export function calendarFeed(stack: () => Stack): void {
  describe('calendar feed of a facility', () => {
    let slug: string;
    let facility: number;
    let slots: { id: number }[];
    const hostile = 'Zoë, "O;Neil" <script>\u200fعربي 🎳';
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      facility = await api.newFacility(slug, { name: 'Baan; één, "buiten"', capacity: 1000 });
      slots = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(8)}`)).body.slots;
    });
    const admin = (method: string) =>
      stack().api.admin(method, `/venues/${slug}/facilities/${facility}/feed`);
    /** Fetches the feed and unfolds its lines (RFC 5545, 3.1). */
    const linesAt = async (url: string) => {
      const path = new URL(url).pathname;
      const { status, text } = await call(`${stack().api.url}${path}`);
      return { status, text, lines: text.replaceAll('\r\n ', '').split('\r\n') };
    };
    const summaries = (lines: string[]) => lines.filter((line) => line.startsWith('SUMMARY'));

    it('the feed lists guests and party sizes at a secret URL until it is renewed or deleted', async () => {
      const { api } = stack();
      await api.book(slug, { slot_id: slots[0]?.id, people: 3, customer_name: hostile });
      const gone = await api.book(slug, { slot_id: slots[1]?.id, customer_name: 'Gone' });
      await api.admin('POST', `/venues/${slug}/bookings/${gone.body.booking.id}/cancel`);
      const made = await admin('PUT');
      assert.equal(made.status, 200, made.text);
      assert.match(made.body.url, /\/calendars\/[\w-]{43}\.ics$/);
      const { body: feeds } = await api.admin('GET', `/venues/${slug}/feeds`);
      assert.deepEqual(
        feeds.map((it: { facility_id: number }) => it.facility_id),
        [facility],
      );
      assert.doesNotMatch(JSON.stringify(feeds), /calendars/);
      const { status, lines } = await linesAt(made.body.url);
      assert.equal(status, 200);
      assert.deepEqual(summaries(lines), ['SUMMARY:Zoë\\, "O\\;Neil" <script>\u200fعربي 🎳 (3)']);
      assert.deepEqual([lines[0], lines.at(-2)], ['BEGIN:VCALENDAR', 'END:VCALENDAR']);

      const renewed = await admin('PUT');
      assert.equal((await linesAt(made.body.url)).status, 404);
      assert.equal((await linesAt(renewed.body.url)).status, 200);
      assert.equal((await admin('DELETE')).status, 200);
      assert.equal((await linesAt(renewed.body.url)).status, 404);
      assert.equal((await admin('DELETE')).status, 404);
      const kept = await stack().database.query('SELECT * FROM booking.calendar_feed');
      assert.equal(
        JSON.stringify(kept.rows).includes(new URL(renewed.body.url).pathname.split('/')[2] ?? ''),
        false,
      );
    });

    it('the feed contains every booking, even if it needs several database pages', async () => {
      const { database } = stack();
      await database.query(
        `WITH uids AS (
           INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
           SELECT venue_id, gen_random_uuid(), false FROM booking.booking, generate_series(1, 700) WHERE slot_id = $1 RETURNING *)
         INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
           amount_cents, status, customer_name, customer_email, extra, locale)
         SELECT u.booking_uid, b.venue_id, b.facility_id, b.slot_id, b.facility_name, b.timezone, b.starts_at, b.ends_at, 1, 0, 'confirmed',
           $2, 'x@example.com', '{}', 'nl' FROM uids u, booking.booking b WHERE b.slot_id = $1`,
        [slots[0]?.id, '😀'.repeat(100)],
      );
      const { url } = (await admin('PUT')).body;
      const { lines, text } = await linesAt(url);
      for (const [days, status] of [
        ['0', 200],
        ['366', 200],
        ['-1', 400],
        ['367', 400],
        ['many', 400],
      ] as const) {
        const { pathname } = new URL(url);
        assert.equal((await call(`${stack().api.url}${pathname}?past_days=${days}`)).status, status, days);
      }
      const unknown = await stack().api.admin('PUT', `/venues/${slug}/facilities/${facility}/feed`, {
        name: true,
      });
      assert.equal(unknown.status, 422);
      assert.equal(summaries(lines).length, 701);
      assert.equal(lines.filter((line) => line === 'END:VEVENT').length, 701);
      assert.equal(new Set(lines.filter((line) => line.startsWith('UID'))).size, 701);
      assert.equal(text.match(/BEGIN:VCALENDAR/g)?.length, 1);
      await database.query(`DELETE FROM booking.booking WHERE customer_email = 'x@example.com'`);
    });
  });
}
