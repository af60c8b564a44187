import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call } from '../../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

/** Money that a venue takes and returns at its desk. */
export function deskMoney(stack: () => Stack): void {
  describe('money at the desk', () => {
    let venue: PaidVenue;
    let desk: string;
    beforeAll(async () => {
      venue = await newPaidVenue(stack());
      const { body } = await stack().api.admin('POST', `/venues/${venue.slug}/tokens`, {
        ...{ name: 'Front desk', scope: 'desk' },
      });
      desk = body.token;
    });
    const send = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
      call(`${stack().api.url}/api/admin/venues/${venue.slug}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...headers },
        ...(body !== undefined && { body }),
      });
    const admin = (method: string, path: string, body?: unknown, headers = {}) =>
      send(stack().operatorToken, method, path, body, headers);
    const asDesk = (path: string, body: unknown) => send(desk, 'POST', path, body);
    let slots = 0;
    /** A booking by phone: its price is open. */
    const bookByPhone = async (customer_email?: string) => {
      const wish = { slot_id: venue.slots[slots++], people: 2, customer_name: 'Ada', customer_email };
      const { body } = await admin('POST', '/bookings', wish);
      assert.ok(body.open_eur > 0);
      return body as { id: number; open_eur: number };
    };

    it('lowers the open amount in the booking, its lists and the check-in at once', async () => {
      const { id, open_eur } = await bookByPhone();
      const part = { amount_eur: open_eur - 1, method: 'card', note: 'receipt 7' };
      const paid = await asDesk(`/bookings/${id}/payments`, part);
      assert.deepEqual([paid.status, paid.body.kind, paid.body.by], [201, 'payment', 'token Front desk']);
      const shown = await venue.shown(id);
      assert.deepEqual([shown.open_eur, shown.desk_eur], [1, part.amount_eur]);
      assert.deepEqual(shown.desk_payments, [paid.body]);
      const openIn = (list: { id: number; open_eur?: number }[]) => list.find((it) => it.id === id)?.open_eur;
      assert.equal(openIn((await admin('GET', '/bookings')).body), 1);
      const csv = await admin('GET', '/bookings', undefined, { Accept: 'text/csv' });
      assert.match(csv.text, /desk_eur,to_return_eur/);
      await asDesk(`/bookings/${id}/payments`, { amount_eur: 1, method: 'cash' });
      assert.equal((await venue.shown(id)).open_eur, undefined);
    });

    it('repeats nothing with the same key, and takes no more than is open', async () => {
      const { id, open_eur } = await bookByPhone();
      const key = { 'Idempotency-Key': 'till 1 receipt 8' };
      const body = { amount_eur: open_eur, method: 'cash' };
      const twice = [1, 2].map(() => admin('POST', `/bookings/${id}/payments`, body, key));
      const [first, again] = await Promise.all(twice);
      assert.deepEqual([first?.status, first?.body], [201, again?.body]);
      const other = await admin('POST', `/bookings/${id}/payments`, { ...body, method: 'card' }, key);
      assert.equal(other.status, 422);
      const more = await admin('POST', `/bookings/${id}/payments`, { amount_eur: 0.01, method: 'cash' });
      assert.deepEqual([more.status, more.body.error], [422, 'Only €0.00 of this booking is still open.']);
      for (const bad of [{}, { ...body, amount_eur: 0 }, { ...body, amount_eur: 0.001 }, { ...body, x: 1 }])
        assert.equal((await admin('POST', `/bookings/${id}/payments`, bad)).status, 422);
      assert.equal(
        (await admin('POST', `/bookings/${id}/payments`, { ...body, method: 'online' })).status,
        422,
      );
    });

    it('is returned by hand after a cancellation, by the desk no more than is owed', async () => {
      const { id, open_eur } = await bookByPhone();
      await asDesk(`/bookings/${id}/payments`, { amount_eur: open_eur, method: 'cash' });
      const refund = { amount_eur: open_eur, method: 'cash' };
      const early = await asDesk(`/bookings/${id}/payments/refunds`, refund);
      assert.deepEqual([early.status, early.body.error], [422, 'At most €0.00 can be returned at the desk.']);
      const cancelled = await admin('POST', `/bookings/${id}/cancel`, {});
      assert.equal(cancelled.body.to_return_eur, open_eur);
      assert.match(cancelled.body.history.at(-1).note, /to return at the desk: €/);
      const returned = await asDesk(`/bookings/${id}/payments/refunds`, refund);
      assert.deepEqual([returned.status, returned.body.amount_eur], [201, -open_eur]);
      const shown = await venue.shown(id);
      assert.deepEqual([shown.to_return_eur, shown.desk_eur, shown.payments], [undefined, undefined, []]);
    });

    it('is undone by whoever recorded it, or by an owner', async () => {
      const { id, open_eur } = await bookByPhone();
      const payment = { amount_eur: open_eur, method: 'cash' };
      const byOwner = await admin('POST', `/bookings/${id}/payments`, payment);
      const path = `/bookings/${id}/payments/${byOwner.body.id}/undo`;
      assert.equal((await asDesk(path, { reason: 'Wrong guest' })).status, 403);
      const undone = await admin('POST', path, { reason: 'Wrong guest' });
      assert.deepEqual([undone.status, undone.body.undoes], [201, byOwner.body.id]);
      const own = await asDesk(`/bookings/${id}/payments`, payment);
      const undo = await asDesk(`/bookings/${id}/payments/${own.body.id}/undo`, { reason: 'Paid by card' });
      assert.equal(undo.status, 201);
      assert.equal((await venue.shown(id)).open_eur, open_eur);
      for (const unknown of [randomUUID(), 'nonsense'])
        assert.equal(
          (await admin('POST', `/bookings/${id}/payments/${unknown}/undo`, { reason: 'x' })).status,
          404,
        );
    });

    it('stays with the booking when the guest is erased, without the notes', async () => {
      const customer_email = 'ada.desk@example.com';
      const { id, open_eur } = await bookByPhone(customer_email);
      const path = `/bookings/${id}/payments`;
      await admin('POST', path, { amount_eur: open_eur, method: 'other', note: 'Ada, old number 17' });
      assert.equal((await admin('DELETE', `/guests?email=${customer_email}`)).status, 200);
      const { desk_payments, desk_eur } = await venue.shown(id);
      assert.equal(desk_eur, open_eur);
      assert.deepEqual([desk_payments.length, desk_payments[0].note], [1, '']);
    });

    it('is in the till of the day and in its export, and counts apart from online payments in reports', async () => {
      const { id, open_eur } = await bookByPhone();
      await asDesk(`/bookings/${id}/payments`, { amount_eur: open_eur, method: 'cash', note: '=1+1' });
      const { till_day: day } = (await venue.shown(id)).desk_payments[0];
      const till = await send(desk, 'GET', `/till/${day}`);
      assert.deepEqual([till.status, till.body.closed, till.body.today], [200, null, day]);
      const entries = await send(desk, 'GET', `/till/${day}/payments?limit=500`);
      const sum = entries.body.reduce(
        (all: number, it: { amount_eur: number }) => all + it.amount_eur * 100,
        0,
      );
      assert.equal(Math.round(sum), Math.round(till.body.total_eur * 100));
      assert.ok(entries.body.some((it: { booking_id: number }) => it.booking_id === id));
      const page = await send(desk, 'GET', `/till/${day}/payments?limit=1`);
      assert.match(page.headers.get('link') ?? '', new RegExp(`/till/${day}/payments\\?limit=1&cursor=`));
      const file = await send(desk, 'GET', `/till/${day}/payments`, undefined, { Accept: 'text/csv' });
      assert.match(file.text, /'=1\+1/);
      const figures = await admin('GET', `/figures?from=${day}&to=${day}`);
      assert.deepEqual(
        [figures.body.totals.desk_eur, figures.body.totals.revenue_eur],
        [till.body.total_eur, 0],
      );
      const counted = { counted_eur: 100, float_eur: 50 };
      const closed = await send(desk, 'POST', `/till/${day}`, counted);
      assert.equal(closed.status, 200, closed.text);
      assert.equal((await send(desk, 'POST', `/till/${day}`, counted)).status, 200);
      assert.equal((await send(desk, 'POST', `/till/${day}`, { counted_eur: 1 })).status, 409);
      assert.equal((await send(desk, 'GET', '/till/yesterday')).status, 400);
      assert.equal((await send(desk, 'POST', '/till/2999-01-01', counted)).status, 422);
    });
  });
}
