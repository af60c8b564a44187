import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SECURITY_EVENTS } from '@venue-booking/proto/auth/securityEvent';
import { describe, it } from 'vitest';
import { signIn } from '../../admin/signIn.ts';
import { call, eventually, newAddress } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Metrics and logs of sign-ins, rejections and security-relevant changes. */
export function securityEvents(stack: () => Stack): void {
  describe('security events', () => {
    const SERIES = 'venue_booking_security_events_total';
    const counts = async () => {
      const { series } = await stack().metricsOf('gateway');
      const of = new Map<string, number>();
      for (const { name, labels, value } of series)
        if (name === SERIES) of.set(`${labels.event} ${labels.outcome}`, value);
      return of;
    };
    /** Asserts the minimum growth of each counter. Other tests may raise the counters at the same time. */
    const grows = async (expected: Record<string, number>, work: () => Promise<unknown>) => {
      const before = await counts();
      await work();
      const after = await counts();
      for (const [which, by] of Object.entries(expected))
        assert.ok((after.get(which) ?? 0) - (before.get(which) ?? 0) >= by, which);
    };

    it('the counters start at zero for every event and outcome', async () => {
      const known = await counts();
      for (const event of SECURITY_EVENTS)
        for (const outcome of ['success', 'refused', 'limited'])
          assert.ok(known.has(`${event} ${outcome}`), `${event} ${outcome}`);
    });

    it('counts changes of people, tokens, payment accounts, domains, feeds and webhooks', async () => {
      const { api } = stack();
      const venue = await api.newVenue();
      const facility = await api.newFacility(venue);
      const at = async (method: string, path: string, body?: object) => {
        const answer = await api.admin(method, `/venues/${venue}${path}`, body);
        assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
        return answer.body;
      };
      const expected = {
        'person_added success': 2,
        'person_role_changed success': 1,
        'person_signed_out success': 1,
        'person_removed success': 1,
        'token_created success': 1,
        'token_revoked success': 1,
        'payment_account_linked success': 1,
        'payment_account_unlinked success': 1,
        'domains_changed success': 1,
        'feed_changed success': 1,
        'webhook_changed success': 2,
      };
      await grows(expected, async () => {
        const email = () => `${randomUUID()}@example.com`;
        await at('POST', '/people', { email: email(), role: 'owner' });
        const { id } = await at('POST', '/people', { email: email(), role: 'desk' });
        await at('PATCH', `/people/${id}`, { role: 'owner' });
        await at('DELETE', `/people/${id}/sessions`);
        await at('DELETE', `/people/${id}`);
        const token = await at('POST', '/tokens', { name: 'Desk', scope: 'desk' });
        await at('DELETE', `/tokens/${token.id}`);
        await at('PUT', '/payment-account', { provider: 'sandbox', credentials: {} });
        await at('DELETE', '/payment-account');
        await at('PATCH', '', { domains: [`d-${randomUUID()}.example.com`] });
        await at('PUT', `/facilities/${facility}/feed`);
        const hook = await at('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook' });
        await at('DELETE', `/webhooks/${hook.id}`);
      });
    });

    it('counts exports and erasures', async () => {
      const { api } = stack();
      const venue = await api.newVenue();
      const email = `${randomUUID()}@example.com`;
      const expected = { 'export success': 1, 'guest_exported success': 1, 'guest_erased success': 1 };
      await grows(expected, async () => {
        const headers = { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' };
        const csv = await call(`${api.url}/api/admin/venues/${venue}/bookings`, { headers });
        assert.equal(csv.status, 200);
        const guests = `/venues/${venue}/guests?email=${email}`;
        assert.equal((await api.admin('GET', guests)).status, 200);
        assert.equal((await api.admin('DELETE', guests)).status, 200);
      });
    });

    it('logs rejections without secrets, addresses or personal data', async () => {
      const { api, operatorToken, processes } = stack();
      const venue = await api.newVenue();
      const client = newAddress();
      const email = `${randomUUID()}@example.com`;
      const cookie = await signIn(stack(), { email, venues: { [venue]: 'desk' } });
      const secret = `wrong-${randomUUID()}`;
      const headers = { 'X-Forwarded-For': client };
      const expected = {
        'credentials refused': 1,
        'sign_in refused': 2,
        'access refused': 1,
        'sign_in success': 1,
        'sign_out success': 1,
      };
      await grows(expected, async () => {
        const bearer = { ...headers, Authorization: `Bearer ${secret}` };
        assert.equal((await call(`${api.url}/api/admin/venues`, { headers: bearer })).status, 401);
        const operator = `${api.url}/api/admin/sign-in/operator`;
        assert.equal((await call(operator, { headers, body: { token: secret } })).status, 403);
        const link = await call(`${api.url}/api/admin/sign-in/link/person`, {
          headers,
          body: { token: secret },
        });
        assert.ok(link.status >= 400 && link.status < 500, link.text);
        const tokens = `${api.url}/api/admin/venues/${venue}/tokens`;
        assert.equal((await call(tokens, { headers: { ...headers, Cookie: cookie } })).status, 403);
        const right = await call(operator, { headers, body: { token: operatorToken } });
        assert.equal(right.status, 200);
        const own = (right.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
        const away = { ...headers, Cookie: own, Origin: api.url };
        const out = await call(`${api.url}/api/admin/session`, { method: 'DELETE', headers: away });
        assert.equal(out.status, 200, out.text);
      });
      const logs = () => processes.map((process) => process.output()).join('');
      await eventually('the rejected access is logged', async () =>
        logs()
          .split('\n')
          .some(
            (line) =>
              line.includes('"event":"access"') && line.includes(venue) && line.includes('"actor":"person '),
          ),
      );
      for (const hidden of [secret, email, client, operatorToken]) assert.ok(!logs().includes(hidden));
    });
  });
}
