import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Validation of booking requests. */
export function bookingInput(stack: () => Stack): void {
  describe('booking input', () => {
    let slug: string;
    let pass: number;
    let nextDay = 10;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      pass = await api.newFacility(slug, { price_eur: 12.5, min_people: 2, max_people_per_booking: 6 });
    });
    /** A slot that no other test uses. */
    const freshSlot = async (facility: number) => {
      nextDay += 1;
      const { body } = await stack().api.get(
        slug,
        `/facilities/${facility}/slots?date=${daysAhead(nextDay)}`,
      );
      return body.slots[4];
    };
    const check = async (slotId: number) => (await stack().api.get(slug, `/slots/${slotId}`)).body;
    const rows = async () => {
      const { rows } = await stack().database.query(
        'SELECT (SELECT count(*) FROM booking.booking) AS bookings, (SELECT count(*) FROM availability.allocation) AS allocations',
      );
      return rows[0];
    };

    it('rejects bad input with {error} and the right status, takes no place and writes nothing', async () => {
      const { api } = stack();
      const slot = await freshSlot(pass);
      const other = await api.newVenue();
      const notLive = await api.newVenue({ live: false });
      const idle = await api.newFacility(slug, { name: 'Inactief' });
      const idleSlot = await freshSlot(idle);
      await api.admin('PATCH', `/venues/${slug}/facilities/${idle}`, { active: false });
      const past = (await api.get(slug, `/facilities/${pass}/slots?date=${daysAhead(-2)}`)).body.slots[0];
      const good = { slot_id: slot.id, people: 2 };
      const before = await rows();
      const cases: [what: string, status: number, venue: string, booking: Record<string, unknown>][] = [
        ['no slot', 422, slug, { people: 2 }],
        ['a slot that is text', 422, slug, { ...good, slot_id: String(slot.id) }],
        ['an unknown slot', 422, slug, { ...good, slot_id: slot.id + 1 }],
        ['a slot of another venue', 422, other, good],
        ['a slot that can not exist', 422, slug, { ...good, slot_id: -1 }],
        ['a slot in the past', 422, slug, { ...good, slot_id: past.id }],
        ['a slot of an inactive facility', 422, slug, { ...good, slot_id: idleSlot.id }],
        ['a venue that is not live', 422, notLive, good],
        ['an empty name', 422, slug, { ...good, customer_name: '   ' }],
        ['a name of 201 characters', 422, slug, { ...good, customer_name: 'a'.repeat(201) }],
        ['a web address as the name', 422, slug, { ...good, customer_name: 'Gratis: www.evil.example' }],
        ['a line break in the name', 422, slug, { ...good, customer_name: 'Anna\r\nBcc: x@example.com' }],
        ['a zero byte in the name', 422, slug, { ...good, customer_name: 'Anna\u0000' }],
        ['half a character in the name', 422, slug, { ...good, customer_name: 'Anna \ud83d' }],
        ['a zero byte in the redirect', 422, slug, { ...good, redirect_url: 'https://example.com/\u0000' }],
        ['no e-mail', 422, slug, { ...good, customer_email: undefined }],
        ['a bad e-mail', 422, slug, { ...good, customer_email: 'anna@' }],
        ['an accent in the e-mail', 422, slug, { ...good, customer_email: 'jürgen@example.com' }],
        ['two e-mails', 422, slug, { ...good, customer_email: 'a@example.com,b@example.com' }],
        [
          'a line break in the e-mail',
          422,
          slug,
          { ...good, customer_email: 'a@b.example\r\nBcc: c@d.example' },
        ],
        ['too few people', 422, slug, { ...good, people: 1 }],
        ['too many people', 422, slug, { ...good, people: 7 }],
        ['people as text', 422, slug, { ...good, people: '2' }],
        ['people as true', 422, slug, { ...good, people: true }],
        ['half a person', 422, slug, { ...good, people: 2.5 }],
        ['no people', 422, slug, { ...good, people: 0 }],
        ['an unknown locale', 422, slug, { ...good, locale: 'it' }],
        ['an undeclared extra field', 422, slug, { ...good, extra: { shoe: '42' } }],
        ['extra that is a list', 422, slug, { ...good, extra: [] }],
        ['a redirect that is no address', 422, slug, { ...good, redirect_url: '/thanks' }],
        ['a redirect to a script', 422, slug, { ...good, redirect_url: 'javascript:alert(1)' }],
        [
          'a redirect that parsers read in two ways',
          422,
          slug,
          { ...good, redirect_url: 'https://a.example\\@b.example/' },
        ],
        ['a redirect with credentials', 422, slug, { ...good, redirect_url: 'https://a:b@example.com/' }],
        ['an unknown venue', 400, 'no-such-venue', good],
        ['no venue', 400, '', good],
      ];
      for (const [what, status, venue, booking] of cases) {
        const answer = await api.book(venue, booking);
        assert.equal(answer.status, status, `${what}: ${answer.text}`);
        assert.deepEqual(Object.keys(answer.body), ['error'], what);
      }
      const raw = (text: string, type = 'application/json') =>
        call(`${api.url}/api/site/bookings`, {
          headers: { 'X-Tenant': slug, 'Content-Type': type },
          raw: text,
        });
      assert.equal((await raw('{"slot_id":')).status, 400, 'malformed JSON');
      assert.equal((await raw('[]')).status, 422, 'a list');
      assert.equal((await raw('null')).status, 422, 'null');
      const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
      const nested = JSON.stringify({
        ...good,
        customer_name: 'A',
        customer_email: 'a@example.com',
        extra: 0,
      });
      assert.equal((await raw(nested.replace('"extra":0', `"extra":${deep}`))).status, 422, 'nested deep');
      assert.equal((await raw(JSON.stringify(good), 'text/plain')).status, 415, 'not JSON');
      const large = await raw(JSON.stringify({ ...good, customer_name: 'a'.repeat(70_000) }));
      assert.equal(large.status, 413);
      assert.deepEqual(Object.keys(large.body), ['error']);
      assert.deepEqual(await rows(), before);
      assert.equal((await check(slot.id)).free, 10);
    });

    it('validates the venue’s extra fields', async () => {
      const { api } = stack();
      const venue = await api.newVenue();
      const facility = await api.newFacility(venue);
      await api.admin('PUT', `/venues/${venue}/fields`, {
        fields: [
          { key: 'phone', label: 'Telefoon', type: 'tel', required: true },
          { key: 'level', label: 'Niveau', type: 'select', options: ['1', '2'] },
          { key: 'terms', label: 'Akkoord', type: 'checkbox', required: true },
          { key: 'note', label: 'Opmerking', type: 'textarea' },
        ],
      });
      const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const slot_id = body.slots[0].id;
      const status = async (extra: unknown) => (await api.book(venue, { slot_id, extra })).status;
      assert.equal(await status({}), 422);
      assert.equal(await status({ phone: '06-1', terms: false }), 422);
      assert.equal(await status({ phone: '06-1', terms: 'true' }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, level: '3' }), 422);
      assert.equal(await status({ phone: 6, terms: true }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, note: null }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, note: 'half \ud83d' }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, level: '2', note: 'Twee\nregels 🧖' }), 201);
      const { rows } = await stack().database.query('SELECT extra FROM booking.booking WHERE slot_id = $1', [
        slot_id,
      ]);
      assert.deepEqual(rows[0].extra, { phone: '06-1', terms: true, level: '2', note: 'Twee\nregels 🧖' });
    });

    it('strips invisible characters from pasted names, e-mail addresses and extra fields', async () => {
      const { api } = stack();
      const venue = await api.newVenue();
      const facility = await api.newFacility(venue);
      const fields = [{ key: 'phone', label: 'Telefoon', type: 'tel', required: true }];
      await api.admin('PUT', `/venues/${venue}/fields`, { fields });
      const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const slot_id = body.slots[0].id;
      const { status, text } = await api.book(venue, {
        slot_id,
        customer_name: '\u2068Anna Jansen\u2069',
        customer_email: 'an\u00adna\u200b@example.com\ufeff',
        extra: { phone: '\u202a+31 6 1234 5678\u202c' },
      });
      assert.equal(status, 201, text);
      const { rows } = await stack().database.query(
        'SELECT customer_name, customer_email, extra FROM booking.booking WHERE slot_id = $1',
        [slot_id],
      );
      assert.deepEqual(rows, [
        {
          customer_name: 'Anna Jansen',
          customer_email: 'anna@example.com',
          extra: { phone: '+31 6 1234 5678' },
        },
      ]);
    });

    it('accepts only redirects to the venue’s redirect origins if the venue lists any', async () => {
      const { api } = stack();
      const venue = await api.newVenue({ redirect_origins: ['https://spa.example'] });
      const facility = await api.newFacility(venue);
      const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const status = async (redirect_url: string) =>
        (await api.book(venue, { slot_id: body.slots[0].id, redirect_url })).status;
      assert.equal(await status('https://evil.example/'), 422);
      assert.equal(await status('https://spa.example.evil.example/'), 422);
      assert.equal(await status('https://spa.example/thanks?x=1'), 201);
    });
  });
}
