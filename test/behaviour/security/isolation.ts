import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, it } from 'vitest';
import { signIn } from '../../admin/signIn.ts';
import { type ApiResponse, call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Operation = { method: string; path: string; operationId: string };

/** Valid bodies for operations that validate the body before they look up the ids in the path. */
export const validBodies: Record<string, (own: Record<string, unknown>) => unknown> = {
  putException: () => ({ closed: true }),
  patchSlot: () => ({ blocked: true }),
  patchFacility: () => ({ name: 'Mine now' }),
  patchRoom: () => ({ name: 'Mine now' }),
  changeSeries: () => ({ people: 2 }),
  patchBooking: () => ({ customer_name: 'Mine now' }),
  putMailText: () => ({ body: 'Mine now' }),
  issueInvoice: () => ({
    company: 'Eve Ltd',
    address: { street: 'Kade 1', postal_code: '3511 AB', city: 'Utrecht', country: 'NL' },
  }),
  payAtDesk: () => ({ amount_eur: 1, method: 'cash' }),
  returnAtDesk: () => ({ amount_eur: 1, method: 'cash' }),
  undoDeskPayment: () => ({ reason: 'Mine now' }),
  noteBooking: () => ({ note: 'Mine now' }),
  patchGuest: () => ({ note: 'Mine now' }),
  patchPerson: () => ({ role: 'owner' }),
  patchWebhook: () => ({ active: false }),
  linkPaymentAccount: () => ({ provider: 'sandbox' }),
  checkInTicket: ({ ticket }) => ({ ticket }),
  createBooking: ({ slot }) => ({ slot_id: slot, customer_name: 'Eve', customer_email: 'eve@example.com' }),
  createQuote: ({ slot }) => ({ slot_id: slot }),
  joinWaitingList: ({ slot }) => ({
    slot_id: slot,
    customer_name: 'Eve',
    customer_email: 'eve@example.com',
  }),
  previewGuestSeries: ({ slot, code }) => ({ code, slot_id: slot, every_weeks: 1, count: 2 }),
  createGuestSeries: ({ slot, code }) => ({
    ...{ code, slot_ids: [slot, Number(slot) + 10], every_weeks: 1 },
    ...{ customer_name: 'Eve', customer_email: 'eve@example.com' },
  }),
  quoteBooking: ({ slot }) => ({ slot_id: slot }),
  previewSeries: ({ slot }) => ({ slot_id: slot, every_weeks: 1, count: 2 }),
  createManualBooking: ({ slot }) => ({ slot_id: slot, customer_name: 'Eve' }),
};

/** Operations that name the resource in the body, so they answer 422 instead of 404, as the contract says. */
const refusedBy422 = new Set([
  'createBooking',
  'createQuote',
  'joinWaitingList',
  'quoteBooking',
  'previewSeries',
  'createManualBooking',
]);

/** A day of the till is every venue's: its own days exist without a row. */
const OF_EVERY_VENUE = '/till/{date}';

/** Operator-only operations that belong to no venue. The token tests cover that others are rejected. */
const OF_THE_OPERATOR = /^\/api\/admin\/(dead-letters|imports|invitations|operators|operator-tokens)\//;

/** Operations of a signed-in person. They reject every token with 403 before they look anything up. */
const OF_A_PERSON = /^\/api\/admin\/sessions?\//;

const GUEST = 'Victor Victim';
const EMAIL = 'victor@victim.example';

/** One venue must not reach another venue's resources. The tests walk every route of the API. */
export function isolation(stack: () => Stack): void {
  describe('isolation between venues', () => {
    const day = daysAhead(11);
    let operations: Operation[];
    let victim: string;
    let intruder: string;
    let ownerToken: string;
    /** Ids of the victim's resources, by the path segment that precedes them. */
    let things: Record<string, string | number>;
    let ticket: string;
    let code: string;

    beforeAll(async () => {
      const { api } = stack();
      victim = await api.newVenue({ allowed_origins: ['https://victim.example'], notify_daily: true });
      intruder = await api.newVenue();
      const facility = await api.newFacility(victim, { price_eur: 5 });
      await api.newFacility(intruder);
      const slot = (await api.get(victim, `/facilities/${facility}/slots?date=${day}`)).body.slots[0].id;
      const made = await api.book(
        victim,
        { slot_id: slot, customer_name: GUEST, customer_email: EMAIL },
        { 'Idempotency-Key': 'of-the-victim' },
      );
      await api.admin('PUT', `/venues/${victim}/facilities/${facility}/exceptions/${daysAhead(30)}`, {
        closed: true,
      });
      const slotOn = async (date: string) =>
        (await api.get(victim, `/facilities/${facility}/slots?date=${date}`)).body.slots[1].id;
      const series = await api.admin('POST', `/venues/${victim}/series`, {
        ...{ every_weeks: 1, customer_name: GUEST, customer_email: EMAIL },
        slot_ids: [await slotOn(day), await slotOn(daysAhead(50))],
      });
      const wish = { name: 'Victim', facility_id: facility, max_dates: 10 };
      const seriesCode = await api.admin('POST', `/venues/${victim}/series-codes`, wish);
      code = seriesCode.body.code;
      const bookings = `/venues/${victim}/bookings/${made.body.booking.id}`;
      const moves = await api.admin('POST', `/venues/${victim}/moves`, {
        items: [{ booking_id: made.body.booking.id, action: 'move', slot_id: slot }],
      });
      const paid = await api.admin('POST', `${bookings}/payments`, { amount_eur: 1, method: 'cash' });
      await api.admin('PATCH', `/venues/${victim}`, {
        invoicing: {
          legal_name: 'Victim BV',
          address: { street: 'Kade 1', postal_code: '3511 AB', city: 'Utrecht', country: 'NL' },
          ...{ vat_number: 'NL123456789B01', tax_number: null, register_number: null },
          ...{ vat_exemption: 'Small business', footer: null, number_prefix: '' },
        },
      });
      const invoice = await api.admin('POST', `${bookings}/invoices`, {
        company: GUEST,
        address: { street: 'Kade 2', postal_code: '3511 AB', city: 'Utrecht', country: 'NL' },
      });
      const token = await api.admin('POST', `/venues/${victim}/tokens`, { name: 'Victim' });
      const room = await api.admin('POST', `/venues/${victim}/rooms`, { name: 'Of the victim' });
      const days = { from: daysAhead(40), to: daysAhead(40) };
      await api.admin('POST', `/venues/${victim}/blocks`, { ...days, blocked: true, reason: 'Victim' });
      const blocks = await api.admin('GET', `/venues/${victim}/blocks`);
      const person = await api.admin('POST', `/venues/${victim}/people`, { email: EMAIL });
      ticket = made.body.ticket_url;
      ownerToken = (await api.admin('POST', `/venues/${intruder}/tokens`, { name: 'Intruder' })).body.token;
      const webhook = await api.admin('POST', `/venues/${victim}/webhooks`, {
        url: 'http://127.0.0.1:9/hook',
      });
      const delivery = await api.admin('POST', `/venues/${victim}/webhooks/${webhook.body.id}/test`);
      // Stop background deliveries, so that the victim's rows stay unchanged during the test.
      await api.admin('PATCH', `/venues/${victim}/webhooks/${webhook.body.id}`, { active: false });
      things = {
        webhooks: webhook.body.id,
        deliveries: delivery.body.id,
        facilities: facility,
        slots: slot,
        bookings: made.body.booking.id,
        'series-codes': seriesCode.body.id ?? assert.fail(seriesCode.text),
        series: series.body.id ?? assert.fail(series.text),
        moves: moves.body.id ?? assert.fail(moves.text),
        payments: paid.body.id ?? assert.fail(paid.text),
        invoices: invoice.body.number ?? assert.fail(invoice.text),
        till: day,
        tokens: token.body.id,
        people: person.body.id,
        rooms: room.body.id,
        blocks: blocks.body[0].id,
        images: await newImage(),
        'mail-texts': 'confirmed',
        exceptions: daysAhead(30),
        statements: '2026-11',
        attention: await newAttention(),
        passkeys: await newPasskey(),
        sessions: await newSession(),
        'waiting-list': await newWaiting(facility),
      };
      await api.admin('PUT', `/venues/${victim}/facilities/${facility}/feed`);
      const { paths } = (await call(`${api.url}/openapi.json`)).body;
      operations = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { operationId }]) => ({
          method: method.toUpperCase(),
          path,
          operationId,
        })),
      );
    });

    /** An entry on the victim's attention list. */
    const newAttention = async (): Promise<string> => {
      const { rows } = await stack().database.query<{ id: string }>(
        `INSERT INTO payment.attention (venue_id, kind, subject, detail)
         SELECT id, 'chargeback', 'of the victim', $2 FROM catalog.venue WHERE slug = $1 RETURNING id`,
        [victim, GUEST],
      );
      return rows[0]?.id ?? '';
    };

    /** A guest who waits, without a job that would change the row. */
    const newWaiting = async (facility: number): Promise<number> => {
      const { rows } = await stack().database.query<{ id: string }>(
        `INSERT INTO booking.waiting (venue_id, facility_id, day, people, party, customer_name, customer_email, locale, nonce, status)
         SELECT id, $2, $3::date, 1, '{}', $4, $5, 'en', '\\x00', 'waiting' FROM catalog.venue WHERE slug = $1 RETURNING id`,
        [victim, facility, day, GUEST, EMAIL],
      );
      return Number(rows[0]?.id);
    };

    const newImage = async (): Promise<string> => {
      const { rows } = await stack().database.query<{ id: string }>(
        `INSERT INTO catalog.image (venue_id, id, name, parts, width, height, bytes)
         SELECT id, gen_random_uuid(), 480, 1, 480, 320, 'of the victim' FROM catalog.venue WHERE slug = $1
         RETURNING id`,
        [victim],
      );
      return rows[0]?.id ?? '';
    };

    const newPasskey = async (): Promise<string> => {
      const { rows } = await stack().database.query<{ id: string }>(
        `INSERT INTO catalog.passkey (person_id, credential_id, public_key, counter, name)
         SELECT id, 'of the victim', 'of the victim', 0, 'Victim' FROM catalog.person WHERE email = $1
         RETURNING id`,
        [EMAIL],
      );
      return rows[0]?.id ?? '';
    };

    const newSession = async (): Promise<string> => {
      const Cookie = await signIn(stack(), { venues: { [victim]: 'desk' } });
      const { body } = await call(`${stack().api.url}/api/admin/sessions`, { headers: { Cookie } });
      return body[0].id;
    };

    /** The path with the victim's ids, or with ids that do not exist. */
    const pathOf = ({ path }: Operation, slug: string, known: boolean): string => {
      let noun = '';
      const segments = path.split('/').map((segment) => {
        if (!segment.startsWith('{')) {
          noun = segment;
          return segment;
        }
        if (segment === '{slug}') return slug;
        const id = things[noun];
        assert.ok(id !== undefined, `no resource of the victim for ${path}`);
        const other = typeof id === 'number' ? Number.MAX_SAFE_INTEGER : randomUUID();
        return segment.replace(/^\{\w+\}/, String(known || segment === '{date}' ? id : other));
      });
      return segments.join('/');
    };
    const send = (
      operation: Operation,
      path: string,
      { bearer, slot }: { bearer?: string; slot?: number } = {},
    ): Promise<ApiResponse> => {
      const { method, operationId } = operation;
      const body = validBodies[operationId]?.({ ticket, code, slot: slot ?? things.slots });
      return call(`${stack().api.url}${path}`, {
        method,
        headers: bearer ? { Authorization: `Bearer ${bearer}` } : { 'X-Tenant': intruder },
        ...((body !== undefined || !['GET', 'DELETE'].includes(method)) && { body: body ?? {} }),
      });
    };
    const sameRefusal = (known: ApiResponse, unknown: ApiResponse, status: number, what: string) => {
      assert.equal(known.status, status, `${what}: ${known.text}`);
      assert.deepEqual([known.status, known.text], [unknown.status, unknown.text], what);
    };
    /** Every row that the database has for the victim. */
    const traces = async () => {
      const { rows } = await stack().database.query<{ name: string }>(`
        SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
        WHERE column_name = 'venue_id' AND table_schema IN ('catalog', 'availability', 'booking', 'payment') ORDER BY 1`);
      const venue = await stack().database.query('SELECT * FROM catalog.venue WHERE slug = $1', [victim]);
      const all = [venue.rows[0]];
      for (const { name } of rows)
        all.push(
          (
            await stack().database.query(
              `SELECT t.*, '${name}' AS source FROM ${name} t WHERE venue_id = $1 ORDER BY t::text`,
              [venue.rows[0].id],
            )
          ).rows,
        );
      return all;
    };

    /** Whether no background work is pending for the victim. Makes queued retries due now. */
    const isAtRest = async (): Promise<boolean> => {
      const { rows } = await stack().database.query<{ waiting: number }>(
        `WITH victim AS (SELECT id FROM catalog.venue WHERE slug = $1), hurried AS (
           UPDATE booking.webhook_delivery SET next_at = now()
           WHERE venue_id = (SELECT id FROM victim) AND status = 'queued' AND claim_id IS NULL)
         SELECT count(*)::int AS waiting FROM (
           SELECT venue_id FROM booking.webhook_delivery WHERE status = 'queued'
           UNION ALL SELECT venue_id FROM booking.mail WHERE status = 'queued'
           UNION ALL SELECT venue_id FROM availability.allocation WHERE settled_at IS NULL) due
         WHERE venue_id = (SELECT id FROM victim)`,
        [victim],
      );
      return rows[0]?.waiting === 0;
    };

    it('hides other venues’ resources: every route answers as for an id that does not exist and changes nothing', async () => {
      await eventually('no background work of the victim is pending', isAtRest);
      // Notifications of the venue follow with a delay.
      await sleep(500);
      const before = await traces();
      for (const operation of operations) {
        const what = `${operation.method} ${operation.path}`;
        const inBody = refusedBy422.has(operation.operationId);
        if (
          !/\{(id|date|\w+_id)\}/.test(operation.path) &&
          operation.operationId !== 'checkInTicket' &&
          !inBody
        )
          continue;
        if (OF_THE_OPERATOR.test(operation.path) || operation.path.includes(OF_EVERY_VENUE)) continue;
        const known = pathOf(operation, intruder, true);
        const unknown = pathOf(operation, intruder, false);
        const isAdmin = operation.path.startsWith('/api/admin/');
        for (const bearer of isAdmin ? [ownerToken, stack().operatorToken] : [undefined]) {
          const options = bearer ? { bearer } : {};
          if (inBody) {
            const other = { ...options, slot: Number(things.slots) + 2 ** 26 * 1000 };
            sameRefusal(
              await send(operation, known, options),
              await send(operation, unknown, other),
              422,
              what,
            );
            continue;
          }
          if (operation.operationId === 'checkInTicket') {
            assert.equal((await send(operation, known, options)).status, 404, what);
            continue;
          }
          sameRefusal(
            await send(operation, known, options),
            await send(operation, unknown, options),
            OF_A_PERSON.test(operation.path) ? 403 : 404,
            what,
          );
        }
      }
      assert.deepEqual(await traces(), before);
    });

    it('rejects a token of another venue on every venue route as if the venue did not exist', async () => {
      const before = await traces();
      for (const operation of operations.filter(({ path }) => path.includes('{slug}'))) {
        const known = await send(operation, pathOf(operation, victim, true), { bearer: ownerToken });
        const unknown = await send(operation, pathOf(operation, 'no-such-venue', true), {
          bearer: ownerToken,
        });
        const status = OF_A_PERSON.test(operation.path) ? 403 : 404;
        sameRefusal(known, unknown, status, `${operation.method} ${operation.path}`);
      }
      assert.deepEqual(await traces(), before);
    });

    /** A query that would match the victim's data if the list belonged to the victim. */
    const queryOf = (path: string) => {
      if (/\/(calendar|blocks)$/.test(path)) return `from=${day}`;
      if (path.includes('/figures')) return `from=${day}&to=${day}`;
      return `${path.endsWith('/bookings') ? 'q' : 'email'}=${EMAIL}`;
    };

    it('keeps another venue’s data out of every list, export and erasure', async () => {
      const before = await traces();
      const secrets = [GUEST, EMAIL, String(things.webhooks), String(things.tokens), '"Victim"'];
      const lists = operations.filter(
        ({ method, path }) =>
          path.startsWith('/api/admin/venues/{slug}/') &&
          /\/[a-z]+$/.test(path) &&
          ['GET', 'DELETE'].includes(method),
      );
      assert.ok(lists.length >= 5);
      // `live` is an event stream, which never ends.
      for (const { method, path } of lists.filter(
        (it) => !/\{(id|date)\}|payment-account|live$/.test(it.path),
      ))
        for (const Accept of ['application/json', 'text/csv']) {
          const own = await call(`${stack().api.url}${path.replace('{slug}', intruder)}?${queryOf(path)}`, {
            method,
            headers: { Authorization: `Bearer ${ownerToken}`, Accept },
          });
          assert.equal(own.status, 200, `${method} ${path}: ${own.text}`);
          const held = JSON.stringify(own.body ?? own.text).replace(`"email":"${EMAIL}"`, '');
          for (const secret of secrets)
            assert.ok(!held.includes(secret), `${method} ${path} contains ${secret}`);
        }
      assert.deepEqual(await traces(), before);
    });

    it('never returns another venue’s booking for the same Idempotency-Key', async () => {
      const { api } = stack();
      const facility = await api.newFacility(intruder);
      const slot = (await api.get(intruder, `/facilities/${facility}/slots?date=${day}`)).body.slots[0].id;
      const own = await api.book(
        intruder,
        { slot_id: slot, customer_name: 'Eve' },
        { 'Idempotency-Key': 'of-the-victim' },
      );
      assert.deepEqual([own.status, own.body.booking.customer_name], [201, 'Eve']);
      assert.notEqual(own.body.booking.id, things.bookings);
    });

    it('leaves no row behind when a foreign website tries to book', async () => {
      const before = await traces();
      for (const origin of ['https://evil.example', 'null', 'https://victim.example.evil.example'])
        assert.equal(
          (await stack().api.book(victim, { slot_id: things.slots }, { Origin: origin })).status,
          403,
        );
      assert.deepEqual(await traces(), before);
    });
  });
}
