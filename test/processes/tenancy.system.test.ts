import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { signIn } from '../admin/signIn.ts';
import { type Api, call, daysAhead, eventually, newAddress } from '../stack/api.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';

const WITHIN_MS = 1000;
/** How many changes may take longer, as the machine may stall. */
const MAY_BE_LATE = 4;

describe('three gateways', () => {
  let stack: Stack;
  let slug: string;
  let slot: number;
  /** How long each change took to reach each of the other gateways, in ms. */
  const took: number[] = [];
  beforeAll(async () => {
    stack = await startAsServices({ replicas: { gateway: 3 }, env: { BASE_DOMAIN: 'book.example' } });
    slug = await stack.api.newVenue();
    const facility = await stack.api.newFacility(slug, { capacity: 100 });
    slot = (await stack.api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(3)}`)).body.slots[0].id;
  });
  afterAll(() => stack.stop());

  const patch = (settings: Record<string, unknown>) => stack.api.admin('PATCH', `/venues/${slug}`, settings);
  /** Asserts that something holds at once on the gateway that wrote it, and soon on the others. */
  const inForce = async (what: string, holds: (api: Api) => Promise<boolean>) => {
    const [writer, ...others] = stack.apis as [Api, ...Api[]];
    assert.ok(await holds(writer), `${what}: at once on the gateway that wrote`);
    for (const other of others)
      took.push(await eventually(`${what}, on another gateway`, () => holds(other)));
  };

  it('apply allowed origins at once where they were written and soon everywhere', async () => {
    const origin = `https://${randomUUID()}.example`;
    const status = async (api: Api) => (await api.get(slug, '/facilities', { Origin: origin })).status;
    for (const api of stack.apis) assert.equal(await status(api), 403);
    await patch({ allowed_origins: [origin] });
    await inForce('allowed', async (api) => (await status(api)) === 200);
    await patch({ allowed_origins: [] });
    await inForce('rejected again', async (api) => (await status(api)) === 403);
  });

  it('show the page of a venue at its subdomain, and a change of it soon everywhere', async () => {
    const headers = { 'X-Forwarded-Host': `${slug}.book.example`, Accept: 'text/html' };
    const page = async ({ url }: Api) => (await call(`${url}/`, { headers })).text;
    for (const api of stack.apis) assert.match(await page(api), /<h1[^>]*>Test venue<\/h1>/);
    const description = `Text ${randomUUID()}`;
    await patch({ description });
    await inForce('described', async (api) => (await page(api)).includes(description));
  });

  it('apply the live flag of a venue everywhere', async () => {
    const live = async (api: Api) => (await api.get(slug, '/facilities')).body.live;
    for (const api of stack.apis) assert.equal(await live(api), true);
    await patch({ live: false });
    for (const api of stack.apis)
      assert.equal((await api.book(slug, { slot_id: slot })).status, 422, 'every gateway rejects bookings');
    await inForce('not live', async (api) => !(await live(api)));
    await patch({ live: true });
    await inForce('live', live);
  });

  it('find a venue by header first, then by domain, then by subdomain', async () => {
    const [domain, other] = [`${randomUUID()}.example`, await stack.api.newVenue({ name: 'Other' })];
    const facilities = async (api: Api, host: string, headers: Record<string, string> = {}) =>
      call(`${api.url}/api/site/facilities`, { headers: { 'X-Forwarded-Host': host, ...headers } });
    assert.equal((await facilities(stack.api, domain)).status, 400);
    await patch({ domains: [domain] });
    await inForce(
      'found by domain',
      async (api) => (await facilities(api, domain)).body.facilities?.length === 1,
    );
    const subdomain = await facilities(stack.api, `${slug}.book.example`);
    assert.equal(subdomain.body.facilities.length, 1);
    assert.deepEqual((await facilities(stack.api, domain, { 'X-Tenant': other })).body.facilities, []);
    assert.equal((await facilities(stack.api, 'book.example')).status, 400);
    assert.equal((await facilities(stack.api, 'no-such-venue.book.example')).status, 400);
  });

  it('reject a revoked token', async () => {
    const { body } = await stack.api.admin('POST', `/venues/${slug}/tokens`, { name: 'Short' });
    const status = async (api: Api) =>
      (
        await call(`${api.url}/api/admin/venues/${slug}`, {
          headers: { Authorization: `Bearer ${body.token}` },
        })
      ).status;
    for (const api of stack.apis) assert.equal(await status(api), 200);
    await stack.api.admin('DELETE', `/venues/${slug}/tokens/${body.id}`);
    await inForce('revoked', async (api) => (await status(api)) === 401);
  });

  const deskOf = (name: string) => ({ email: `${name}@example.com`, venues: { [slug]: 'desk' } as const });

  it('reject a person who was removed and a session that was signed out', async () => {
    const people = {
      removed: await signIn(stack, deskOf('removed')),
      out: await signIn(stack, deskOf('out')),
    };
    const status = async (api: Api, Cookie: string) =>
      (await call(`${api.url}/api/admin/venues/${slug}`, { headers: { Cookie } })).status;
    for (const api of stack.apis)
      for (const cookie of Object.values(people)) assert.equal(await status(api, cookie), 200);
    const { body } = await stack.api.admin('GET', `/venues/${slug}/people`);
    const { id } = body.find(({ email }: { email: string }) => email === 'removed@example.com');
    await stack.api.admin('DELETE', `/venues/${slug}/people/${id}`);
    await inForce('removed', async (api) => (await status(api, people.removed)) === 401);
    const headers = { Cookie: people.out, Origin: stack.api.url };
    await call(`${stack.api.url}/api/admin/session`, { method: 'DELETE', headers });
    await inForce('signed out', async (api) => (await status(api, people.out)) === 401);
  });

  it('count sign-in attempts together', async () => {
    const client = { 'X-Forwarded-For': newAddress() };
    const statuses = [];
    for (let tried = 0; tried < 31; tried++) {
      const api = stack.apis[tried % stack.apis.length] as Api;
      const answer = await call(`${api.url}/api/admin/sign-in/operator`, {
        headers: client,
        body: { token: 'guess' },
      });
      statuses.push(answer.status);
    }
    assert.deepEqual([...new Set(statuses.slice(0, 30)), statuses[30]], [403, 429]);
  });

  it('apply all but a few changes within a second', (t) => {
    t.annotate(`after ${took.join(', ')} ms`);
    assert.ok(took.length > 10, String(took.length));
    const late = took.filter((ms) => ms > WITHIN_MS);
    assert.ok(late.length <= MAY_BE_LATE, `${late.join(', ')} ms`);
  });
});
