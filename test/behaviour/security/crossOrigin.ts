import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Which websites may call the API for a venue. */
export function crossOrigin(stack: () => Stack): void {
  describe('cross-origin calls', () => {
    const origin = `https://${randomUUID()}.example`;
    const domain = `${randomUUID()}.example`;
    let slug: string;
    let slotId: number;
    let anotherSlot: number;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ allowed_origins: [origin], domains: [domain] });
      const facility = await api.newFacility(slug);
      const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(6)}`)).body;
      slotId = slots[0].id;
      anotherSlot = slots[1].id;
    });
    const preflight = (from: string) =>
      call(`${stack().api.url}/api/site/bookings`, {
        method: 'OPTIONS',
        headers: {
          Origin: from,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type,traceparent,x-tenant',
        },
      });

    it('answers a preflight for the origins of all venues, because it names no venue', async () => {
      const { status, headers } = await preflight(origin);
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.equal(
        headers.get('access-control-allow-headers'),
        'Content-Type, X-Tenant, Idempotency-Key, traceparent',
      );
      assert.equal(headers.get('vary'), 'Origin, X-Tenant, Access-Control-Request-Headers');
      assert.equal(
        (await preflight('https://evil.example')).headers.get('access-control-allow-origin'),
        null,
      );
    });

    it('lets the venue’s own website read responses, including failures', async () => {
      const { api } = stack();
      const good = await api.get(slug, '/facilities', { Origin: origin });
      assert.equal(good.headers.get('access-control-allow-origin'), origin);
      assert.match(good.headers.get('access-control-expose-headers') ?? '', /Retry-After/);
      assert.equal(good.headers.get('vary'), 'Origin, X-Tenant');
      const refused = await api.book(slug, { slot_id: 1 }, { Origin: origin });
      assert.equal(refused.status, 422);
      assert.equal(refused.headers.get('access-control-allow-origin'), origin);
      assert.equal(refused.headers.get('error-code'), 'slot_unknown');
      assert.match(refused.headers.get('access-control-expose-headers') ?? '', /\bError-Code\b/);
    });

    it('lets any website read failures that belong to no venue: an unknown venue, path or method', async () => {
      const { api } = stack();
      const mistyped = await api.get('no-such-venue', '/facilities', { Origin: origin });
      assert.equal(mistyped.status, 400);
      assert.equal(mistyped.headers.get('access-control-allow-origin'), '*');
      for (const [path, status] of [
        ['/api/site/facility', 404],
        ['/api/site/bookings', 405],
      ] as const) {
        const answer = await call(api.url + path, { headers: { Origin: origin } });
        assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [status, '*']);
        assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Error-Code/);
      }
    });

    it('lets only the venue’s own website read a ticket', async () => {
      const { api } = stack();
      const { body: made } = await api.book(slug, { slot_id: anotherSlot });
      const { pathname } = new URL(made.ticket_url);
      const read = (from: string, path = pathname, accept = 'application/json') =>
        call(api.url + path, { headers: { Origin: from, Accept: accept } });
      const allowed = ({ headers }: Awaited<ReturnType<typeof read>>) =>
        headers.get('access-control-allow-origin');

      const ticket = await read(origin);
      assert.equal(ticket.body.id, made.booking.id);
      assert.equal(allowed(ticket), origin);
      assert.match(ticket.headers.get('vary') ?? '', /Origin/);
      assert.equal(allowed(await read('https://evil.example')), null);
      assert.equal(allowed(await read(origin, pathname, 'text/html')), null);
      const unknown = await read(origin, '/tickets/no-such-token');
      assert.equal(unknown.status, 404);
      assert.equal(allowed(unknown), origin);
    });

    it('rejects another website with 403 before any effect', async () => {
      const { api } = stack();
      const other = await api.newVenue({
        allowed_origins: ['https://other.example'],
        domains: [`${randomUUID()}.example`],
      });
      assert.ok(other);
      for (const from of [
        'https://evil.example',
        'https://other.example',
        'null',
        `${origin}.evil.example`,
        `https://evil@${domain}`,
        `ftp://${domain}`,
        `https://${domain}:8443`,
      ]) {
        const { status, body, headers } = await api.book(slug, { slot_id: slotId }, { Origin: from });
        assert.equal(status, 403, from);
        assert.deepEqual(Object.keys(body), ['error']);
        assert.equal(headers.get('access-control-allow-origin'), null);
      }
      const { rows } = await stack().database.query(
        'SELECT count(*)::int AS n FROM booking.booking WHERE slot_id = $1',
        [slotId],
      );
      assert.equal(rows[0].n, 0);
    });

    it('accepts the platform’s own origin and the venue’s own domain', async () => {
      const { api } = stack();
      const own = `http://localhost:${new URL(stack().apis[0]?.url ?? '').port}`;
      assert.equal((await api.get(slug, '/facilities', { Origin: own })).status, 200);
      assert.equal((await api.get(slug, '/facilities', { Origin: `https://${domain}` })).status, 200);
    });

    it('finds the venue by its own domain', async () => {
      const { api } = stack();
      const byHost = await call(`${api.url}/api/site/facilities`, {
        headers: { 'X-Forwarded-Host': domain },
      });
      assert.equal(byHost.status, 200);
      assert.equal(byHost.body.facilities.length, 1);
    });
  });
}
