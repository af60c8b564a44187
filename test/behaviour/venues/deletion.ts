import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { RESTORE_DAYS } from '@venue-booking/proto/venue/venueState';
import { beforeAll, describe, it } from 'vitest';
import { makeImage } from '../../../services/gateway/testing/makeImage.ts';
import { signIn } from '../../admin/signIn.ts';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { checkoutOf } from '../../stack/attempts.ts';
import { daysOfStreams } from '../../stack/broker.ts';
import { follow } from '../../stack/guest.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import { logsOf, redisOf, streamsOf } from '../../stack/search.ts';
import type { Stack } from '../../stack/stack.ts';
import { letEventsExpire, newTracedVenue, REMAINS, rowsOf, tablesWithout } from '../../stack/venueTraces.ts';

/** The operator deletes a venue, restores it, and lets the time for restoring it pass. */
export function deletion(stack: () => Stack): void {
  describe('a deleted venue', () => {
    let venue: PaidVenue;
    let owner: string;
    let paid: Awaited<ReturnType<PaidVenue['book']>>;
    const email = `${randomUUID()}@example.com`;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const asOwner = (method: string, path: string, body?: unknown) =>
      call(`${stack().api.url}/api/admin/venues/${venue.slug}${path}`, {
        method,
        headers: { Authorization: `Bearer ${owner}` },
        ...(body !== undefined && { body }),
      });
    const refusal = async () => {
      const { status, headers } = await admin('DELETE', '');
      return [status, headers.get('error-code')];
    };
    const site = async () => (await stack().api.get(venue.slug, '/facilities')).body;
    const page = () => follow(`${stack().api.url}/v/${venue.slug}`, { headers: { Accept: 'text/html' } });
    /** Moves bookings into the past, as if their days had passed. */
    const letPass = (id: number) =>
      stack().database.query(
        `UPDATE booking.booking SET starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'
         WHERE id = $1`,
        [id],
      );

    beforeAll(async () => {
      venue = await newPaidVenue(stack());
      owner = (await admin('POST', '/tokens', { name: 'Owner' })).body.token;
      await signIn(stack(), { email, venues: { [venue.slug]: 'owner' }, language: 'nl' });
      paid = await venue.bookAndPay();
    });

    it('is not deleted by its owners, nor while bookings, payments or money of guests would be lost', async () => {
      assert.equal((await asOwner('DELETE', '')).status, 403);
      assert.deepEqual(await refusal(), [409, 'venue_has_bookings']);
      await letPass(paid.id);

      const held = await venue.book();
      await checkoutOf(stack(), held.id);
      await letPass(held.id);
      assert.deepEqual(await refusal(), [409, 'venue_has_payments']);
      await venue.endHold(held.id);
      await venue.becomes(held.id, 'expired');

      const atDesk = (await admin('POST', '/bookings', { slot_id: venue.slots[6], customer_name: 'Eve' }))
        .body;
      const bookings = `/bookings/${atDesk.id}`;
      await admin('POST', `${bookings}/payments`, { amount_eur: 5, method: 'cash' });
      assert.equal((await admin('POST', `${bookings}/cancel`)).status, 200);
      await eventually('only the money is left', async () => (await refusal())[1] === 'venue_owes_guests');
      const returned = await admin('POST', `${bookings}/payments/refunds`, { amount_eur: 5, method: 'cash' });
      assert.equal(returned.status, 201, returned.text);
      assert.equal((await site()).live, true);
    });

    it('has a date until which it can be restored, and is deleted once', async () => {
      const deleted = await admin('DELETE', '');
      assert.equal(deleted.status, 200, deleted.text);
      const { state, since, purge_at } = deleted.body;
      assert.equal(state, 'deleted');
      assert.equal(Date.parse(purge_at) - Date.parse(since), 30 * 24 * 3600_000);
      assert.deepEqual((await admin('DELETE', '')).body, deleted.body);
      assert.deepEqual((await asOwner('GET', '/state')).body, { ...deleted.body, visits: [] });
      const [listed] = (await stack().api.admin('GET', `/venues?q=${venue.slug}`)).body;
      assert.deepEqual([listed.live, listed.state, listed.purge_at], [true, 'deleted', purge_at]);
    });

    it('is gone for guests, whose tickets keep working', async () => {
      const { live, suspended } = await site();
      assert.deepEqual([live, suspended], [false, true]);
      const refused = await stack().api.book(venue.slug, { slot_id: venue.slots[5], people: 1 });
      assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'venue_not_live']);
      assert.equal((await page()).status, 404);
      assert.equal((await follow(paid.ticketUrl, { headers: { Accept: 'text/html' } })).status, 200);
    });

    it('can be read and exported by its owners, but not changed', async () => {
      assert.equal((await asOwner('GET', '')).status, 200);
      assert.equal((await asOwner('GET', '/bookings')).status, 200);
      for (const [method, path, body] of [
        ['PATCH', '', { live: true }],
        ['POST', '/bookings', { slot_id: venue.slots[5], customer_name: 'Eve' }],
        ['DELETE', '/payment-account', undefined],
        ['POST', '/resume', undefined],
      ] as const) {
        const { status, headers } = await admin(method, path, body);
        assert.deepEqual([status, headers.get('error-code')], [409, 'venue_deleted'], path);
      }
      const image = await stack().api.upload(venue.slug, await makeImage('png', { width: 60, height: 30 }));
      assert.equal(image.status, 409);
      assert.equal((await asOwner('POST', '/restore')).status, 403);
      assert.equal((await asOwner('DELETE', `/guests?email=${paid.email}`)).status, 200);
    });

    it('is announced to its owners by mail, with the date', async () => {
      const mails = () => stack().mail.to(email);
      await eventually('the mail is sent', () => mails().length === 1);
      assert.match(mails()[0]?.mail.subject ?? '', /is verwijderd/);
      assert.match(mails()[0]?.mail.text ?? '', /Tot \w+dag \d+ \w+ \d{4} kun je/);
    });

    it('is as before once it is restored', async () => {
      assert.equal((await admin('POST', '/restore')).body.state, 'active');
      assert.deepEqual((await admin('POST', '/restore')).body, {
        state: 'active',
        since: null,
        reason: null,
      });
      assert.equal((await site()).live, true);
      assert.equal((await page()).status, 200);
      assert.equal((await asOwner('PATCH', '', { phone: '020' })).status, 200);
      await eventually('the mail is sent', () => stack().mail.to(email).length === 2);
      const calls = (await admin('GET', '/audit-log?kind=venue')).body.map(
        ({ call: one }: { call: string }) => one,
      );
      assert.ok(calls.includes('deleteVenue') && calls.includes('restoreVenue'), calls.join());
    });
  });

  describe('a venue that was deleted 30 days ago', () => {
    const words = { venue: `v${randomUUID().slice(0, 8)}`, guest: `g${randomUUID().slice(0, 8)}` };
    const texts = Object.values(words);
    let venue: Awaited<ReturnType<typeof newTracedVenue>>;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);

    beforeAll(async () => {
      venue = await newTracedVenue(stack(), words);
    });

    it('had rows in every table that has rows of venues', async () => {
      // Only with a bucket for images: see services/catalog/images/moveImages.servers.test.ts.
      assert.deepEqual(await tablesWithout(stack(), venue.venueId), [
        'catalog.image_removal',
        'catalog.purged_venue',
      ]);
    });

    it('is purged: only invoices, money movements and its slug remain', async () => {
      const { database } = stack();
      const { venueId } = venue;
      await database.query(
        `UPDATE booking.booking SET starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'
         WHERE venue_id = $1`,
        [venueId],
      );
      await eventually('its refund is done', async () => (await admin('DELETE', '')).status === 200);
      await database.query(
        `UPDATE catalog.venue SET deleted_at = deleted_at - interval '31 days' WHERE id = $1`,
        [venueId],
      );
      // Deleting it again starts the sweep, which otherwise runs every hour.
      await admin('DELETE', '');
      await eventually(
        'it is purged',
        async () =>
          (
            await database.query(
              'SELECT FROM catalog.purged_venue WHERE venue_id = $1 AND purged_at IS NOT NULL',
              [venueId],
            )
          ).rowCount === 1,
      );
      await letEventsExpire(stack(), venueId);
      const found = await rowsOf(stack(), { venueId, texts: [...texts, venue.slug] });
      // The outcome of the request that started the sweep may be recorded after the purge.
      const { 'catalog.audit_entry': requests = '', ...remains } = found;
      assert.deepEqual(Object.keys(remains), REMAINS);
      for (const text of texts)
        for (const [table, rows] of [...Object.entries(remains), ['audit_entry', requests]])
          assert.ok(!rows?.includes(text), `${text} in ${table}: ${rows}`);
      const withSlug = Object.keys(remains).filter((table) => remains[table]?.includes(venue.slug));
      assert.deepEqual(withSlug, ['catalog.purged_venue']);
    });

    it('has left no text of its guests in streams, and none at all in Redis and logs', async () => {
      const logs = logsOf(stack());
      const redis = await redisOf(stack());
      for (const text of texts) assert.ok(!logs.includes(text) && !redis.includes(text), text);
      if (!stack().natsUrl) return;
      assert.ok(!(await streamsOf(stack())).includes(words.guest));
      // Names of the venue are in events, which expire sooner than a deleted venue is purged.
      for (const days of await daysOfStreams(stack())) assert.ok(days <= RESTORE_DAYS, `${days} days`);
    });

    it('keeps its slug, so that old links never lead to another venue', async () => {
      const { api } = stack();
      const taken = await api.admin('POST', '/venues', { slug: venue.slug, name: 'A stranger' });
      assert.deepEqual([taken.status, taken.headers.get('error-code')], [409, 'slug_taken']);
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/restore'],
      ] as const)
        assert.equal((await admin(method, path)).status, 404);
      assert.equal((await follow(venue.ticketUrl, { headers: { Accept: 'text/html' } })).status, 404);
    });

    it('is on the attention list of the operator when its provider reports a change', async () => {
      const { api, database } = stack();
      const { rows } = await database.query(
        `SELECT webhook_token AS token, provider_id AS id FROM payment.attempt
         WHERE venue_id = $1 AND captured_cents > 0 AND provider_id IS NOT NULL`,
        [venue.venueId],
      );
      const [{ token, id } = assert.fail()] = rows;
      const body = new URLSearchParams({ id });
      const hook = await fetch(`${api.url}/webhooks/payments/${token}`, { method: 'POST', body });
      assert.equal(hook.status, 200);
      const open = async () => (await admin('GET', '/attention')).body;
      const [item, ...more] = await open();
      assert.deepEqual([item.kind, more], ['webhook_mismatch', []]);
      assert.equal((await admin('GET', '/attention/count')).body.count, 1);
      assert.equal((await admin('POST', `/attention/${item.id}/resolve`)).status, 200);
      assert.deepEqual(await open(), []);
    });

    it('stays in the fee ledger', async () => {
      const from = daysAhead(-2);
      const before = `${venue.venueId}_0_00000000-0000-0000-0000-000000000000`;
      const { body } = await stack().api.admin(
        'GET',
        `/fees?from=${from}&to=${daysAhead(2)}&cursor=${before}`,
      );
      assert.deepEqual([body[0]?.venue, body[0]?.kind], [venue.slug, 'payment'], JSON.stringify(body));
    });
  });
}
