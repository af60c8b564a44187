import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** The maximum number of recipients that a new venue may mail on its first day. */
const FIRST_DAY = 75;
const WITH_ADDRESS = /must not contain a web address/;

/** Limits on the recipients and the content of mail that a venue causes. */
export function venueMail(stack: () => Stack): void {
  /** A venue with a token of its owner. */
  const newVenue = async (settings: Record<string, unknown> = {}) => {
    const { api } = stack();
    const slug = await api.newVenue(settings);
    const { token } = (await api.admin('POST', `/venues/${slug}/tokens`, { name: 'Owner' })).body;
    const owner = (method: string, path: string, body?: unknown) =>
      call(`${api.url}/api/admin/venues/${slug}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(body !== undefined && { body }),
      });
    return { slug, owner };
  };
  const newSlot = async (slug: string, settings: Record<string, unknown> = {}) => {
    const { api } = stack();
    const facility = await api.newFacility(slug, { capacity: 200, ...settings });
    const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
    return body.slots[0].id as number;
  };

  describe('recipient limit of a new venue', () => {
    it('sends mail to 75 people on the first day, queues the rest, and informs the owner', async () => {
      const { slug, owner } = await newVenue();
      const slot_id = await newSlot(slug);
      const strangers = Array.from({ length: FIRST_DAY + 15 }, () => `${randomUUID()}@example.com`);
      const book = (customer_email: string) =>
        owner('POST', '/bookings', { slot_id, customer_name: 'You have won', customer_email });
      // All at once would exceed the concurrency limit of the venue on a slow machine.
      const booked: Awaited<ReturnType<typeof book>>[] = [];
      for (let next = 0; next < strangers.length; next += 8)
        booked.push(...(await Promise.all(strangers.slice(next, next + 8).map(book))));
      for (const { status, text } of booked) assert.equal(status, 201, text);
      const recipients = async () => (await owner('GET', '/mail-recipients')).body;
      await eventually('the excess mail is queued', async () => (await recipients()).waiting === 15);
      assert.deepEqual(await recipients(), { recipients: FIRST_DAY, most: FIRST_DAY, waiting: 15 });
      const reached = () => strangers.filter((email) => stack().mail.to(email).length > 0);
      await eventually('the mail within the limit arrives', () => reached().length === FIRST_DAY);

      const entries = (await owner('GET', '/attention')).body;
      const [entry] = entries;
      assert.deepEqual([entries.length, entry.kind], [1, 'mail_waits']);
      assert.match(entry.detail, /may mail more people: 15$/);
      assert.equal((await owner('GET', '/attention/count')).body.count, 1);
      const { mails } = (await owner('GET', `/bookings/${entry.booking_id}`)).body;
      assert.deepEqual([mails[0].state, mails[0].waits_for], ['queued', 'recipients']);

      const invited = await owner('POST', '/people', { email: `${randomUUID()}@example.com` });
      assert.deepEqual([invited.status, invited.body.mailed, invited.body.mail_limited], [201, false, true]);
      const { body: again } = await owner('POST', `/bookings/${booked[0]?.body.id}/resend`);
      assert.equal(again.status, 'confirmed');

      const guest = `${randomUUID()}@example.com`;
      assert.equal((await stack().api.book(slug, { slot_id, customer_email: guest })).status, 201);
      await eventually('a guest’s own booking is mailed', () => stack().mail.to(guest).length === 1);
      assert.equal((await recipients()).recipients, FIRST_DAY);

      assert.equal((await stack().api.admin('PATCH', `/venues/${slug}`, { trusted: true })).status, 200);
      await eventually('the venue is trusted', async () => (await recipients()).most === null);
      const colleague = await owner('POST', '/people', { email: `${randomUUID()}@example.com` });
      assert.deepEqual([colleague.body.mailed, colleague.body.mail_limited], [true, undefined]);
    });

    it('only the operator may lift the recipient limit', async () => {
      const { slug, owner } = await newVenue();
      const refused = await owner('PATCH', '', { trusted: true });
      assert.equal(refused.status, 403, refused.text);
      assert.equal((await owner('PATCH', '', { trusted: false, phone: '020' })).body.trusted, false);
      assert.equal(
        (await stack().api.admin('PATCH', `/venues/${slug}`, { trusted: true })).body.trusted,
        true,
      );
      assert.equal(
        (await owner('PATCH', '', { trusted: true, phone: '021' })).status,
        200,
        'sending the current value back is allowed',
      );
      assert.equal((await owner('PATCH', '', { trusted: false })).status, 403);
      assert.equal(
        (await stack().api.admin('GET', `/venues/${await stack().api.newVenue({ trusted: true })}`)).body
          .trusted,
        true,
      );
    });
  });

  describe('content of a venue’s mail', () => {
    it('names of the venue, sender, facilities and prices may not contain a web address', async () => {
      const { slug, owner } = await newVenue();
      const { api } = stack();
      const named = (name: string) => ({ nl: name, en: name });
      const list = (change: object) => ({ pricing: { per: 'person', eur: 5, ...change } });
      const rule = (name: string) => ({ name, effect: 'add', eur: 1, per: 'person' });
      const category = (name: string) => ({ key: 'adult', name: named(name), percent: 100 });
      const addOn = (name: string) => ({ key: 'towel', name: named(name), eur: 1, per: 'booking' });
      const facility = await api.newFacility(slug);
      const at = `/facilities/${facility}`;
      for (const name of [
        'Log in at evil.com',
        'https://evil.example/x',
        'evil\u200b.com',
        'www.evil.example',
      ])
        for (const [path, body] of [
          ['', { name }],
          ['', { mail_from_name: name }],
          ['', { phone: name }],
          [at, { name }],
          [at, list({ rules: [rule(name)] })],
          [at, list({ rules: [], categories: [category(name)] })],
          [at, list({ rules: [], add_ons: [addOn(name)] })],
        ] as const) {
          const refused = await owner('PATCH', path, body);
          assert.equal(refused.status, 422, `${path} ${JSON.stringify(body)}`);
          assert.match(refused.body.error, WITH_ADDRESS);
        }
      for (const name of ['\u200b', '\u3164'])
        for (const path of ['', at]) {
          const refused = await owner('PATCH', path, { name });
          assert.deepEqual([refused.status, refused.body.error], [422, 'name: must not be empty.']);
        }
      const made = await api.admin('POST', '/venues', { slug: `v-${randomUUID()}`, name: 'evil.com' });
      assert.deepEqual(
        [made.status, WITH_ADDRESS.test(made.text)],
        [422, true],
        'also when the operator creates it',
      );
      assert.equal((await owner('PATCH', '', { name: 'Dr. Li & J.P.de Vries, no. 5' })).status, 200);
    });

    it('mail texts may link only to the venue’s own websites, and a rejection names the link', async () => {
      const { slug, owner } = await newVenue({ allowed_origins: ['https://www.garden.example'] });
      const put = (body: object) => owner('PUT', '/mail-texts/confirmed/en', body);
      for (const [body, named] of [
        [{ body: 'Log in at https://evil.com/x now' }, 'body: https://evil.com/x is not'],
        [{ body: 'See garden.example@evil.com or Evil.com.' }, 'body: Evil.com. is not'],
        [{ body: 'https://garden.example@evil.com/' }, 'body: https://garden.example@evil.com/ is not'],
        [{ body: 'https://{facility}' }, 'body: https:// is not'],
        [{ subject: 'evil.com', body: 'Hello' }, 'subject: evil.com is not'],
      ] as const) {
        const refused = await put(body);
        assert.equal(refused.status, 422, refused.text);
        assert.ok(refused.body.error.startsWith(named), refused.body.error);
        assert.match(refused.body.error, /on a website of the venue.*ask the operator/);
        assert.equal((await owner('POST', '/mail-texts/confirmed/en/preview', body)).status, 422);
      }
      for (const field of ['description', 'accessibility_text']) {
        const text = await owner('PATCH', '', { [field]: 'Lake 1\nwww.evil.com' });
        assert.match(text.body.error, new RegExp(`^${field}: www\\.evil\\.com is not`));
        const translations = { de: { [field]: 'www.evil.com' } };
        const translated = await owner('PATCH', '', { translations });
        assert.match(
          translated.body.error,
          new RegExp(`^translations\\.de\\.${field}: www\\.evil\\.com is not`),
        );
      }
      const address = await owner('PATCH', '', { address: 'Lake 1\nwww.evil.com' });
      assert.equal(address.status, 422);
      assert.match(address.body.error, /^address: www\.evil\.com is not/);
      assert.equal((await owner('PATCH', '', { address: 'Lake 1\nwww.garden.example/route' })).status, 200);
      const own = {
        body: 'See https://garden.example/parking and write to info@garden.example. Number {number}',
      };
      assert.equal((await put(own)).status, 200);

      const elsewhere = { body: 'See https://other.example/parking' };
      assert.equal((await put(elsewhere)).status, 422);
      await owner('PATCH', '', { terms_url: 'https://other.example/terms' });
      assert.equal((await put(elsewhere)).status, 200, 'the website of its terms is its own');
      const anywhere = { body: 'See https://evil.com/x' };
      assert.equal((await put(anywhere)).status, 422);
      await stack().api.admin('PATCH', `/venues/${slug}`, { trusted: true });
      assert.equal((await put(anywhere)).status, 200);
    });

    it('links that were stored before the check are made inert when mail is sent', async () => {
      const { slug, owner } = await newVenue({ domains: [`${randomUUID()}.example`] });
      const { database, mail, api } = stack();
      const slot_id = await newSlot(slug);
      const { rows } = await database.query(
        `UPDATE catalog.venue SET name = 'Garden.nl' WHERE slug = $1 RETURNING id`,
        [slug],
      );
      const [domain] = (await owner('GET', '')).body.domains;
      await database.query(
        `INSERT INTO booking.mail_text (venue_id, kind, language, body) VALUES ($1, 'confirmed', 'en', $2)`,
        [rows[0].id, `Pay at https://evil.com/x, see https://${domain}/y`],
      );
      assert.equal(
        (await owner('PATCH', '', { phone: '035 123' })).body.name,
        'Garden.nl',
        'other settings may change',
      );
      const email = `${randomUUID()}@example.com`;
      await api.book(slug, { slot_id, customer_email: email, locale: 'en' });
      await eventually('the mail arrives', () => mail.to(email).length === 1);
      const { text = '', from } = mail.to(email)[0]?.mail ?? {};
      assert.ok(text.includes(`Message from Garden. nl:`), text);
      assert.ok(text.includes(`Pay at https: //evil. com/x, see https://${domain}/y`), text);
      assert.match(
        text,
        /sent you this e-mail on behalf of Garden\. nl, because booking [\w-]+ was made with this e-mail address/,
      );
      assert.equal(from?.name, 'Garden. nl');
    });
  });
}
