import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import { follow, payThrough } from '../../stack/guest.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

const HOME = 'https://www.example.com';

/** Where guests are redirected after paying. */
export function redirects(stack: () => Stack): void {
  describe('redirect after paying', () => {
    it('accepts only the venue’s own websites while redirect_origins is empty', async () => {
      const { api } = stack();
      const domain = `book-${Date.now()}.example.com`;
      const venue = await api.newVenue({ allowed_origins: ['https://spa.example'], domains: [domain] });
      const facility = await api.newFacility(venue);
      const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const bookWith = (redirect_url?: string) =>
        api.book(venue, { slot_id: body.slots[0].id, ...(redirect_url && { redirect_url }) });
      const own = new URL((await bookWith()).body.ticket_url).origin;
      for (const good of ['https://spa.example/thanks?x=1', `https://${domain}/`, `${own}/demo`])
        assert.equal((await bookWith(good)).status, 201, good);
      for (const bad of ['https://evil.example/', 'http://spa.example/', `https://${domain}.evil.example/`]) {
        const refused = await bookWith(bad);
        assert.equal(refused.status, 422, bad);
        assert.match(refused.text, /redirect_origins/);
      }
    });

    it('redirects to a removed origin only during the hold, and to the ticket afterwards', async () => {
      const { api, database } = stack();
      const venue = await newPaidVenue(stack(), { venue: { redirect_origins: [HOME] } });
      const { id, payUrl, ticketUrl } = await venue.book({ redirect_url: `${HOME}/thanks` });
      const { status } = await api.admin('PATCH', `/venues/${venue.slug}`, {
        redirect_origins: ['https://new.example'],
      });
      assert.equal(status, 200);
      assert.equal((await payThrough(payUrl)).location, `${HOME}/thanks`);
      await venue.becomes(id, 'confirmed');
      await database.query("UPDATE booking.booking SET hold_until = now() - interval '1 s' WHERE id = $1", [
        id,
      ]);
      assert.equal((await follow(payUrl)).location, ticketUrl);
      await api.admin('PATCH', `/venues/${venue.slug}`, { redirect_origins: [HOME] });
      assert.equal((await follow(payUrl)).location, `${HOME}/thanks`);
    });

    it('redirects to the ticket if the stored redirect_url is not allowed', async () => {
      const { database } = stack();
      const venue = await newPaidVenue(stack(), { venue: { redirect_origins: [] } });
      const { id, payUrl, ticketUrl } = await venue.bookAndPay({ redirect_url: undefined });
      await database.query(
        "UPDATE booking.booking SET redirect_url = 'https://evil.example/', hold_until = now() - interval '1 s' WHERE id = $1",
        [id],
      );
      assert.equal((await follow(payUrl)).location, ticketUrl);
    });
  });
}
