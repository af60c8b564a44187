import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { type ApiResponse, call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Slot = { id: number; starts_at: string; reason?: string };

/** Bookings of the desk at times that the facility's grid of slots does not have. */
export function offGrid(stack: () => Stack): void {
  describe('bookings off the grid', () => {
    const day = daysAhead(6);
    let slug: string;
    let court: number;
    let desk: string;
    const admin = (method: string, path: string, body?: unknown) =>
      call(`${stack().api.url}/api/admin/venues/${slug}${path}`, {
        method,
        headers: { Authorization: `Bearer ${desk}` },
        ...(body !== undefined && { body }),
      });
    const book = (time: string, minutes: number, more: object = {}) =>
      admin('POST', '/bookings', {
        ...{ facility_id: court, starts_at: `${day}T${time}`, minutes, customer_name: 'Anna', people: 2 },
        ...more,
      });
    const made = ({ status, text, body }: ApiResponse) => {
      assert.ok(status === 201 || status === 200, text);
      return body;
    };
    const times = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => [
      starts_at.slice(11),
      ends_at.slice(11),
    ];
    const code = ({ status, headers }: ApiResponse) => [status, headers.get('error-code')];
    /** The slots that guests see, with the reason why one can't be booked. */
    const seen = async () => {
      const { body } = await stack().api.get(slug, `/facilities/${court}/slots?date=${day}`);
      return body.slots.map(({ starts_at, reason = 'free' }: Slot) => `${starts_at.slice(11)} ${reason}`);
    };
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      court = await api.newFacility(slug, {
        ...{ mode: 'FULL', capacity: 4, max_people_per_booking: 4, price_eur: 10, vat_percent: 21 },
        ...{ opens_at: '10:00', closes_at: '14:00' },
      });
      desk = (await api.admin('POST', `/venues/${slug}/tokens`, { name: 'Desk', scope: 'desk' })).body.token;
    });

    it('have their real times everywhere, and take the slots of the grid that they overlap', async () => {
      const booking = made(await book('10:10', 75, { customer_email: 'anna@example.com' }));
      assert.deepEqual(times(booking), ['10:10', '11:25']);
      assert.equal(booking.amount_eur, 20, 'the price of a slot that starts then');
      assert.deepEqual(await seen(), [
        '10:00 overlap',
        '10:10 closed',
        '11:00 overlap',
        '12:00 free',
        '13:00 free',
      ]);
      const { body: calendar } = await admin('GET', `/calendar?from=${day}&facility_id=${court}`);
      const slot = calendar.days[0].facilities[0].slots.find(({ id }: Slot) => id === booking.slot_id);
      assert.deepEqual([...times(slot), slot.minutes], ['10:10', '11:25', 75]);
      assert.deepEqual(times(calendar.bookings[0]), ['10:10', '11:25']);
      const { body: whole } = await stack().api.admin('GET', `/venues/${slug}/bookings/${booking.id}`);
      assert.match((await call(whole.ticket_url)).text, /10:10/);
      const { api } = stack();
      const guest = await api.book(slug, { slot_id: booking.slot_id });
      assert.deepEqual(code(guest), [422, 'slot_blocked']);
      made(await admin('POST', `/bookings/${booking.id}/cancel`));
      assert.deepEqual(await seen(), ['10:00 free', '11:00 free', '12:00 free', '13:00 free']);
      assert.deepEqual(code(await api.book(slug, { slot_id: booking.slot_id })), [422, 'slot_unknown']);
    });

    it('cost what the desk types, with its VAT', async () => {
      const booking = made(await book('10:20', 90, { price_eur: 33.5 }));
      assert.equal(booking.amount_eur, 33.5);
      assert.equal(booking.price_lines, undefined);
      assert.deepEqual(booking.vat, [{ percent: 21, amount_eur: 33.5, vat_eur: 5.81 }]);
      made(await admin('POST', `/bookings/${booking.id}/cancel`));
    });

    it('move, get longer in their own time, and go back onto the grid', async () => {
      const [ten] = (await stack().api.get(slug, `/facilities/${court}/slots?date=${day}`)).body.slots;
      const booked = await admin('POST', '/bookings', { slot_id: ten.id, customer_name: 'Bo' });
      const { id, amount_eur } = made(booked);
      const change = (body: object) => admin('PATCH', `/bookings/${id}`, body);
      const longer = made(await change({ starts_at: `${day}T10:00`, minutes: 75 }));
      assert.deepEqual([...times(longer), longer.amount_eur], ['10:00', '11:15', amount_eur]);
      const moved = made(await change({ starts_at: `${day}T10:30`, minutes: 90, price_eur: 15 }));
      assert.deepEqual([...times(moved), moved.amount_eur], ['10:30', '12:00', 15]);
      assert.deepEqual(await seen(), [
        '10:00 overlap',
        '10:30 closed',
        '11:00 overlap',
        '12:00 free',
        '13:00 free',
      ]);
      const same = made(await change({ starts_at: `${day}T10:30`, minutes: 90 }));
      assert.equal(same.history.length, moved.history.length, 'a repeated request changes nothing');
      const other = made(await book('12:30', 30));
      assert.deepEqual(code(await change({ starts_at: `${day}T11:35`, minutes: 60 })), [422, 'slot_blocked']);
      assert.deepEqual(times(made(await change({ slot_id: ten.id }))), ['10:00', '11:00']);
      assert.deepEqual(await seen(), [
        '10:00 full',
        '11:00 free',
        '12:00 overlap',
        '12:30 closed',
        '13:00 free',
      ]);
      for (const each of [id, other.id]) made(await admin('POST', `/bookings/${each}/cancel`));
    });

    it('are within the opening hours, in steps of five minutes, and at a slot or a time', async () => {
      for (const [time, minutes] of [
        ['09:55', 30],
        ['13:30', 45],
      ] as const)
        assert.deepEqual(code(await book(time, minutes)), [422, 'outside_hours'], time);
      const slot_id = 1;
      for (const [time, minutes, more] of [
        ['10:12', 60, {}],
        ['10:10', 7, {}],
        ['10:10', 60, { slot_id }],
        ['10:10', undefined, {}],
        ['10:10', 60, { facility_id: undefined }],
        [`10:10:00Z`, 60, {}],
      ] as const)
        assert.deepEqual(
          code(await book(time, minutes as number, more)),
          [422, 'validation'],
          `${time} ${minutes}`,
        );
      const elsewhere = await stack().api.newFacility(await stack().api.newVenue());
      assert.deepEqual(code(await book('10:10', 60, { facility_id: elsewhere })), [422, 'slot_unknown']);
    });
  });
}
