import assert from 'node:assert/strict';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../stack/api.ts';
import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';

describe('request limits', () => {
  let stack: Stack;
  let slug: string;
  let slot: number;
  const book = (gateway: number, headers: Record<string, string> = {}) => {
    const api = stack.apis[gateway % stack.apis.length] ?? stack.api;
    return api.book(slug, { slot_id: slot }, headers);
  };
  const bookings = async () =>
    (await stack.database.query('SELECT count(*)::int AS n FROM booking.booking WHERE slot_id = $1', [slot]))
      .rows[0].n;

  for (const { trusting, where, start } of [
    {
      trusting: 'no proxy',
      where: 'over three gateways',
      start: () =>
        startAsServices({
          replicas: { gateway: 3, booking: 2 },
          env: { TRUST_PROXY: 'false' },
          ownRedis: true,
        }),
    },
    // Each gateway determines the client address independently, so one gateway is enough here.
    {
      trusting: 'one proxy',
      where: 'in one process',
      start: () => startInOneProcess({ env: { TRUST_PROXY: '1' } }),
    },
  ])
    describe(`${where}, trusting ${trusting}`, () => {
      beforeAll(async () => {
        stack = await start();
        slug = await stack.api.newVenue();
        const facility = await stack.api.newFacility(slug, { capacity: 1000 });
        slot = (await stack.api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(3)}`)).body.slots[0]
          .id;
      });
      afterAll(() => stack.stop());

      it('let exactly 20 of 50 concurrent bookings through, whatever X-Forwarded-For contains', async () => {
        // The proxy adds only the last address; the client controls those before it.
        const forged = (index: number) =>
          trusting === 'no proxy' ? `203.0.113.${index}` : `198.51.100.${index}, 192.0.2.7`;
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) => book(index, { 'X-Forwarded-For': forged(index) })),
        );
        const statuses = answers.map(({ status }) => status);
        const made = statuses.filter((status) => status === 201).length;
        assert.equal(statuses.filter((status) => status === 429).length, 50 - made, statuses.join());
        assert.equal(await bookings(), made);
        // On a machine so busy that Redis takes half a second, each replica counts by itself.
        const alone = stack
          .of('booking')
          .filter((one) => one.output().includes('bookings continue without it')).length;
        assert.ok(made >= 20 && made <= 20 + 20 * alone, statuses.join());
        if (alone > 0) return;
        const late = await book(2, { 'X-Forwarded-For': forged(99) });
        assert.deepEqual([late.status, late.headers.get('ratelimit-remaining')], [429, '0']);
        assert.ok(Number(late.headers.get('retry-after')) > 3000);
      });

      if (trusting === 'one proxy')
        it('count each client separately, and a whole IPv6 /64 as one client', async () => {
          assert.equal((await book(0, { 'X-Forwarded-For': '192.0.2.8' })).status, 201);
          const statuses = [];
          for (let index = 0; index < 21; index++)
            statuses.push((await book(index, { 'X-Forwarded-For': `2001:db8:1:2::${index + 1}` })).status);
          assert.deepEqual(
            [statuses.slice(0, 20).every((status) => status === 201), statuses[20]],
            [true, 429],
          );
          assert.equal((await book(0, { 'X-Forwarded-For': '2001:db8:1:3::1' })).status, 201);
        });

      if (trusting === 'no proxy')
        it('reject headers over 16 kB and bodies over 64 kB, and time out incomplete requests', async () => {
          const { url } = stack.api;
          const large = await call(`${url}/api/site/facilities`, {
            headers: { 'X-Tenant': slug, 'X-Large': 'x'.repeat(20_000) },
          });
          assert.deepEqual(
            [large.status, large.body],
            [431, { error: 'Invalid request: its address and headers are larger than 16 kB.' }],
          );
          const body = await call(`${url}/api/site/bookings`, {
            headers: { 'X-Tenant': slug },
            raw: `{"customer_name":"${'x'.repeat(70_000)}"}`,
          });
          assert.deepEqual([body.status, Object.keys(body.body)], [413, ['error']]);
          const ended = await new Promise<string>((resolve) => {
            const slow = request(`${url}/api/site/bookings`, {
              method: 'POST',
              headers: { 'X-Tenant': slug, 'Content-Type': 'application/json', 'Content-Length': '100' },
            });
            slow.on('response', (response) =>
              resolve(`${response.statusCode} ${response.headers['error-code']}`),
            );
            slow.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
            slow.write('{');
          });
          assert.match(ended, /^408 invalid_request$|ECONNRESET/);
        });
    });
});
