import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { eventually } from '../../stack/api.ts';
import { atHost } from '../../stack/atHost.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

/** Links of a venue with its own domain. */
export function ownDomain(stack: () => Stack): void {
  describe('a venue with its own domain', () => {
    const newDomain = () => `book-${randomUUID()}.example.com`;
    /** The address of a path on a domain that this machine serves. */
    const at = (domain: string) => `http://${domain}:${new URL(stack().api.url).port}`;
    const hostOf = (url: string) => new URL(url).hostname;
    const PLATFORM = 'localhost';

    it('has tickets, payment pages, the return from paying and mails on this domain', async () => {
      const domain = newDomain();
      const venue = await newPaidVenue(stack(), { venue: { domains: [domain] } });
      const { id, email, ticketUrl, payUrl } = await venue.book({
        redirect_url: undefined,
        locale: 'en',
      });
      const origin = at(domain);
      assert.deepEqual(
        [ticketUrl, payUrl].map((url) => new URL(url).origin),
        [origin, origin],
      );
      const ticket = await atHost(ticketUrl, { headers: { Accept: 'text/html' } });
      assert.equal(ticket.status, 200);
      assert.ok(ticket.text.includes('Sauna'));

      const checkout = String((await atHost(payUrl)).headers.location);
      const choose = async (outcome: string) => {
        const body = new URLSearchParams({ outcome }).toString();
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
        return String((await atHost(checkout, { method: 'POST', headers, body })).headers.location);
      };
      const back = await choose('failed');
      const failed = await atHost(back);
      assert.equal(failed.status, 303);
      assert.equal(new URL(String(failed.headers.location)).origin, origin);
      const page = await atHost(String(failed.headers.location));
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(new URL(payUrl).pathname), 'the page links to the next attempt');

      const again = String((await atHost(payUrl)).headers.location);
      const body = new URLSearchParams({ outcome: 'paid' }).toString();
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const paid = await atHost(again, { method: 'POST', headers, body });
      await atHost(String(paid.headers.location));
      await venue.becomes(id, 'confirmed');
      const confirmation = () =>
        stack()
          .mail.to(email)
          .find(({ mail }) => /confirmed/.test(mail.subject ?? ''));
      await eventually('the confirmation arrives', () => confirmation() !== undefined);
      assert.ok(confirmation()?.mail.text?.includes(`${origin}/tickets/`));
    });

    it('uses the first domain for links unless it chooses another one or the platform', async () => {
      const { api } = stack();
      const [first, second] = [newDomain(), newDomain()];
      const { slug, book } = await newPaidVenue(stack());
      const patch = (settings: object) => api.admin('PATCH', `/venues/${slug}`, settings);
      const linksTo = (host: string) =>
        eventually(`links use ${host}`, async () => hostOf((await book()).ticketUrl) === host);
      await linksTo(PLATFORM);
      assert.equal((await patch({ domains: [first, second] })).body.primary_domain, first);
      await linksTo(first);
      assert.equal((await patch({ primary_domain: second })).status, 200);
      await linksTo(second);
      assert.equal((await patch({ domains: [first] })).body.primary_domain, first);
      assert.equal((await patch({ primary_domain: null })).status, 200);
      await linksTo(PLATFORM);
      assert.equal((await patch({ domains: [first, second] })).body.primary_domain, null);
      const foreign = await patch({ primary_domain: newDomain() });
      assert.deepEqual([foreign.status, Object.keys(foreign.body)], [422, ['error']]);
      assert.equal((await patch({ domains: [], primary_domain: first })).status, 422);
    });

    it('lets guests return to its domain although other websites are listed', async () => {
      const domain = newDomain();
      const { book } = await newPaidVenue(stack(), {
        venue: { domains: [domain], redirect_origins: ['https://www.example.com'] },
      });
      assert.ok(await book({ redirect_url: `https://${domain}/thanks` }));
    });
  });
}
