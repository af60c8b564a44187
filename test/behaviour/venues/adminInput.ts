import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Validation of operator settings. */
export function adminInput(stack: () => Stack): void {
  describe('admin API settings', () => {
    let slug: string;
    let facility: number;
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      facility = await stack().api.newFacility(slug);
    });

    it('answers 401 without a valid token, before it parses the body', async () => {
      const { api } = stack();
      for (const headers of [
        {},
        { Authorization: 'Bearer wrong-token-wrong-token' },
        { Authorization: 'Basic abc' },
      ]) {
        const answer = await call(`${api.url}/api/admin/venues`, { headers, raw: '{' });
        assert.equal(answer.status, 401);
        assert.deepEqual(Object.keys(answer.body), ['error']);
      }
    });

    it('creates a venue with defaults and returns it without an envelope', async () => {
      const name = `v-${randomUUID()}`;
      const { status, body } = await stack().api.admin('POST', '/venues', { slug: name, name: 'Nieuw' });
      assert.equal(status, 201);
      assert.deepEqual(body, {
        slug: name,
        name: 'Nieuw',
        timezone: 'Europe/Amsterdam',
        locale: 'nl',
        live: false,
        day_start: '06:00',
        holidays: [],
        invoicing: null,
        brand: { accent: null, radius: null, logo: null, picture: null, focus: null },
        allowed_origins: [],
        domains: [],
        primary_domain: null,
        redirect_origins: [],
        hold_minutes: 15,
        quote_minutes: 15,
        cancel_until_hours: 24,
        change_until_hours: null,
        check_in_from_hours: 12,
        min_notice_minutes: 0,
        max_advance_days: null,
        description: null,
        accessibility_text: null,
        reminder_hours: 24,
        follow_up_hours: 0,
        visit_info: null,
        review_url: null,
        sms_reminders: false,
        sms_offers: false,
        sms_country_code: null,
        business_type: 'LocalBusiness',
        address: null,
        phone: null,
        plan: null,
        contact_email: null,
        country: null,
        terms_url: null,
        mail_from_name: null,
        refund_tiers: null,
        reply_to: null,
        retain_days: 365,
        proof_of_work: false,
        notify_new: true,
        notify_changed: true,
        notify_cancelled: true,
        notify_daily: false,
        trusted: false,
        max_open_holds_per_address: null,
        max_open_holds_per_email: null,
        max_open_holds_per_network: null,
        max_coming_bookings_per_address: null,
        max_coming_bookings_per_email: null,
        max_coming_bookings_per_network: null,
      });
      assert.deepEqual((await stack().api.admin('GET', `/venues/${name}`)).body, body);
      assert.equal((await stack().api.get(name, '/facilities')).body.live, false);
    });

    it('keeps the caps that a venue set and returns null for the others', async () => {
      const { admin, newVenue } = stack().api;
      const slug = await newVenue({ max_open_holds_per_email: 7, max_coming_bookings_per_email: null });
      const capsAfter = async (patch: Record<string, unknown>) => {
        const { body } = await admin('PATCH', `/venues/${slug}`, patch);
        return [
          body.max_open_holds_per_email,
          body.max_coming_bookings_per_email,
          body.max_open_holds_per_network,
        ];
      };
      assert.deepEqual(await capsAfter({ name: 'Renamed' }), [7, null, null]);
      assert.deepEqual(await capsAfter({ max_open_holds_per_email: null }), [null, null, null]);
      assert.deepEqual(
        await capsAfter({ max_coming_bookings_per_email: 30, max_open_holds_per_network: 2 }),
        [null, 30, 2],
      );
      const invalid = await admin('PATCH', `/venues/${slug}`, { max_coming_bookings_per_email: 0 });
      assert.equal(invalid.status, 422);
    });

    it('answers 409 for a taken slug or domain, 422 for invalid settings, and 404 for an unknown venue', async () => {
      const { admin } = stack().api;
      const domain = `${randomUUID()}.example`;
      assert.equal((await admin('PATCH', `/venues/${slug}`, { domains: [domain] })).status, 200);
      assert.equal((await admin('POST', '/venues', { slug, name: 'Twice' })).status, 409);
      assert.equal(
        (await admin('POST', '/venues', { slug: randomUUID(), name: 'x', domains: [domain] })).status,
        409,
      );
      const invalid: Record<string, unknown>[] = [
        { name: 'no slug' },
        { slug: 'Upper', name: 'x' },
        { slug: '-x', name: 'x' },
        { slug: randomUUID(), name: '' },
        { slug: randomUUID(), name: 'x', timezone: 'Mars/Base' },
        { slug: randomUUID(), name: 'x', day_start: '24:00' },
        { slug: randomUUID(), name: 'x', allowed_origins: ['https://example.com/path'] },
        { slug: randomUUID(), name: 'x', allowed_origins: ['https://*.example.com'] },
        { slug: randomUUID(), name: 'x', colour: 'red' },
        { slug: randomUUID(), name: 'x', domains: ['localhost'] },
        { slug: randomUUID(), name: 'x', terms_url: 'https://example.com/\u0000' },
        { slug: randomUUID(), name: 'x', terms_url: 'javascript:alert(1)' },
      ];
      for (const body of invalid) {
        const answer = await admin('POST', '/venues', body);
        assert.equal(answer.status, 422, `${JSON.stringify(body)}: ${answer.text}`);
      }
      for (const unknown of ['no-such-venue', '%00', 'UPPER', '%F0%9F%A7%96'])
        assert.equal((await admin('GET', `/venues/${unknown}`)).status, 404, unknown);
      assert.equal((await admin('GET', '/venues?after=%00')).status, 400);
      assert.equal((await admin('PATCH', '/venues/no-such-venue', { live: true })).status, 404);
    });

    it('rejects a time zone that Node.js knows but PostgreSQL does not', async () => {
      const { admin } = stack().api;
      const timezone = 'US/Pacific-New';
      assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: timezone }));
      const made = await admin('POST', '/venues', { slug: randomUUID(), name: 'x', timezone });
      const changed = await admin('PATCH', `/venues/${slug}`, { timezone });
      for (const { status, body } of [made, changed])
        assert.deepEqual(
          [status, body.error],
          [422, 'timezone: is not known to the database of this server.'],
        );
    });

    it('lists venues by slug, page by page', async () => {
      const first = await stack().api.admin('GET', '/venues?limit=1');
      assert.equal(first.body.length, 1);
      const next = await stack().api.admin('GET', `/venues?limit=1&after=${first.body[0].slug}`);
      assert.ok(next.body[0].slug > first.body[0].slug);
      assert.equal((await stack().api.admin('GET', '/venues?limit=0')).status, 400);
    });

    it('validates the settings of a facility', async () => {
      const { admin } = stack().api;
      const good = {
        name: 'F',
        mode: 'FULL',
        capacity: 4,
        duration_minutes: 60,
        opens_at: '10:00',
        closes_at: '22:00',
      };
      const invalid: Record<string, unknown>[] = [
        { ...good, capacity: 0 },
        { ...good, mode: 'HALF' },
        { ...good, min_people: 5 },
        { ...good, max_people_per_booking: 5 },
        { ...good, price_eur: 1.005 },
        { ...good, price_eur: -1 },
        { ...good, open_days: [0] },
        { ...good, open_days: [1, 1] },
        { ...good, images: ['javascript:alert(1)'] },
        { ...good, images: ['/a\u0000.jpg'] },
        { ...good, description: 'a\u0000' },
        { ...good, opens_at: '22:00', closes_at: '07:00' },
      ];
      for (const body of invalid)
        assert.equal(
          (await admin('POST', `/venues/${slug}/facilities`, body)).status,
          422,
          JSON.stringify(body),
        );
      assert.equal((await admin('POST', '/venues/no-such-venue/facilities', good)).status, 404);
      const other = await stack().api.newVenue();
      assert.equal((await admin('GET', `/venues/${other}/facilities/${facility}`)).status, 404);
      assert.equal(
        (await admin('PATCH', `/venues/${other}/facilities/${facility}`, { name: 'Mine' })).status,
        404,
      );
    });
  });
}
