import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { type ApiResponse, call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Dates = { starts_at: string; slot_id: number; amount_eur: number; booking_id: number; status: string }[];

/** Series of bookings that the desk makes, changes and cancels. */
export function series(stack: () => Stack): void {
  describe('series of bookings', () => {
    const day = daysAhead(8);
    let slug: string;
    let hall: number;
    let studio: number;
    let courtId: number;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const weeksOn = (weeks: number): string => {
      const date = new Date(`${day}T00:00:00Z`);
      date.setUTCDate(date.getUTCDate() + 7 * weeks);
      return date.toISOString().slice(0, 10);
    };
    const slotsOf = async (
      facility: number,
      date = day,
    ): Promise<{ id: number; free: number; starts_at: string }[]> =>
      (await stack().api.get(slug, `/facilities/${facility}/slots?date=${date}`)).body.slots;
    const slotAt = async (time: string, { facility = hall, date = day } = {}) => {
      const slot = (await slotsOf(facility, date)).find(({ starts_at }) => starts_at.endsWith(time));
      return slot ?? assert.fail(`no slot at ${time}`);
    };
    const preview = (body: Record<string, unknown>) =>
      admin('POST', '/series/preview', { every_weeks: 1, locale: 'en', ...body });
    const create = (slot_ids: number[], more: Record<string, unknown> = {}) =>
      admin('POST', '/series', { every_weeks: 1, slot_ids, customer_name: 'Club', locale: 'en', ...more });
    const idsOf = ({ body }: ApiResponse): number[] => body.dates.map((date: Dates[number]) => date.slot_id);
    const bookingsOf = async (id: string): Promise<Dates> =>
      (await admin('GET', `/bookings?series=${id}&limit=500`)).body;
    /** The court's slots at a time, in a week and the following ones. */
    const weekly = (time: string, weeks: number) =>
      Promise.all(
        Array.from(
          { length: weeks },
          async (_, week) => (await slotAt(time, { facility: courtId, date: weeksOn(week + 5) })).id,
        ),
      );
    const freeAt = async (time: string, week: number) =>
      (await slotAt(time, { facility: courtId, date: weeksOn(week + 5) })).free;
    const refusal = ({ status, headers, text }: ApiResponse) =>
      [status, headers.get('error-code'), text] as const;

    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ max_advance_days: 60 });
      const room = (await admin('POST', '/rooms', { name: 'Floor' })).body.id;
      const towel = { key: 'towel', name: { en: 'Towel', nl: 'Handdoek' }, eur: 3, per: 'piece', max: 6 };
      hall = await api.newFacility(slug, {
        ...{ name: 'Hall', mode: 'FULL', capacity: 8, rooms: [room] },
        pricing: {
          ...{ per: 'booking', eur: 40, add_ons: [{ ...towel, stock: { per: 'day', count: 5 } }] },
          rules: [
            {
              name: 'Peak',
              first_date: weeksOn(3),
              last_date: weeksOn(5),
              effect: 'add',
              eur: 10,
              per: 'booking',
            },
          ],
        },
      });
      studio = await api.newFacility(slug, { name: 'Studio', mode: 'FULL', rooms: [room] });
      courtId = await api.newFacility(slug, { name: 'Court', mode: 'FULL', price_eur: 5 });
    });

    it('books 52 weeks at one local time, each priced by its own rules, with rooms and add-on stock', async () => {
      const { id } = await slotAt('19:00');
      const wish = { slot_id: id, people: 6, add_ons: { towel: 2 } };
      const shown = await preview({ ...wish, count: 52 });
      assert.equal(shown.status, 200, shown.text);
      const dates: Dates = shown.body.dates;
      assert.deepEqual(
        dates.map(({ starts_at }) => starts_at),
        Array.from({ length: 52 }, (_, week) => `${weeksOn(week)}T19:00`),
      );
      assert.deepEqual(
        dates.slice(2, 7).map(({ amount_eur }) => amount_eur),
        [46, 56, 56, 56, 46],
      );
      assert.equal(shown.body.total_eur, 52 * 46 + 30);
      const email = `${randomUUID()}@example.com`;
      const { slot_id, ...party } = wish;
      const made = await create(idsOf(shown), { ...party, customer_email: email });
      assert.equal(made.status, 201, made.text);
      const bookings = await bookingsOf(made.body.id);
      assert.deepEqual(
        bookings.map(({ starts_at, amount_eur, status }) => [starts_at, amount_eur, status]),
        dates.map(({ starts_at, amount_eur }) => [starts_at, amount_eur, 'confirmed']),
      );
      const [, second] = bookings as unknown as { series: object }[];
      assert.deepEqual(second?.series, { id: made.body.id, position: 2, count: 52, every_weeks: 1 });
      // The room is taken, and of the five towels of a day three are left.
      const sharing = await preview({ slot_id: (await slotAt('19:00', { facility: studio })).id, count: 2 });
      assert.deepEqual(
        sharing.body.dates.map(({ conflict }: { conflict: string }) => conflict),
        ['room_taken', 'room_taken'],
      );
      const other = await preview({
        ...wish,
        slot_id: (await slotAt('20:00')).id,
        count: 2,
        add_ons: { towel: 4 },
      });
      assert.deepEqual(
        other.body.dates.map(({ conflict }: { conflict: string }) => conflict),
        ['add_on_gone', 'add_on_gone'],
      );
      await eventually('the mail arrives', () => stack().mail.to(email).length > 0);
      const [received] = stack().mail.to(email);
      const links = received?.mail.text?.match(/https?:\S+\/tickets\/\S+/g) ?? [];
      assert.equal(new Set(links).size, 52);
      assert.match(received?.mail.subject ?? '', /^Booking confirmed: Hall, .* \(\+51\)$/);
      const ticket = await call(stack().api.url + new URL(links[51] ?? '').pathname, {
        headers: { Accept: 'text/html' },
      });
      assert.equal(ticket.status, 200);
      assert.equal(stack().mail.to(email).length, 1);
      const all = await admin('GET', `/series/${made.body.id}`);
      assert.deepEqual(all.body, made.body);
    });

    it('names each conflict with other times of that day, and books the chosen dates', async () => {
      const at = (week: number, time: string) => slotAt(time, { facility: courtId, date: weeksOn(week) });
      const taken = await at(1, '10:00');
      await admin('POST', '/bookings', { slot_id: taken.id, customer_name: 'Bo' });
      await admin('PUT', `/facilities/${courtId}/exceptions/${weeksOn(2)}`, { closed: true });
      const { id } = await at(0, '10:00');
      const shown = await preview({ slot_id: id, people: 2, until: weeksOn(3) });
      assert.deepEqual(
        shown.body.dates.map(({ conflict = null }) => conflict),
        [null, 'full', 'closed', null],
      );
      const [, second, third] = shown.body.dates;
      assert.deepEqual(
        second.others
          .slice(0, 2)
          .map(({ starts_at }: { starts_at: string }) => starts_at.slice(11))
          .sort(),
        ['09:00', '11:00'],
      );
      assert.deepEqual(third.others, []);
      assert.equal(shown.body.total_eur, 20);
      const ids = idsOf(shown);
      const refused = refusal(await create(ids));
      assert.deepEqual(refused.slice(0, 2), [422, 'series_refused']);
      assert.match(
        refused[2],
        /"This time is full\. Choose another one\. This is about .*10:00\. Nothing was booked or changed\."/,
      );
      assert.equal((await at(0, '10:00')).free, 10, 'no date is booked');
      const chosen = [ids[0] as number, second.others[0].slot_id, ids[3] as number];
      const made = await create(chosen);
      assert.deepEqual(idsOf(made), chosen);
    });

    it('rejects a series that is too long, repeats a slot, or has neither count nor end', async () => {
      const { id } = await slotAt('08:00', { facility: courtId });
      for (const [body, code] of [
        [{ until: weeksOn(104) }, 'series_too_long'],
        [{}, 'validation'],
        [{ count: 3, until: weeksOn(3) }, 'validation'],
        [{ count: 105 }, 'validation'],
      ] as const)
        assert.deepEqual(refusal(await preview({ slot_id: id, ...body })).slice(0, 2), [422, code]);
      assert.equal((await create([id, id])).status, 422);
      assert.equal((await admin('GET', `/series/${randomUUID()}`)).status, 404);
    });

    it('returns the same series for a repeated Idempotency-Key', async () => {
      const body = {
        ...{ every_weeks: 2, customer_name: 'Twice' },
        slot_ids: [
          (await slotAt('07:00', { facility: courtId })).id,
          (await slotAt('07:00', { facility: courtId, date: weeksOn(4) })).id,
        ],
      };
      const send = (sent: object) =>
        call(`${stack().api.url}/api/admin/venues/${slug}/series`, {
          headers: { Authorization: `Bearer ${stack().operatorToken}`, 'Idempotency-Key': 'club' },
          body: sent,
        });
      const [one, two] = await Promise.all([send(body), send(body)]);
      assert.deepEqual([one.status, two.status], [201, 201], one.text + two.text);
      assert.deepEqual(one.body, two.body);
      assert.equal((await send({ ...body, every_weeks: 3 })).status, 422);
    });

    it('moves the coming dates to another time, all or none, with one mail', async () => {
      const ids = await weekly('14:00', 5);
      const email = `${randomUUID()}@example.com`;
      const made = await create(ids, { customer_email: email, people: 2 });
      assert.equal(made.status, 201, made.text);
      const path = `/series/${made.body.id}`;
      const timesOf = ({ body }: ApiResponse) =>
        body.dates.map((it: Dates[number]) => it.starts_at.slice(11));
      const [, , , blocked] = await weekly('15:00', 5);
      const other = await admin('POST', '/bookings', { slot_id: blocked, customer_name: 'Bo' });
      const refused = refusal(await admin('PATCH', path, { time: '15:00' }));
      assert.deepEqual(refused.slice(0, 2), [422, 'series_refused']);
      assert.deepEqual(timesOf(await admin('GET', path)), Array(5).fill('14:00'));
      assert.equal(await freeAt('15:00', 0), 10, 'no new place stays reserved');

      assert.equal((await admin('POST', `/bookings/${other.body.id}/cancel`)).status, 200);
      const from_booking = made.body.dates[2].booking_id;
      const wish = { from_booking, time: '15:00', people: 3 };
      const moved = await admin('PATCH', path, { ...wish, reprice: true, note: 'Hi' });
      assert.deepEqual(timesOf(moved), ['14:00', '14:00', '15:00', '15:00', '15:00'], moved.text);
      assert.deepEqual(
        moved.body.dates.map((it: Dates[number]) => it.amount_eur),
        [10, 10, 15, 15, 15],
      );
      const booking = (await admin('GET', `/bookings/${from_booking}`)).body;
      assert.deepEqual([booking.note, booking.people, booking.series.position], ['Hi', 3, 3]);
      assert.deepEqual(await Promise.all(ids.map((_, week) => freeAt('14:00', week))), [0, 0, 10, 10, 10]);
      await eventually('the mails arrive', () => stack().mail.to(email).length > 1);
      assert.deepEqual((await admin('PATCH', path, wish)).body, moved.body, 'repeating it changes nothing');
      const fewer = await admin('PATCH', path, { people: 1 });
      assert.deepEqual(
        fewer.body.dates.map(({ people }: { people: number }) => people),
        [1, 1, 1, 1, 1],
      );
      await eventually('the mails arrive', () => stack().mail.to(email).length > 2);
      assert.deepEqual(
        stack()
          .mail.to(email)
          .map(({ mail }) => (mail.text?.match(/https?:\S+\/tickets\/\S+/g) ?? []).length),
        [5, 3, 5],
      );
    });

    it('cancels from one date on with one mail, and then the rest', async () => {
      const ids = await weekly('16:00', 4);
      const email = `${randomUUID()}@example.com`;
      const { body: made } = await create(ids, { customer_email: email });
      await eventually('the mail arrives', () => stack().mail.to(email).length > 0);
      const statusesOf = ({ body }: ApiResponse) => body.dates.map((it: Dates[number]) => it.status);
      const cancel = (body: object = {}) => admin('POST', `/series/${made.id}/cancel`, body);
      const some = await cancel({ from_booking: made.dates[2].booking_id });
      assert.deepEqual(statusesOf(some), ['confirmed', 'confirmed', 'cancelled', 'cancelled'], some.text);
      assert.deepEqual(await Promise.all(ids.map((_, week) => freeAt('16:00', week))), [0, 0, 10, 10]);
      const foreign = await cancel({ from_booking: 1 });
      assert.deepEqual(refusal(foreign).slice(0, 2), [404, 'booking_not_found']);
      assert.deepEqual(statusesOf(await cancel()), Array(4).fill('cancelled'));
      assert.deepEqual(statusesOf(await cancel()), Array(4).fill('cancelled'));
      await eventually('the mails arrive', () => stack().mail.to(email).length > 2);
      assert.deepEqual(
        stack()
          .mail.to(email)
          .map(({ mail }) => mail.subject?.replace(/.*\(/, '(')),
        ['(+3)', '(+1)', '(+1)'],
      );
    });

    it('gives eight desks that book one hall at once whole series or nothing', async () => {
      const ids = await weekly('12:00', 9);
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, desk) => create(ids.slice(desk % 3, 6 + (desk % 3)))),
      );
      const won = made.filter(({ status }) => status === 201);
      assert.equal(won.length, 1, made.map(({ text }) => text).join('\n'));
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201, 422]));
      const sold = new Set(won.flatMap(idsOf));
      for (const [week, id] of ids.entries())
        assert.equal(await freeAt('12:00', week), sold.has(id) ? 0 : 10);
    });
  });
}
