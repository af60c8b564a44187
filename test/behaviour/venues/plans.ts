import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { signIn } from '../../admin/signIn.ts';
import { type ApiResponse, call, daysAhead, newAddress } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Plans of venues: their limits, under concurrency, and the usage for billing. */
export function plans(stack: () => Stack): void {
  describe('the plan of a venue', () => {
    const code = ({ headers }: ApiResponse) => headers.get('error-code');
    /** Creates or changes a plan. Returns its key. */
    const apply = async (limits: object, more: object = {}, key = `p-${randomUUID().slice(0, 8)}`) => {
      const plan = { key, name: 'Basic', limits, ...more };
      const applied = await stack().api.admin('PUT', '/plans', { plans: [plan] });
      assert.equal(applied.status, 200, applied.text);
      return key;
    };
    const facility = {
      ...{ name: 'Room', mode: 'CAPACITY', capacity: 50, duration_minutes: 60 },
      ...{ opens_at: '06:00', closes_at: '06:00' },
    };
    const statuses = (answers: ApiResponse[]) => answers.map(({ status }) => status).sort();

    it('limits facilities and people under concurrency, and keeps what is there already', async () => {
      const { api } = stack();
      const plan = await apply({ facilities: 2, people: 2 });
      const slug = await api.newVenue({ plan });
      const add = () => api.admin('POST', `/venues/${slug}/facilities`, facility);
      const made = await Promise.all([add(), add(), add(), add()]);
      assert.deepEqual(statuses(made), [201, 201, 409, 409]);
      assert.deepEqual(
        made.filter(({ status }) => status === 409).map((answer) => [code(answer), answer.body.error]),
        Array(2).fill([
          'plan_limit',
          'Your plan includes at most 2 facilities. Ask the operator of the platform for a larger plan.',
        ]),
      );
      const invite = () =>
        api.admin('POST', `/venues/${slug}/people`, { email: `${randomUUID()}@example.com` });
      assert.deepEqual(statuses(await Promise.all([invite(), invite(), invite()])), [201, 201, 409]);

      await apply({ facilities: 1 }, {}, plan);
      const [one] = (await api.admin('GET', `/venues/${slug}/facilities`)).body;
      assert.equal(
        (await api.admin('PATCH', `/venues/${slug}/facilities/${one.id}`, { name: 'New' })).status,
        200,
      );
      assert.equal((await add()).status, 409);
      await apply({}, {}, plan);
      assert.equal((await add()).status, 201);
    });

    it('limits domains and languages, and leaves out features', async () => {
      const { api } = stack();
      const plan = await apply(
        { domains: 1, languages: 2 },
        { without: ['waiting_list', 'invoicing', 'api_tokens', 'sms'] },
      );
      const slug = await api.newVenue({ plan });
      const domains = [1, 2].map((n) => `d${n}-${randomUUID()}.example.com`);
      assert.equal(code(await api.admin('PATCH', `/venues/${slug}`, { domains })), 'plan_limit');
      const patch = (body: object) => api.admin('PATCH', `/venues/${slug}`, body);
      assert.equal((await patch({ domains: domains.slice(0, 1) })).status, 200);
      assert.equal((await patch({ translations: { en: { description: 'Hello' } } })).status, 200);
      // Its own language counts too, so changing that must not add one.
      const both = { nl: { description: 'Hallo' }, en: { description: 'Hello' } };
      assert.equal(code(await patch({ locale: 'de', translations: both })), 'plan_limit');
      for (const locale of ['de', 'nl']) assert.equal((await patch({ locale })).status, 200);
      for (const purpose of ['sms_reminders', 'sms_offers'])
        assert.equal(code(await patch({ [purpose]: true })), 'plan_feature');
      const translations = { de: { name: 'Raum' } };
      const path = `/venues/${slug}/facilities`;
      assert.equal(code(await api.admin('POST', path, { ...facility, translations })), 'plan_limit');
      assert.equal(code(await api.admin('POST', path, { ...facility, waiting_list: true })), 'plan_feature');
      assert.equal(
        code(await api.admin('POST', `/venues/${slug}/tokens`, { name: 'Script' })),
        'plan_feature',
      );
      assert.equal(
        code(await api.admin('POST', '/venues', { slug: 'x', name: 'X', plan: 'none-such' })),
        'validation',
      );
      assert.equal(code(await api.admin('DELETE', `/plans/${plan}`)), 'plan_in_use');
      assert.equal((await patch({ plan: null })).status, 200);
      assert.equal((await api.admin('DELETE', `/plans/${plan}`)).status, 200);
      assert.equal(code(await api.admin('DELETE', `/plans/${plan}`)), 'plan_not_found');
    });

    it('turns away online bookings above its limit per day, also at once, but not those of the desk', async () => {
      const { api } = stack();
      const plan = await apply({ bookings_per_day: 3 });
      const slug = await api.newVenue({ plan });
      const id = await api.newFacility(slug, { capacity: 50 });
      const { slots } = (await api.get(slug, `/facilities/${id}/slots?date=${daysAhead(6)}`)).body;
      const book = (slot: number) => api.book(slug, { slot_id: slots[slot].id });
      const made = await Promise.all([0, 0, 1, 1, 2, 3].map(book));
      assert.deepEqual(statuses(made), [201, 201, 201, 409, 409, 409]);
      assert.deepEqual([...new Set(made.map(code))].sort(), [null, 'venue_day_full']);
      assert.equal(code(await book(0)), 'venue_day_full');
      const desk = { slot_id: slots[4].id, customer_name: 'Desk' };
      assert.equal((await api.admin('POST', `/venues/${slug}/bookings`, desk)).status, 201);
      await apply({ bookings_per_day: 4 }, {}, plan);
      assert.deepEqual([(await book(5)).status, (await book(5)).status], [201, 409]);
      await api.admin('PATCH', `/venues/${slug}`, { plan: null });
      assert.equal((await book(5)).status, 201);
    });

    it('counts each date of a series with a code, also for series at once', async () => {
      const { api } = stack();
      const plan = await apply({ bookings_per_day: 5 });
      const slug = await api.newVenue({ plan });
      const id = await api.newFacility(slug, { capacity: 50 });
      const wish = { name: 'Judo club', facility_id: id, max_dates: 50 };
      const { code: secret } = (await api.admin('POST', `/venues/${slug}/series-codes`, wish)).body;
      const free = async (): Promise<{ id: number; free: number }[]> =>
        (await api.get(slug, `/facilities/${id}/slots?date=${daysAhead(6)}`)).body.slots;
      const slots = await free();
      const series = (from: number, dates: number) =>
        call(`${api.url}/api/site/series`, {
          headers: { 'X-Tenant': slug, 'X-Forwarded-For': newAddress() },
          body: {
            ...{ code: secret, every_weeks: 1, locale: 'en', people: 1 },
            ...{ customer_name: 'Judo club', customer_email: 'club@example.com' },
            slot_ids: slots.slice(from, from + dates).map((slot) => slot.id),
          },
        });
      const tooMany = await series(0, 6);
      assert.deepEqual([tooMany.status, code(tooMany)], [409, 'venue_day_full']);
      const made = await Promise.all([series(0, 3), series(3, 3), series(6, 3)]);
      assert.deepEqual(statuses(made), [201, 409, 409]);
      assert.equal(code(made.find(({ status }) => status === 409) ?? assert.fail()), 'venue_day_full');
      assert.equal((await free()).filter((slot) => slot.free < 50).length, 3, 'others keep no places');
      assert.equal((await api.book(slug, { slot_id: slots[0]?.id })).status, 201);
      assert.deepEqual(statuses([await series(0, 2)]), [409]);
      assert.equal((await api.book(slug, { slot_id: slots[0]?.id })).status, 201);
    });

    it('never turns bookings away above its limit per month, but warns the owner early', async () => {
      const { api } = stack();
      const plan = await apply({ bookings_per_month: 5, facilities: 1 });
      const slug = await api.newVenue({ plan });
      const id = await api.newFacility(slug, { capacity: 50 });
      // Today or tomorrow may be in another month, so read the month of the booked day.
      const day = daysAhead(1);
      const { slots } = (await api.get(slug, `/facilities/${id}/slots?date=${day}`)).body;
      const attention = async () =>
        (await api.admin('GET', `/venues/${slug}/attention`)).body.map((it: { kind: string }) => it.kind);
      const cookie = await signIn(stack(), { venues: { [slug]: 'owner' } });
      const show = async () => {
        const answer = await call(`${api.url}/api/admin/venues/${slug}/plan`, {
          headers: { Cookie: cookie },
        });
        assert.equal(answer.status, 200, answer.text);
        return answer.body;
      };
      const before = await show();
      assert.deepEqual(before.plan, { key: plan, name: 'Basic', without: [] });
      assert.deepEqual(
        before.usage.filter(({ included }: { included: number | null }) => included !== null),
        [
          { limit: 'facilities', used: 1, included: 1 },
          { limit: 'bookings_per_month', used: 0, included: 5 },
        ],
      );
      assert.deepEqual(await attention(), []);
      for (let n = 0; n < 6; n++) assert.equal((await api.book(slug, { slot_id: slots[0].id })).status, 201);
      const month = day.slice(0, 7);
      const usage = async () => {
        const rows = (await api.admin('GET', `/usage?month=${month}&limit=500`)).body;
        return rows.find((row: { venue: string }) => row.venue === slug);
      };
      assert.deepEqual(await usage(), {
        ...{ venue: slug, venue_name: 'Test venue', month, plan, bookings: 6 },
        ...{ facilities: 1, people: 1, domains: 0, languages: 1 },
      });
      const inThisMonth = (await show()).usage.find(
        ({ limit }: { limit: string }) => limit === 'bookings_per_month',
      ).used;
      assert.deepEqual(await attention(), inThisMonth === 6 ? ['plan_limit'] : []);
      const csv = await call(`${api.url}/api/admin/usage?month=${month}`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });
      assert.match(csv.text, new RegExp(`${slug},Test venue,${month},${plan},6,1,1,0,1`));
    });

    it('is changed by the operator only, and each change is an event for billing', async () => {
      const { api } = stack();
      const plan = await apply({});
      const slug = await api.newVenue();
      const cookie = await signIn(stack(), { venues: { [slug]: 'owner' } });
      const refused = await call(`${api.url}/api/admin/venues/${slug}`, {
        method: 'PATCH',
        headers: { Cookie: cookie, Origin: api.url, 'X-Forwarded-For': newAddress() },
        body: { plan },
      });
      assert.deepEqual([refused.status, code(refused)], [403, 'operator_only']);
      for (const given of [plan, plan, null]) await api.admin('PATCH', `/venues/${slug}`, { plan: given });
      const { rows } = await stack().database.query(
        `SELECT payload FROM catalog.outbox WHERE subject = 'events.catalog.venue_plan_changed'
         AND payload ->> 'slug' = $1 ORDER BY seq`,
        [slug],
      );
      assert.deepEqual(
        rows.map(({ payload }) => [payload.planBefore ?? null, payload.plan ?? null]),
        [
          [null, plan],
          [plan, null],
        ],
      );
    });
  });
}
