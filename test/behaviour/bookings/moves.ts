import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { type ApiResponse, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Fit = { booking_id: number; slot_id: number | null; new_starts_at: string | null };

/** Many bookings that the desk moves or cancels together. */
export function moves(stack: () => Stack): void {
  describe('moving many bookings', () => {
    const [day, next] = [daysAhead(8), daysAhead(9)];
    let slug: string;
    let facility: number;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const slotAt = async (date: string, time: string, of = facility): Promise<number> => {
      const { body } = await stack().api.get(slug, `/facilities/${of}/slots?date=${date}`);
      return body.slots.find(({ starts_at }: { starts_at: string }) => starts_at === `${date}T${time}`).id;
    };
    const book = async (slot_id: number, people = 1): Promise<number> => {
      const made = await admin('POST', '/bookings', { slot_id, people, customer_name: 'Anna' });
      assert.equal(made.status, 201, made.text);
      return made.body.id;
    };
    const shown = async (id: number) => (await admin('GET', `/bookings/${id}`)).body;
    const ended = async ({ status, body, text }: ApiResponse) => {
      assert.equal(status, 201, text);
      let list = body;
      await eventually('the list is done', async () => {
        list = (await admin('GET', `/moves/${body.id}`)).body;
        return list.due === 0;
      });
      return list.items.map(
        (item: { status: string; error_code?: string }) => item.error_code ?? item.status,
      );
    };
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      facility = await stack().api.newFacility(slug, { capacity: 4, opens_at: '10:00', closes_at: '13:00' });
    });

    it('previews where each booking fits, with those before it in the list, and moves them there', async () => {
      const from = await slotAt(day, '11:00');
      const [three, two, one] = [
        await book(from, 3),
        await book(await slotAt(day, '12:00'), 2),
        await book(from),
      ];
      const { body } = await admin('POST', '/moves/preview', { booking_ids: [three, two, one], date: next });
      assert.deepEqual(
        body.bookings.map(({ booking_id, new_starts_at }: Fit) => [booking_id, new_starts_at?.slice(11)]),
        [
          [three, '11:00'],
          [two, '12:00'],
          [one, '11:00'],
        ],
      );
      const items = body.bookings.map(({ booking_id, slot_id }: Fit) => ({
        booking_id,
        slot_id,
        action: 'move',
      }));
      assert.deepEqual(await ended(await admin('POST', '/moves', { items })), ['done', 'done', 'done']);
      for (const { booking_id, new_starts_at } of body.bookings as Fit[])
        assert.equal((await shown(booking_id)).starts_at, new_starts_at);
      const full = await admin('POST', '/moves/preview', { booking_ids: [await book(from, 4)], date: next });
      assert.deepEqual(
        full.body.bookings.map(({ new_starts_at }: Fit) => new_starts_at?.slice(11)),
        ['10:00'],
      );
    });

    it('previews no time of a day on which an add-on is out of stock', async () => {
      const towel = {
        key: 'towel',
        name: { en: 'Towel' },
        eur: 3,
        per: 'piece',
        stock: { per: 'day', count: 1 },
      };
      const spa = await stack().api.newFacility(slug, {
        ...{ capacity: 4, opens_at: '10:00', closes_at: '13:00' },
        pricing: { per: 'person', eur: 5, rules: [], add_ons: [towel] },
      });
      const with1 = { add_ons: { towel: 1 }, people: 1, customer_name: 'Anna' };
      const [from, to] = [await slotAt(day, '10:00', spa), await slotAt(next, '12:00', spa)];
      const { body: booked } = await admin('POST', '/bookings', { slot_id: from, ...with1 });
      const newTime = async () => {
        const { body } = await admin('POST', '/moves/preview', { booking_ids: [booked.id], date: next });
        return body.bookings[0].new_starts_at?.slice(11) ?? null;
      };
      assert.equal(await newTime(), '10:00');
      assert.equal((await admin('POST', '/bookings', { slot_id: to, ...with1 })).status, 201);
      await eventually('no time is left', async () => (await newTime()) === null);
    });

    it('leaves a booking as it is if its slot is taken, and does the others', async () => {
      const [from, to] = [await slotAt(daysAhead(10), '10:00'), await slotAt(daysAhead(11), '10:00')];
      const [big, cancelled] = [await book(from, 2), await book(from)];
      await book(to, 3);
      const list = await admin('POST', '/moves', {
        items: [
          { booking_id: big, action: 'move', slot_id: to },
          { booking_id: cancelled, action: 'cancel' },
        ],
      });
      assert.deepEqual(await ended(list), ['places_short', 'done']);
      assert.deepEqual([(await shown(big)).slot_id, (await shown(cancelled)).status], [from, 'cancelled']);
    });

    it('asks guests to choose another time, who then change and cancel without a deadline', async () => {
      const { api } = stack();
      await api.admin('PATCH', `/venues/${slug}`, { change_until_hours: null, cancel_until_hours: 8760 });
      const soon = daysAhead(12);
      const at = await slotAt(soon, '10:00');
      const guests = await Promise.all(
        ['one', 'two', 'three'].map(async (name) => {
          const customer_email = `${name}@${slug}.example`;
          const made = await api.book(slug, { slot_id: at, customer_email, locale: 'en' });
          assert.equal(made.status, 201, made.text);
          return { id: made.body.booking.id as number, ticket: made.body.ticket_url as string };
        }),
      );
      const [mover, canceller, silent] = guests as [
        (typeof guests)[0],
        (typeof guests)[0],
        (typeof guests)[0],
      ];
      const post = (ticket: string, action: string, body: Record<string, string> = {}) =>
        fetch(`${ticket}/${action}`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
      await post(canceller.ticket, 'cancel');
      assert.equal((await shown(canceller.id)).status, 'confirmed', 'too late by the rules of the venue');
      const until = daysAhead(5);
      const items = guests.map(({ id }) => ({ booking_id: id, action: 'ask', until }));
      const list = await admin('POST', '/moves', { items });
      assert.deepEqual(await ended(list), ['done', 'done', 'done']);
      assert.equal((await shown(silent.id)).mails.at(-1).kind, 'choose_time');
      const asking = () =>
        stack()
          .mail.to(`three@${slug}.example`)
          .find(({ mail }) => /another time/.test(mail.subject ?? ''));
      await eventually('the mail arrives', () => asking() !== undefined);
      assert.match(asking()?.mail.text ?? '', /View or cancel your booking:\s+http\S+\/tickets\//);
      await post(canceller.ticket, 'cancel');
      assert.equal((await shown(canceller.id)).status, 'cancelled');
      assert.match(await (await fetch(mover.ticket)).text(), /\/change/);
      await admin('PATCH', `/bookings/${mover.id}`, { slot_id: await slotAt(soon, '11:00') });
      const { body } = await admin('GET', `/moves/${list.body.id}`);
      assert.deepEqual(
        guests.map(({ id }) => body.items.find((it: { booking_id: number }) => it.booking_id === id).answer),
        ['changed', 'cancelled', 'waiting'],
      );
      const past = [{ booking_id: silent.id, action: 'ask', until: '2020-01-01' }];
      assert.equal((await admin('POST', '/moves', { items: past })).status, 422);
      const nobody = await book(await slotAt(soon, '12:00'));
      const without = await admin('POST', '/moves', {
        items: [{ booking_id: nobody, action: 'ask', until }],
      });
      assert.deepEqual(await ended(without), ['validation']);
      await api.admin('PATCH', `/venues/${slug}`, { cancel_until_hours: 24 });
    });

    it('rejects bookings of another venue, unknown lists and contradictions', async () => {
      const id = await book(await slotAt(day, '10:00'));
      const send = async (items: unknown[]) => {
        const { status, headers } = await admin('POST', '/moves', { items });
        return [status, headers.get('error-code')];
      };
      const { api } = stack();
      const other = await api.newVenue();
      const [there] = (await api.get(other, `/facilities/${await api.newFacility(other)}/slots?date=${day}`))
        .body.slots;
      const foreign = await api.admin('POST', `/venues/${other}/bookings`, {
        ...{ slot_id: there.id, people: 1, customer_name: 'Bo' },
      });
      const cancel = { booking_id: foreign.body.id, action: 'cancel' };
      assert.deepEqual(await send([cancel]), [404, 'booking_not_found']);
      for (const items of [
        [],
        [{ booking_id: id, action: 'move' }],
        [{ booking_id: id, action: 'cancel', slot_id: 1 }],
        [
          { booking_id: id, action: 'cancel' },
          { booking_id: id, action: 'cancel' },
        ],
      ])
        assert.deepEqual(await send(items), [422, 'validation']);
      assert.equal((await admin('GET', `/moves/${randomUUID()}`)).status, 404);
      assert.equal((await shown(id)).status, 'confirmed');
    });
  });
}
