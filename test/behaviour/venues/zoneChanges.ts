import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';
import { pricing } from '../fixtures/addOnList.ts';
import { page } from '../fixtures/tickets.ts';

type Slot = { id: number; starts_at: string; free: number; bookable: boolean };

/** A day in winter or summer, so that zones differ by whole offsets: never a night when clocks change. */
const day = daysAhead(12);
const after = daysAhead(13);
const FROM = 'Europe/Amsterdam';

/** Changes of a venue's time zone and of the start of its booking days. */
export function zoneChanges(stack: () => Stack): void {
  describe('a change of the time zone', () => {
    const admin = (slug: string, method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const slotsOf = async (slug: string, facility: number, date = day): Promise<Slot[]> =>
      (await stack().api.get(slug, `/facilities/${facility}/slots?date=${date}`)).body.slots;
    const slotAt = async (slug: string, facility: number, time: string, date = day) => {
      const slot = (await slotsOf(slug, facility, date)).find(({ starts_at }) => starts_at.endsWith(time));
      assert.ok(slot, `a slot at ${time}`);
      return slot;
    };

    /** A private booking at 14:00, at a venue with a feed. */
    async function bookedAtTwo() {
      const { api } = stack();
      const slug = await api.newVenue({ timezone: FROM });
      const facility = await api.newFacility(slug, { mode: 'FULL', capacity: 4 });
      const email = `${randomUUID()}@example.com`;
      const slot = await slotAt(slug, facility, 'T14:00');
      const made = await api.book(slug, { slot_id: slot.id, people: 2, customer_email: email, locale: 'en' });
      assert.equal(made.status, 201, made.text);
      await eventually('the confirmation arrives', () => stack().mail.to(email).length === 1);
      const feed = (await admin(slug, 'PUT', `/facilities/${facility}/feed`)).body.url;
      const { id, reference } = made.body.booking;
      return { slug, facility, email, id, reference, ticket: made.body.ticket_url, feed };
    }
    type Booked = Awaited<ReturnType<typeof bookedAtTwo>>;

    /** Asserts that everything that shows the booking shows this time, and only there is no place left. */
    async function assertAt({ slug, facility, id, ticket, feed }: Booked, time: string, timezone: string) {
      const starts = `${day}T${time}`;
      const { api } = stack();
      const [listed] = (await admin(slug, 'GET', `/bookings?from=${day}&to=${day}`)).body;
      const detail = (await admin(slug, 'GET', `/bookings/${id}`)).body;
      assert.deepEqual([listed.starts_at, detail.starts_at, detail.timezone], [starts, starts, timezone]);
      const shown = await call(`${api.url}${new URL(ticket).pathname}`, {
        headers: { Accept: 'application/json' },
      });
      assert.equal(shown.body.starts_at, starts);
      const ics = (await page(`${api.url}${new URL(ticket).pathname}/booking.ics`)).text;
      const local = starts.replace(/[-:]/g, '');
      assert.match(ics, new RegExp(`DTSTART(;TZID=${timezone})?:${local}`));
      const feeds = await call(`${api.url}${new URL(feed).pathname}`);
      const instant = new Date(parseSlotId(detail.slot_id)?.startsAt ?? 0).toISOString();
      assert.ok(feeds.text.includes(`DTSTART:${instant.slice(0, 16).replace(/[-:]/g, '')}00Z`), feeds.text);
      const calendar = (await admin(slug, 'GET', `/calendar?from=${day}`)).body;
      assert.deepEqual(
        calendar.bookings.map((booking: Slot & { slot_id: number }) => [booking.starts_at, booking.slot_id]),
        [[starts, detail.slot_id]],
      );
      const taken = (await slotsOf(slug, facility)).filter(({ bookable }) => !bookable);
      assert.deepEqual(
        taken.map((slot) => [slot.starts_at, slot.id]),
        [[starts, detail.slot_id]],
      );
      const again = await api.book(slug, { slot_id: detail.slot_id, people: 1 });
      assert.equal(again.status, 422, again.text);
      const { body } = await admin(slug, 'GET', `/figures?from=${day}&to=${day}`);
      const booked = body.hours.filter((hour: { booked: number }) => hour.booked > 0);
      assert.deepEqual(
        booked.map(({ hour }: { hour: number }) => hour),
        [Number(time.slice(0, 2))],
      );
    }

    for (const to of ['Europe/London', 'America/Chicago', 'Asia/Tokyo'])
      it(`names the bookings, which keep the clock time in ${to} if the owner chooses so`, async () => {
        const booked = await bookedAtTwo();
        const { slug, id, reference, email } = booked;
        const refused = await admin(slug, 'PATCH', '', { timezone: to });
        assert.deepEqual([refused.status, refused.headers.get('error-code')], [409, 'zone_meets_bookings']);
        assert.match(refused.body.error, new RegExp(`\\(1\\): ${reference} \\(${day} 14:00\\)`));
        await assertAt(booked, '14:00', FROM);

        const changed = await admin(slug, 'PATCH', '', { timezone: to, keep: 'clock' });
        assert.deepEqual([changed.status, changed.body.timezone], [200, to], changed.text);
        assert.equal('keep' in changed.body, false);
        await assertAt(booked, '14:00', to);
        const { history } = (await admin(slug, 'GET', `/bookings/${id}`)).body;
        assert.equal(history.at(-1).note, `timezone ${FROM} → ${to}`);
        assert.equal(stack().mail.to(email).length, 1, 'no mail about it');

        const back = await admin(slug, 'PATCH', '', { timezone: FROM, keep: 'clock', notify: true });
        assert.equal(back.status, 200, back.text);
        await assertAt(booked, '14:00', FROM);
        await eventually('the guest is notified on request', () => stack().mail.to(email).length === 2);
      });

    for (const choice of [{ keep: 'instant' }, { force: true }])
      it(`keeps the instant and notifies the guest of the clock time with ${JSON.stringify(choice)}`, async () => {
        const booked = await bookedAtTwo();
        const { slug, email, id } = booked;
        const changed = await admin(slug, 'PATCH', '', { timezone: 'Europe/London', ...choice });
        assert.equal(changed.status, 200, changed.text);
        await assertAt(booked, '13:00', 'Europe/London');
        await eventually('the guest is notified', () => stack().mail.to(email).length === 2);
        assert.match(stack().mail.to(email)[1]?.mail.text ?? '', /13:00–14:00/);
        const { history } = (await admin(slug, 'GET', `/bookings/${id}`)).body;
        assert.equal(history.at(-1).note, `timezone ${FROM} → Europe/London`);
      });

    it('asks nothing between zones whose clocks are equal, or without upcoming bookings', async () => {
      const booked = await bookedAtTwo();
      const { slug, id, email } = booked;
      const equal = await admin(slug, 'PATCH', '', { timezone: 'Europe/Berlin' });
      assert.equal(equal.status, 200, equal.text);
      await assertAt(booked, '14:00', 'Europe/Berlin');
      assert.equal(stack().mail.to(email).length, 1);
      await admin(slug, 'POST', `/bookings/${id}/cancel`, {});
      const empty = await admin(slug, 'PATCH', '', { timezone: 'America/Chicago' });
      assert.equal(empty.status, 200, empty.text);
    });

    it('moves a full day with past bookings, shared rooms and add-ons by slot, east and west', async () => {
      const { api } = stack();
      const slug = await api.newVenue({ timezone: FROM });
      const room = (await admin(slug, 'POST', '/rooms', { name: 'Left' })).body.id;
      const towel = { ...pricing.add_ons?.[0], stock: { per: 'slot', count: 2 } };
      const pool = await api.newFacility(slug, {
        pricing: { per: 'person', eur: 5, rules: [], add_ons: [towel] },
      });
      const court = await api.newFacility(slug, { mode: 'FULL', rooms: [room], buffer_minutes: 60 });
      const hall = await api.newFacility(slug, { mode: 'FULL', rooms: [room] });
      const desk = async (slot_id: number, more: object = {}) => {
        const wish = { slot_id, customer_name: 'Bo', people: 1, ...more };
        const made = await admin(slug, 'POST', '/bookings', wish);
        assert.equal(made.status, 201, made.text);
        return made.body.id as number;
      };
      for (const slot of await slotsOf(slug, pool))
        await desk(slot.id, { add_ons: { [towel.key ?? '']: 2 } });
      for (const [at, slot] of (await slotsOf(slug, court)).entries()) if (at % 4 === 0) await desk(slot.id);
      for (const [at, slot] of (await slotsOf(slug, hall)).entries()) if (at % 4 === 2) await desk(slot.id);
      // A booking that is over by now.
      const over = await desk((await slotAt(slug, pool, 'T10:00', after)).id);
      await stack().database.query(
        `UPDATE booking.booking SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' WHERE id = $1`,
        [over],
      );
      // Blocked times and own capacities keep their clock time as well.
      const hours = { from: after, to: after, from_time: '10:00', to_time: '12:00' };
      const block = { facilities: [court], ...hours, blocked: true };
      const blocked = await admin(slug, 'POST', '/blocks', block);
      assert.deepEqual([blocked.status, blocked.body], [200, { changed_slots: 1 }], blocked.text);
      const { id: small } = await slotAt(slug, pool, 'T15:00', after);
      assert.equal((await admin(slug, 'PATCH', `/slots/${small}`, { capacity: 3 })).status, 200);
      const seen = async () => {
        const { body } = await admin(slug, 'GET', `/bookings?from=${day}&to=${day}&limit=100`);
        const days = [day, after].flatMap((date) =>
          [pool, court, hall].map((facility) => slotsOf(slug, facility, date)),
        );
        const lists = await Promise.all(days);
        return {
          bookings: body.map((it: Record<string, unknown>) => [it.id, it.starts_at, it.ends_at]),
          slots: lists.map((slots) =>
            slots.map(({ id, ...slot }) => JSON.stringify({ ...slot, pricing: null })),
          ),
          over: (await admin(slug, 'GET', `/bookings/${over}`)).body.starts_at,
        };
      };
      const before = await seen();
      for (const timezone of ['Asia/Tokyo', 'America/Los_Angeles', 'Europe/London', FROM]) {
        const changed = await admin(slug, 'PATCH', '', { timezone, keep: 'clock' });
        assert.equal(changed.status, 200, changed.text);
        assert.deepEqual(await seen(), before, timezone);
      }
      const [first] = before.bookings;
      assert.equal((await admin(slug, 'POST', `/bookings/${first[0]}/cancel`, {})).status, 200);
      await eventually('the places and the add-ons are free again', async () => {
        const [slot] = (await slotsOf(slug, pool)) as (Slot & { add_ons: { left: number }[] })[];
        return slot?.free === 10 && slot.add_ons[0]?.left === 2;
      });
    });

    it('changes nothing if two bookings would get the same clock time', async () => {
      const { api } = stack();
      // The last Sunday of October, when the hour from 02:00 is repeated.
      const year = new Date().getUTCFullYear() + 1;
      const last = new Date(Date.UTC(year, 10, 0));
      const night = new Date(last.getTime() - last.getUTCDay() * 24 * 3600_000).toISOString().slice(0, 10);
      const slug = await api.newVenue({ timezone: FROM, day_start: '00:00' });
      const facility = await api.newFacility(slug, { mode: 'FULL', opens_at: '00:00', closes_at: '00:00' });
      const twice = (await slotsOf(slug, facility, night)).filter(({ starts_at }) =>
        starts_at.endsWith('T02:00'),
      );
      assert.equal(twice.length, 2);
      const wish = { customer_name: 'Bo', people: 1 };
      for (const { id } of twice)
        assert.equal((await admin(slug, 'POST', '/bookings', { slot_id: id, ...wish })).status, 201);
      const before = await slotsOf(slug, facility, night);
      const refused = await admin(slug, 'PATCH', '', {
        timezone: 'Africa/Lagos',
        keep: 'clock',
        name: 'Other',
      });
      assert.deepEqual([refused.status, refused.headers.get('error-code')], [409, 'clock_times_clash']);
      assert.match(refused.body.error, new RegExp(`: ${night} 02:00\\.`));
      assert.deepEqual(await slotsOf(slug, facility, night), before);
      const { body } = await admin(slug, 'GET', '');
      assert.deepEqual([body.timezone, body.name], [FROM, 'Test venue']);
      // Once one of them is cancelled, its free slot is no obstacle.
      const [listed] = (await admin(slug, 'GET', '/bookings')).body;
      await admin(slug, 'POST', `/bookings/${listed.id}/cancel`, {});
      await eventually('the place is free', async () => {
        const slots = await slotsOf(slug, facility, night);
        return slots.filter(({ bookable }) => !bookable).length === 1;
      });
      const changed = await admin(slug, 'PATCH', '', { timezone: 'Africa/Lagos', keep: 'clock' });
      assert.equal(changed.status, 200, changed.text);
      const taken = (await slotsOf(slug, facility, night)).filter(({ bookable }) => !bookable);
      assert.deepEqual(
        taken.map(({ starts_at }) => starts_at),
        [`${night}T02:00`],
      );
    });

    it('of the start of the day needs force if a booking gets another booking day', async () => {
      const slug = await stack().api.newVenue({ day_start: '00:00' });
      const hours = { opens_at: '00:00', closes_at: '02:00' };
      const facility = await stack().api.newFacility(slug, hours);
      const { id } = await slotAt(slug, facility, 'T01:00');
      const made = await stack().api.book(slug, { slot_id: id, people: 1 });
      const listed = async () => (await admin(slug, 'GET', `/bookings?from=${day}&to=${day}`)).body.length;
      assert.equal(await listed(), 1);
      const met = await admin(slug, 'PATCH', '', { day_start: '22:00' });
      assert.deepEqual([met.status, met.headers.get('error-code')], [409, 'bookings_met']);
      assert.match(met.body.error, new RegExp(made.body.booking.reference));
      assert.equal((await admin(slug, 'PATCH', '', { day_start: '22:00', force: true })).status, 200);
      assert.equal(await listed(), 0);
      assert.equal(
        (await admin(slug, 'PATCH', '', { day_start: '21:00' })).status,
        200,
        'the same booking day',
      );
    });
  });
}
