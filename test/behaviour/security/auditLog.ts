import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { adminGroups } from '@venue-booking/proto/admin/adminApi';
import { isAudited } from '@venue-booking/proto/admin/adminCall';
import type { AuditEntry } from '@venue-booking/proto/reports/auditEntry';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { signIn } from '../../admin/signIn.ts';
import { arbitraryOf, bodyOf, type Schema } from '../../openApi/arbitraries.ts';
import { type Operation, readDescription } from '../../openApi/description.ts';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';
import { validBodies } from './isolation.ts';

/** Generated bodies per operation. Only one that the schema accepts reaches the operation. */
const ATTEMPTS = 60;
/** Changes that the walk cannot make, with the reason. */
const NOT_WALKED: Record<string, string> = {
  signInByLink: 'needs a link from a mail; recorded like signInAsOperator',
  signInByPasskey: 'needs a passkey; recorded like signInAsOperator',
  signInByOidc: 'needs an identity provider; recorded like signInAsOperator',
  signUpVenue: 'needs a link from a mail; test/behaviour/venues/signUp.ts covers it',
  startImport: 'needs an archive; test/behaviour/venues/transfer.ts covers it',
  importPart: 'one of many requests of an import, whose start and end are recorded',
  finishImport: 'needs an import; test/behaviour/venues/transfer.ts covers it',
  uploadImage: 'decoding is slow on a busy machine; services/gateway/images/imageRoutes.test.ts covers it',
};

/** Valid bodies that are hardly ever generated. */
const bodies: Record<string, object> = {
  patchVenue: { phone: '020' },
  createMoves: { items: [{ booking_id: 1, action: 'cancel' }] },
  sendScans: {
    scans: [{ scan_id: randomUUID(), ticket: 'none', scanned_at: new Date().toISOString(), device: 'Door' }],
  },
  putExceptions: { dates: [daysAhead(5)], closed: true },
};

let samples = 0;
/** A generated value; every run generates the same ones. */
const sampleOf = <T>(values: fc.Arbitrary<T>): T | undefined =>
  fc.sample(values, { numRuns: 1, seed: samples++ })[0];

/** The audit log: an entry for each change through the admin API. */
export function auditLog(stack: () => Stack): void {
  describe('audit log', () => {
    let slug: string;
    let facility: number;
    let desk: string;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      facility = await api.newFacility(slug);
      desk = (await api.admin('POST', `/venues/${slug}/tokens`, { name: 'Balie', scope: 'desk' })).body.token;
    });
    const read = async (query = ''): Promise<AuditEntry[]> =>
      (await stack().api.admin('GET', `/venues/${slug}/audit-log${query}`)).body;
    /** The newest entry of a call, once it has its outcome. */
    const entryOf = async (operationId: string): Promise<AuditEntry> => {
      let entry: AuditEntry | undefined;
      await eventually(`${operationId} is recorded`, async () => {
        entry = (await read()).find((one) => one.call === operationId);
        return entry !== undefined && entry.outcome !== 'unknown';
      });
      return entry ?? assert.fail(operationId);
    };

    it('has an entry for every changing operation of the API description', async () => {
      const { api, database, operatorToken } = stack();
      const { operations, resolve } = await readDescription((await call(`${api.url}/openapi.json`)).body);
      const walked = await api.newVenue();
      const calls = new Map(adminGroups.flatMap(([, group]) => Object.entries(group.calls)));
      const changing = operations.filter(({ path, method, operationId }) => {
        const one = calls.get(operationId);
        return path.startsWith('/api/admin') && method !== 'get' && (!one || isAudited(one));
      });
      assert.ok(changing.length > 70, `${changing.length} operations`);
      const isRecorded = async (operationId: string) => {
        const { rowCount } = await database.query(
          'SELECT FROM catalog.audit_entry WHERE call = $1 AND (venue = $2 OR venue IS NULL OR kind = $3)',
          [operationId, walked, 'venue'],
        );
        return rowCount !== 0;
      };
      const missing: string[] = [];
      for (const operation of changing) {
        const { operationId } = operation;
        if (NOT_WALKED[operationId]) continue;
        let last = '';
        for (let attempt = 0; attempt < ATTEMPTS && !(await isRecorded(operationId)); attempt++)
          last = await send(operation, { slug: walked, resolve, operatorToken });
        if (!(await isRecorded(operationId))) missing.push(`${operationId}: ${last}`);
      }
      assert.deepEqual(missing, []);
    });

    /** Sends an operation for a venue with generated parameters, by a caller that may make it. */
    const send = async (
      { path, method, operationId, security, parameters = [], requestBody }: Operation,
      {
        slug,
        resolve,
        operatorToken,
      }: { slug: string; resolve: (ref: string) => Schema; operatorToken: string },
    ): Promise<string> => {
      const textOf = (schema: Schema) => String(sampleOf(arbitraryOf(schema, resolve)));
      const inQuery = parameters.filter((one) => one.in === 'query' && one.required);
      const query = new URLSearchParams(
        inQuery.map(({ name, schema }): [string, string] => [name, textOf(schema)]),
      );
      const at = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const parameter = parameters.find((one) => one.name === name);
        return name === 'slug' ? slug : encodeURIComponent(textOf(parameter?.schema ?? {}));
      });
      const headers: Record<string, string> = {};
      const onlySession = security.length > 0 && security.every((one) => 'session' in one);
      const signedIn = onlySession || /\/session(s\/?|\/|$)/.test(path);
      if (signedIn) {
        headers.Cookie = await signIn(stack(), { venues: { [slug]: 'owner' } });
        headers['Sec-Fetch-Site'] = 'same-origin';
        headers.Origin = stack().api.url;
      } else if (security.length > 0) headers.Authorization = `Bearer ${operatorToken}`;
      const schema = requestBody?.content['application/json']?.schema;
      let body: unknown = bodies[operationId] ?? validBodies[operationId]?.({ slot: 1, ticket: 'none' });
      if (operationId === 'signInAsOperator') body = { token: operatorToken };
      if (schema) body ??= sampleOf(bodyOf(schema, resolve));
      const answer = await call(`${stack().api.url}${at}?${query}`, {
        method: method.toUpperCase(),
        headers,
        ...(body !== undefined && { body }),
      });
      return `${answer.status} ${answer.text.slice(0, 200)}`;
    };

    it('says who changed a setting, from where, and its values before and after', async () => {
      const { api } = stack();
      await api.admin('PATCH', `/venues/${slug}`, { phone: '020-1' });
      await entryOf('patchVenue');
      await api.admin('PATCH', `/venues/${slug}`, { phone: '020-2', name: 'Test venue' });
      const { at, id, network, ...entry } = await entryOf('patchVenue');
      assert.deepEqual(entry, {
        venue: slug,
        actor: 'operator',
        call: 'patchVenue',
        kind: 'venue',
        target: null,
        outcome: 'done',
        reason: null,
        changes: [{ field: 'phone', before: '020-1', after: '020-2' }],
      });
      assert.ok(id && Math.abs(Date.parse(at) - Date.now()) < 60_000);
      assert.match(network, /(0\/24|::\/48)$/);
    });

    it('names a booking by number, and contains no secrets and no data of guests', async () => {
      const { api, database } = stack();
      const day = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(3)}`);
      const guest = {
        customer_name: `Guest ${randomUUID()}`,
        customer_email: `${randomUUID()}@guest.example`,
      };
      const slot = day.body.slots[0].id;
      const made = await call(`${api.url}/api/admin/venues/${slug}/bookings`, {
        headers: { Authorization: `Bearer ${desk}` },
        body: { slot_id: slot, ...guest },
      });
      assert.equal(made.status, 201, made.text);
      const entry = await entryOf('createManualBooking');
      assert.deepEqual([entry.target, entry.actor], [made.body.reference, 'token Balie']);
      await api.admin('PATCH', `/venues/${slug}/bookings/${made.body.id}/guest`, { note: 'A secret note' });
      await api.admin('DELETE', `/venues/${slug}/guests?email=${guest.customer_email}`);
      const hook = await api.admin('POST', `/venues/${slug}/webhooks`, { url: 'http://127.0.0.1:9/hidden' });
      await entryOf('createWebhook');
      await entryOf('eraseGuest');
      const { rows } = await database.query<{ text: string }>(
        'SELECT string_agg(entry::text, chr(10)) AS text FROM catalog.audit_entry entry WHERE venue = $1',
        [slug],
      );
      const hidden = [
        guest.customer_name,
        guest.customer_email,
        'secret note',
        desk,
        hook.body.secret,
        'hidden',
      ];
      for (const text of hidden) assert.ok(!rows[0]?.text.includes(text), text);
    });

    it('has a rejected change with its reason', async () => {
      const { api } = stack();
      assert.equal((await api.admin('DELETE', `/venues/${slug}/people/${randomUUID()}`)).status, 404);
      const entry = await entryOf('removePerson');
      assert.deepEqual([entry.outcome, entry.reason], ['rejected', 'person_not_found']);
    });

    it('is filtered, paged, and exported as CSV and JSON lines', async () => {
      const { api, operatorToken } = stack();
      for (const name of ['Zaal Eén', 'Zaal Twee', '50%_zaal'])
        assert.equal((await api.admin('POST', `/venues/${slug}/rooms`, { name })).status, 201);
      await eventually('all are recorded', async () => (await read('?kind=room&q=zaal')).length === 3);
      assert.deepEqual(
        (await read('?q=createRoom+zaal')).map(({ target }) => target),
        ['50%_zaal', 'Zaal Twee', 'Zaal Eén'],
      );
      assert.deepEqual(
        (await read(`?q=${encodeURIComponent('%_')}`)).map(({ target }) => target),
        ['50%_zaal'],
      );
      const actors = await read(`?actor=${encodeURIComponent('token Balie')}`);
      assert.deepEqual(
        actors.map(({ call }) => call),
        ['createManualBooking'],
      );
      const [newest] = await read('?limit=1');
      assert.deepEqual(await read(`?from=${new Date(Date.now() + 60_000).toISOString()}`), []);
      const before = await read(`?to=${newest?.at}&limit=500`);
      assert.ok(before.length > 0 && before.every(({ id }) => id !== newest?.id));

      const paged: string[] = [];
      for (let path: string | undefined = `/venues/${slug}/audit-log?limit=3`; path; ) {
        const answer = await api.admin('GET', path);
        paged.push(...answer.body.map(({ id }: AuditEntry) => id));
        path = /<\/api\/admin(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      const all = (await read('?limit=500')).map(({ id }) => id);
      assert.deepEqual(paged, all);

      const file = async (Accept: string) => {
        const headers = { Authorization: `Bearer ${operatorToken}`, Accept };
        return (await call(`${api.url}/api/admin/venues/${slug}/audit-log`, { headers })).text;
      };
      const lines = (await file('application/x-ndjson')).trim().split('\n');
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).id),
        all,
      );
      assert.equal((await file('text/csv')).trim().split('\r\n').length, all.length + 1);
    });

    it('has no entry of a person who is not at the venue', async () => {
      const { api } = stack();
      const email = `${randomUUID()}@example.com`;
      const Cookie = await signIn(stack(), { email, venues: { [await api.newVenue()]: 'desk' } });
      const headers = { Cookie, Origin: api.url };
      const left = await call(`${api.url}/api/admin/session/venues/${slug}`, { method: 'DELETE', headers });
      assert.equal(left.status, 404, left.text);
      const found = async (path: string) => (await api.admin('GET', `${path}?q=${email}`)).body.length;
      await eventually('it is recorded', async () => (await found('/audit-log')) === 1);
      assert.equal(await found(`/venues/${slug}/audit-log`), 0);
    });

    it('shows owners their own venue only, and the desk nothing', async () => {
      const { api } = stack();
      const other = await api.newVenue();
      const owner = (await api.admin('POST', `/venues/${other}/tokens`, { name: 'Owner' })).body.token;
      const as = (token: string, path: string) =>
        call(`${api.url}/api/admin${path}`, { headers: { Authorization: `Bearer ${token}` } });
      const own = await as(owner, `/venues/${other}/audit-log`);
      assert.ok(own.body.length > 0);
      assert.ok(own.body.every(({ venue }: AuditEntry) => venue === other));
      assert.equal((await as(owner, `/venues/${slug}/audit-log`)).status, 404);
      assert.equal((await as(owner, '/audit-log')).status, 403);
      assert.equal((await as(desk, `/venues/${slug}/audit-log`)).status, 403);
      const { body } = await api.admin('GET', `/audit-log?venue=${other}`);
      assert.deepEqual(new Set(body.map(({ venue }: AuditEntry) => venue)), new Set([other]));
      assert.equal((await api.admin('GET', '/venues/no-such-venue/audit-log')).status, 404);
    });
  });
}
