import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { prove } from '@venue-booking/domain/booking/solveProof';
import { beforeAll, describe, it } from 'vitest';
import { eventually, newAddress } from '../../stack/api.ts';
import { payThrough } from '../../stack/guest.ts';
import { openMails } from '../../stack/openMails.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

/** A guest who reaches the caps of a venue, and what the owner can do about it. */
export function guestCaps(stack: () => Stack): void {
  describe('a guest at the venue’s caps', () => {
    let venue: PaidVenue;
    let slots: number[];
    const name = randomUUID();
    let turn = 0;
    const address = () => `${name}+${++turn}@example.com`;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const atCap = async () =>
      (await admin('GET', '/attention')).body.filter(({ kind }: { kind: string }) =>
        kind.endsWith('_at_cap'),
      );
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), {
        venue: {
          max_open_holds_per_email: 2,
          max_coming_bookings_per_email: 3,
          max_open_holds_per_network: 4,
        },
      });
      const { api } = stack();
      const free = await api.newFacility(venue.slug, { capacity: 50 });
      const { body } = await api.get(venue.slug, `/facilities/${free}/slots?date=2099-01-01`);
      slots = body.slots.map(({ id }: { id: number }) => id);
    });

    it('a guest who reaches a cap appears on the attention list once a booking is rejected', async () => {
      const { api } = stack();
      const other = await api.book(venue.slug, { slot_id: slots[0] });
      assert.deepEqual([other.status, await atCap()], [201, []]);
      for (let made = 0; made < 3; made++)
        assert.equal(
          (await api.book(venue.slug, { slot_id: slots[made], customer_email: address() })).status,
          201,
        );
      await venue.book({ customer_email: address() });
      assert.deepEqual(await atCap(), [], 'someone else may have booked with this address');
      await openMails(stack(), `${name}%`);
      const refused = await api.book(venue.slug, { slot_id: slots[4], customer_email: address() });
      assert.equal(refused.status, 429);
      const [entry, ...more] = await atCap();
      assert.deepEqual(more, []);
      assert.deepEqual(
        [entry.kind, entry.emails.length, entry.detail],
        ['guest_at_cap', 4, 'One guest has 3 free bookings to come and 1 unpaid ones, by 1 e-mail address'],
      );
      assert.deepEqual((await atCap())[0].id, entry.id);
    });

    it('a network that reaches a cap appears on the attention list, whatever the e-mail addresses', async () => {
      const from = newAddress();
      for (let made = 0; made < 4; made++) {
        const answer = await stack().api.book(
          venue.slug,
          { slot_id: venue.slots[made + 5], people: 1 },
          { 'X-Forwarded-For': from.replace(/::1$/, `:${made}::1`) },
        );
        assert.equal(answer.status, 201, answer.text);
      }
      const network = (await atCap()).find(({ kind }: { kind: string }) => kind === 'network_at_cap');
      assert.match(network.detail, /^One network has 0 free bookings to come and 4 unpaid ones, by 4 e-mail/);
    });

    it('the owner cancels all bookings of one guest in one request, however the address is written', async () => {
      const paid = await venue.book({ customer_email: address() });
      await payThrough(paid.payUrl);
      await venue.becomes(paid.id, 'confirmed');
      const token = async (scope: string) =>
        (await admin('POST', '/tokens', { name: scope, scope })).body.token;
      const cancelAs = (bearer: string) =>
        fetch(`${stack().api.url}/api/admin/venues/${venue.slug}/guests/cancel`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: `${name.toUpperCase()}@Example.com` }),
        });
      assert.equal((await cancelAs(await token('desk'))).status, 403);
      const owner = await token('owner');
      const answer = await cancelAs(owner);
      assert.deepEqual(await answer.json(), { cancelled_bookings: 5, left_bookings: 0 });
      assert.deepEqual(await (await cancelAs(owner)).json(), { cancelled_bookings: 0, left_bookings: 0 });
      const { body: found } = await admin('GET', `/bookings?q=${name}`);
      assert.deepEqual([...new Set(found.map(({ status }: { status: string }) => status))], ['cancelled']);
      await eventually('the payment is refunded', async () => {
        const [attempt] = (await venue.shown(paid.id)).payments;
        return attempt?.refunded_eur === 25;
      });
      const { history } = await venue.shown(paid.id);
      // The refund enters the history only when the provider has made it.
      const done = history.filter(({ action }: { action: string }) => action !== 'refunded');
      assert.deepEqual([done.at(-1).action, done.at(-1).actor], ['cancelled', 'token owner']);
      assert.equal((await stack().api.get(venue.slug, `/slots/${slots[1]}`)).body.free, 50);
      assert.equal((await stack().api.get(venue.slug, `/slots/${slots[0]}`)).body.free, 49);
      assert.ok((await atCap()).every(({ kind }: { kind: string }) => kind !== 'guest_at_cap'));
    });

    it('a guest must send a proof of work while the venue requires it, but the desk need not', async () => {
      const { api } = stack();
      const site = async () => (await api.get(venue.slug, '/facilities')).body.proof_of_work;
      assert.equal(await site(), undefined);
      await admin('PATCH', '', { proof_of_work: true });
      assert.equal(await site(), true);
      const booking = { slot_id: slots[6], customer_email: 'worker@example.com' };
      const missing = await api.book(venue.slug, booking);
      assert.deepEqual([missing.status, Object.keys(missing.body)], [422, ['error']]);
      assert.match(missing.body.error, /browser/);

      const challenge = await api.get(venue.slug, '/challenge');
      assert.equal(challenge.headers.get('cache-control'), 'no-store');
      const proof_of_work = await prove(challenge.body);
      const other = await newPaidVenue(stack(), { venue: { proof_of_work: true } });
      assert.equal((await api.book(other.slug, { slot_id: other.slots[0], proof_of_work })).status, 422);
      const key = { 'Idempotency-Key': randomUUID() };
      const made = await api.book(venue.slug, { ...booking, proof_of_work }, key);
      assert.equal(made.status, 201, made.text);
      const again = await api.book(venue.slug, { ...booking, proof_of_work: 'of another try' }, key);
      assert.deepEqual([again.status, again.body], [201, made.body]);
      const used = await api.book(venue.slug, { ...booking, proof_of_work });
      assert.equal(used.status, 422);
      assert.match(used.body.error, /used/);

      const desk = await admin('POST', '/bookings', { slot_id: slots[6], customer_name: 'By phone' });
      assert.equal(desk.status, 201);
      await admin('PATCH', '', { proof_of_work: false });
      assert.deepEqual([await site(), (await api.book(venue.slug, booking)).status], [undefined, 201]);
    });
  });
}
