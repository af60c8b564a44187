import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { eventually } from '../../stack/api.ts';
import { follow } from '../../stack/guest.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

/** Links of a venue with its own domain. */
export function ownDomain(stack: () => Stack): void {
  describe('a venue with its own domain', () => {
    const newDomain = () => `book-${randomUUID()}.example.com`;
    /** The address of a path on a domain that this machine serves. */
    const at = (domain: string) => `http://${domain}:${new URL(stack().api.url).port}`;
    const hostOf = (url: string) => new URL(url).hostname;
    /** A request to an address on a domain, as a proxy passes it on. Follows no redirect. */
    const visit = (address: string, { body, headers }: { body?: URLSearchParams; headers?: object } = {}) => {
      const { host, pathname, search } = new URL(address);
      return follow(`${stack().api.url}${pathname}${search}`, {
        headers: { ...headers, 'X-Forwarded-Host': host },
        ...(body && { method: 'POST', body }),
      });
    };
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
      const ticket = await visit(ticketUrl, { headers: { Accept: 'text/html' } });
      assert.equal(ticket.status, 200);
      assert.ok(ticket.text.includes('Sauna'));

      /** Opens the payment page and chooses an outcome at the provider. Returns the address to return to. */
      const pay = async (outcome: string) => {
        const checkout = String((await visit(payUrl)).location);
        return String((await visit(checkout, { body: new URLSearchParams({ outcome }) })).location);
      };
      const { status, location } = await visit(await pay('failed'));
      assert.deepEqual([status, new URL(location ?? '').origin], [303, origin]);
      const page = await visit(location ?? '');
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(new URL(payUrl).pathname), 'the page links to the next attempt');
      await visit(await pay('paid'));
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
