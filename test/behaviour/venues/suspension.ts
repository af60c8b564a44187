import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { signIn } from '../../admin/signIn.ts';
import { call, eventually } from '../../stack/api.ts';
import { follow, payThrough } from '../../stack/guest.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { ACCEPT_JSON, changePages } from '../fixtures/changePages.ts';

const REASON = 'The owner asked us to <pause>';

/** The operator suspends a venue and ends the suspension. */
export function suspension(stack: () => Stack): void {
  describe('a suspended venue', () => {
    let venue: PaidVenue;
    let owner: string;
    let held: Awaited<ReturnType<PaidVenue['book']>>;
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
    const site = async () => (await stack().api.get(venue.slug, '/facilities')).body;
    const page = async () =>
      (await follow(`${stack().api.url}/v/${venue.slug}`, { headers: { Accept: 'text/html' } })).text;

    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { venue: { check_in_from_hours: 8760, change_until_hours: 0 } });
      owner = (await admin('POST', '/tokens', { name: 'Owner' })).body.token;
      await signIn(stack(), { email, venues: { [venue.slug]: 'owner' }, language: 'nl' });
      held = await venue.book();
      paid = await venue.book();
      await payThrough(paid.payUrl);
      await venue.becomes(paid.id, 'confirmed');
    });

    it('can only be suspended by the operator, with a reason', async () => {
      assert.equal((await asOwner('POST', '/suspend', { reason: REASON })).status, 403);
      assert.equal((await admin('POST', '/suspend', {})).status, 422);
      assert.equal((await admin('POST', '/suspend', { reason: '' })).status, 422);
      assert.equal((await admin('POST', '/resume')).status, 409);
      const suspended = await admin('POST', '/suspend', { reason: REASON });
      assert.deepEqual([suspended.status, suspended.body.state], [200, 'suspended'], suspended.text);
      const { body } = await asOwner('GET', '/state');
      assert.deepEqual(body, { ...suspended.body, visits: [] });
      assert.equal(body.reason, REASON);
      const [listed] = (await stack().api.admin('GET', `/venues?q=${venue.slug}`)).body;
      assert.deepEqual([listed.live, listed.state, listed.reason], [true, 'suspended', REASON]);
    });

    it('takes no bookings of guests, and says so', async () => {
      const { live, suspended } = await site();
      assert.deepEqual([live, suspended], [false, true]);
      const refused = await stack().api.book(venue.slug, { slot_id: venue.slots[5], people: 1 });
      assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'venue_not_live']);
      assert.match(await page(), /Online boeken kan op dit moment niet/);
    });

    it('stays suspended when its owner sets it live', async () => {
      assert.equal((await asOwner('PATCH', '', { live: true, phone: '020' })).status, 200);
      assert.equal((await site()).live, false);
      assert.equal((await asOwner('POST', '/resume')).status, 403);
    });

    it('confirms a booking that was held before and is paid now', async () => {
      await payThrough(held.payUrl);
      await venue.becomes(held.id, 'confirmed');
    });

    it('lets its guests change their booking, on the page and in the API', async () => {
      const { at, ask, quoteOf, send } = changePages(stack);
      const other = venue.slots.at(-1);
      const { text } = await ask(at(paid.ticketUrl, '/change'));
      assert.match(text, new RegExp(`<button name="slot" value="${other}"`));
      assert.equal((await ask(at(paid.ticketUrl), ACCEPT_JSON)).body.changeable, true);
      const moved = await send(paid.ticketUrl, await quoteOf(paid.ticketUrl, `slot=${other}`));
      assert.equal(moved.status, 200, moved.text);
      assert.notEqual(moved.body.starts_at, paid.booking.starts_at);
    });

    it('serves its guests: tickets, check-in, cancellation, and bookings of the desk', async () => {
      const ticket = await follow(paid.ticketUrl, { headers: { Accept: 'text/html' } });
      assert.equal(ticket.status, 200);
      assert.equal((await asOwner('POST', `/bookings/${paid.id}/check-in`)).status, 200);
      const cancelled = await call(`${held.ticketUrl}/cancel`, {
        method: 'POST',
        headers: { Accept: 'application/json' },
      });
      assert.ok(cancelled.status < 400, cancelled.text);
      await venue.becomes(held.id, 'cancelled');
      const made = await asOwner('POST', '/bookings', {
        slot_id: venue.slots[6],
        customer_name: 'At the desk',
      });
      assert.equal(made.status, 201, made.text);
      assert.equal((await asOwner('GET', '/bookings')).status, 200);
    });

    it('is announced to its owners by mail, with the reason', async () => {
      const mails = () => stack().mail.to(email);
      await eventually('the mail is sent', () => mails().length === 1);
      assert.match(mails()[0]?.mail.subject ?? '', /neemt tijdelijk geen online boekingen aan/);
      assert.ok(mails()[0]?.mail.text?.includes(REASON));
    });

    it('takes bookings again after it was resumed', async () => {
      const resumed = await admin('POST', '/resume');
      assert.deepEqual([resumed.status, resumed.body], [200, { state: 'active', since: null, reason: null }]);
      assert.equal((await site()).suspended, undefined);
      await venue.book();
      await eventually('the mail is sent', () => stack().mail.to(email).length === 2);
      const calls = (await admin('GET', '/audit-log?kind=venue')).body.map(
        ({ call: one }: { call: string }) => one,
      );
      assert.ok(calls.includes('suspendVenue') && calls.includes('resumeVenue'), calls.join());
    });
  });
}
