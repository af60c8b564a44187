import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type FakeMollie, startMollie } from '../fakes/mollie.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { payThrough } from '../stack/guest.ts';
import { linkAccount } from '../stack/paidVenue.ts';
import { columnsContaining, columnsOf, filesIn, logsOf, redisOf, streamsOf } from '../stack/search.ts';
import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';

/** The tables of all services that contain a text, as `schema.table`. */
async function tablesWith(stack: Stack, text: string): Promise<string[]> {
  const columns = columnsContaining(await columnsOf(stack), text);
  return [...new Set(columns.map((name) => name.replace(/\.[^.]+$/, '')))];
}

describe('an erased guest', () => {
  let dataDir: string;
  let mollie: FakeMollie;
  beforeAll(async () => {
    mollie = await startMollie();
    mollie.set({ payer: guest });
  });
  afterAll(() => mollie.stop());
  const env = () => ({ LOG_LEVEL: 'trace', WEBHOOK_ALLOW_PRIVATE: 'true', MOLLIE_API_URL: mollie.url });
  const ways = {
    'as services, over NATS and Redis': () => startAsServices({ ownRedis: true, env: env() }),
    'in one process, with mail in files': () =>
      startInOneProcess({
        mailToFiles: true,
        env: { ...env(), DATA_DIR: dataDir },
      }),
  };
  for (const [way, start] of Object.entries(ways))
    it(`leaves no trace in tables, streams, Redis, logs or files (${way})`, async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'vb-erasure-'));
      const stack = await start();
      try {
        await leaveTraces(stack);
        for (const text of Object.values(guest))
          assert.deepEqual(
            await tablesWith(stack, text),
            ['booking.booking'],
            'the search finds the guest in exactly one table',
          );
        if (way.includes('files'))
          assert.ok(
            (await filesIn(dataDir)).toLowerCase().includes(guest.email),
            'the search finds the guest in mail files',
          );

        const erased = await stack.api.admin('DELETE', `/venues/${slug}/guests?email=${guest.email}`);
        assert.deepEqual([erased.status, erased.body], [200, { erased_bookings: 7, upcoming_bookings: 5 }]);

        const addresses = await stack.database.query('SELECT FROM booking.booking WHERE client IS NOT NULL');
        assert.equal(addresses.rowCount, 0, 'no client address of an unpaid booking is left');

        const [streams, redis, files] = [
          await streamsOf(stack),
          await redisOf(stack),
          await filesIn(dataDir),
        ];
        // A text search can't find encoded mail, so no mail file may be left at all.
        assert.doesNotMatch(files, /\.eml/);
        const logs = logsOf(stack);
        assert.match(logs, /ready/, 'there are logs to search');
        assert.match(
          logs,
          /"bookings":\[\d+(,\d+){6}\].*"guest erased"/,
          'the logs name the erased bookings',
        );
        for (const [what, text] of Object.entries(guest)) {
          assert.deepEqual(await tablesWith(stack, text), [], what);
          for (const [where, held] of Object.entries({ streams, redis, files, logs }))
            assert.ok(!held.toLowerCase().includes(text.toLowerCase()), `${where} contain the ${what}`);
        }
      } finally {
        await stack.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    });

  let slug: string;
  const guest = {
    name: `Zoë van Vergeten ${randomUUID()}`,
    email: `zoe.${randomUUID()}@guest.example`,
    phone: `06 ${randomUUID()}`,
    redirect: `https://guest.example/thanks?me=${randomUUID()}`,
  };

  /**
   * Everything that may happen to a guest: bookings that end in every way, rejected requests, mail that can't
   * be sent, a webhook that is unreachable.
   */
  async function leaveTraces(stack: Stack): Promise<void> {
    const { api, mail, database } = stack;
    slug = await api.newVenue({
      check_in_from_hours: 8760,
      redirect_origins: ['https://guest.example'],
    });
    const facility = await api.newFacility(slug);
    await api.admin('PUT', `/venues/${slug}/fields`, {
      fields: [{ key: 'phone', label: 'Phone', type: 'tel' }],
    });
    await api.admin('POST', `/venues/${slug}/webhooks`, { url: 'http://127.0.0.1:9/hook' });
    const slots = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(5)}`)).body.slots;
    const book = (index: number, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      api.book(
        slug,
        {
          slot_id: slots[index].id,
          customer_name: guest.name,
          customer_email: guest.email.toUpperCase(),
          extra: { phone: guest.phone },
          redirect_url: guest.redirect,
          ...more,
        },
        headers,
      );
    const ids: number[] = [];
    mail.treat = () => 550;
    for (const index of [0, 1, 2])
      ids.push(
        (await book(index, {}, { 'Idempotency-Key': `${guest.name.length}-${index}` })).body.booking.id,
      );
    await eventually('their mail has been attempted', async () => {
      const { rows } = await database.query(
        `SELECT count(*)::int AS n FROM booking.mail WHERE status <> 'queued'`,
      );
      return rows[0].n === 3;
    });
    mail.treat = () => undefined;
    await mail.stop();
    for (const index of [3, 4]) ids.push((await book(index)).body.booking.id);
    const priced = await api.newFacility(slug, { price_eur: 12.5 });
    await linkAccount(stack, slug, { provider: 'mollie', credentials: { api_key: mollie.testKey } });
    const { body: day } = await api.get(slug, `/facilities/${priced}/slots?date=${daysAhead(5)}`);
    // One is paid, by a payer with the guest's name; the other stays unpaid.
    const toPay = await Promise.all([1, 2].map((index) => book(0, { slot_id: day.slots[index].id })));
    await payThrough(toPay[0]?.body.payment.checkout_url);
    await eventually('one booking is paid', async () => {
      const { rows } = await database.query(
        `SELECT status FROM booking.booking WHERE payment_id IS NOT NULL ORDER BY status`,
      );
      return rows.map(({ status }) => status).join() === 'confirmed,pending_payment';
    });
    const act = (path: string) => api.admin('POST', `/venues/${slug}/bookings/${path}`);
    assert.equal((await act(`${ids[0]}/cancel`)).status, 200);
    assert.equal((await act(`${ids[1]}/check-in`)).status, 200);
    assert.equal((await act(`${ids[2]}/resend`)).status, 200);
    const moved = await api.admin('PATCH', `/venues/${slug}/bookings/${ids[3]}`, { slot_id: slots[6].id });
    assert.equal(moved.status, 200);
    // Rejected requests must leave nothing either.
    assert.equal((await book(5, { people: 1000 })).status, 422);
    assert.equal((await book(5, { redirect_url: `ftp://${guest.email}` })).status, 422);
    assert.equal((await api.get(slug, `/slots/${guest.email}`)).status, 404);
    await api.admin('GET', `/venues/${slug}/bookings?q=${encodeURIComponent(guest.email)}`);
  }
});
