import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Which calls to the admin API each kind of token may make. */
export function access(stack: () => Stack): void {
  describe('venue tokens', () => {
    let slug: string;
    let owner: string;
    let desk: string;
    let booking: number;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ check_in_from_hours: 8760 });
      const facility = await api.newFacility(slug);
      const slot = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(4)}`)).body.slots[0];
      booking = (await api.book(slug, { slot_id: slot.id })).body.booking.id;
      owner = (await api.admin('POST', `/venues/${slug}/tokens`, { name: 'Owner' })).body.token;
      desk = (await api.admin('POST', `/venues/${slug}/tokens`, { name: 'Front desk', scope: 'desk' })).body
        .token;
    });
    const as = (token: string, method: string, path: string, body?: unknown) =>
      call(`${stack().api.url}/api/admin${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(body !== undefined && { body }),
      });

    it('the database stores only the hash of a token, and no response shows a token again', async () => {
      const { body } = await as(owner, 'GET', `/venues/${slug}/tokens`);
      assert.deepEqual(
        body.map(({ name, scope }: { name: string; scope: string }) => [name, scope]),
        [
          ['Owner', 'owner'],
          ['Front desk', 'desk'],
        ],
      );
      assert.equal(JSON.stringify(body).includes(owner), false);
      const { rows } = await stack().database.query('SELECT * FROM catalog.token WHERE hash = $1', [owner]);
      assert.equal(rows.length, 0);
    });

    it('an owner token manages its venue but does nothing reserved for the operator', async () => {
      assert.equal((await as(owner, 'PATCH', `/venues/${slug}`, { phone: '020' })).status, 200);
      assert.equal((await as(owner, 'GET', `/venues/${slug}/bookings`)).status, 200);
      assert.equal((await as(owner, 'GET', '/venues')).status, 403);
      assert.equal((await as(owner, 'POST', '/venues', { slug: 'x', name: 'X' })).status, 403);
      assert.equal((await as(owner, 'GET', '/dead-letters')).status, 403);
      const replay = `/dead-letters/booking/${randomUUID()}/replay`;
      assert.equal((await as(owner, 'POST', replay)).status, 403);
      const fee = { provider: 'sandbox', platform_fee_percent: 1 };
      assert.equal((await as(owner, 'PUT', `/venues/${slug}/payment-account`, fee)).status, 403);
    });

    it('a desk token does desk work and nothing else', async () => {
      assert.equal((await as(desk, 'GET', `/venues/${slug}/bookings/${booking}`)).status, 200);
      const refusals = [
        ['PATCH', `/venues/${slug}`, { live: false }],
        ['POST', `/venues/${slug}/blocks`, {}],
        ['DELETE', `/venues/${slug}/guests?email=anna@example.com`],
        ['GET', `/venues/${slug}/tokens`],
        ['POST', `/venues/${slug}/tokens`, { name: 'More' }],
        ['PUT', `/venues/${slug}/payment-account`, { provider: 'sandbox' }],
        ['POST', `/venues/${slug}/bookings/${booking}/refunds`],
        ['GET', `/venues/${slug}/attention`],
      ] as const;
      for (const [method, path, body] of refusals)
        assert.equal((await as(desk, method, path, body)).status, 403, path);
      const checkedIn = await as(desk, 'POST', `/venues/${slug}/bookings/${booking}/check-in`);
      assert.equal(checkedIn.status, 200);
      assert.equal(checkedIn.body.history.at(-1).actor, 'token Front desk');
      assert.equal(checkedIn.body.ticket_url, undefined, 'the desk could cancel with the ticket URL');
      const resent = await as(desk, 'POST', `/venues/${slug}/bookings/${booking}/resend`);
      assert.deepEqual([resent.status, resent.body.history.at(-1).action], [200, 'mail_resent'], resent.text);
      const undone = await as(desk, 'POST', `/venues/${slug}/bookings/${booking}/undo-check-in`);
      assert.deepEqual([undone.status, undone.body.status], [200, 'confirmed']);
    });

    it('a token gets the same 404 for another venue as for one that does not exist', async () => {
      const other = await stack().api.newVenue();
      for (const token of [owner, desk])
        for (const [method, path, body] of [
          ['GET', ''],
          ['PATCH', '', { live: false }],
          ['GET', '/bookings'],
          ['POST', '/tokens', { name: 'Mine' }],
        ] as const) {
          const foreign = await as(token, method, `/venues/${other}${path}`, body);
          const unknown = await as(token, method, `/venues/no-such-venue${path}`, body);
          assert.deepEqual([foreign.status, foreign.text], [404, unknown.text], `${method} ${path}`);
        }
      const csv = await call(`${stack().api.url}/api/admin/venues/${other}/bookings`, {
        headers: { Authorization: `Bearer ${owner}`, Accept: 'text/csv' },
      });
      assert.equal(csv.status, 404);
    });

    it('a revoked token gets 401', async () => {
      const { body } = await as(owner, 'POST', `/venues/${slug}/tokens`, { name: 'Short' });
      assert.equal((await as(body.token, 'GET', `/venues/${slug}`)).status, 200);
      assert.equal((await as(owner, 'DELETE', `/venues/${slug}/tokens/${body.id}`)).status, 200);
      assert.equal((await as(body.token, 'GET', `/venues/${slug}`)).status, 401);
      assert.equal((await as(owner, 'DELETE', `/venues/${slug}/tokens/${body.id}`)).status, 404);
      assert.equal((await as(owner, 'DELETE', `/venues/${slug}/tokens/1`)).status, 404);
      for (const bad of ['', 'x', `${owner}x`])
        assert.equal((await as(bad, 'GET', `/venues/${slug}`)).status, 401);
    });

    it('a token that is revoked while its request body is still being sent gets 401', async () => {
      const made = await as(owner, 'POST', `/venues/${slug}/tokens`, { name: 'Held' });
      const held = request(`${stack().api.url}/api/admin/venues/${slug}/tokens`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${made.body.token}`,
          'Content-Type': 'application/json',
          Expect: '100-continue',
        },
      });
      held.flushHeaders();
      // The gateway sends 100 Continue once it has accepted the headers.
      await once(held, 'continue');
      held.write('{"name":"Mine"');
      const answer = once(held, 'response') as Promise<[IncomingMessage]>;
      assert.equal((await as(owner, 'DELETE', `/venues/${slug}/tokens/${made.body.id}`)).status, 200);
      held.end('}');
      const [{ statusCode }] = await answer;
      assert.equal(statusCode, 401);
      const { body } = await as(owner, 'GET', `/venues/${slug}/tokens`);
      assert.equal(
        body.some(({ name }: { name: string }) => name === 'Mine'),
        false,
      );
    });

    it('an owner must prove a new domain, and the response explains how', async () => {
      const domain = `${slug}.invalid-but-domain.example`;
      const refused = await as(owner, 'PATCH', `/venues/${slug}`, { domains: [domain] });
      assert.equal(refused.status, 422);
      assert.match(refused.body.error, new RegExp(`_venue-booking\\.${domain}.*venue=${slug}`));
      const { api } = stack();
      assert.equal((await api.admin('PATCH', `/venues/${slug}`, { domains: [domain] })).status, 200);
      assert.equal(
        (await as(owner, 'PATCH', `/venues/${slug}`, { domains: [domain], phone: '1' })).status,
        200,
      );
    });
  });
}
