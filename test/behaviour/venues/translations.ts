import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';
import { page } from '../fixtures/tickets.ts';

const HOSTILE = '<img src=x onerror=alert(1)> & {{venue}}';

/** Texts of a venue in other languages, from its settings to what guests read. */
export function translations(stack: () => Stack): void {
  describe('translations', () => {
    let slug: string;
    let facility: number;
    const day = daysAhead(14);
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const site = async () => (await stack().api.get(slug, '/facilities')).body;
    const names = {
      en: { name: 'Day pass' },
      de: { name: `Tageskarte ${HOSTILE}`, description: 'Den ganzen Tag.\nHandtuch inklusive.' },
    };
    const size = {
      key: 'size',
      label: 'Maat',
      type: 'select',
      required: true,
      options: ['Klein', 'Groot'],
      translations: { de: { label: 'Größe', options: ['Klein (S)', 'Groß'] } },
    };
    beforeAll(async () => {
      slug = await stack().api.newVenue({ locale: 'nl' });
      facility = await stack().api.newFacility(slug, {
        name: 'Dagpas',
        description: 'De hele dag.',
        translations: names,
        pricing: {
          per: 'person',
          eur: 20,
          rules: [
            {
              name: 'Hele week',
              translations: { de: { name: 'Ganze Woche' } },
              ...{ effect: 'add', eur: 5, per: 'booking' },
            },
          ],
          add_ons: [{ key: 'towel', name: { de: 'Handtuch' }, eur: 3, per: 'person', required: true }],
        },
      });
      assert.equal((await admin('PUT', '/fields', { fields: [size] })).status, 200);
    });
    const firstSlot = async () =>
      (await stack().api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body.slots[0].id;
    const book = async (locale: string, more: Record<string, unknown> = {}) =>
      stack().api.book(slug, { slot_id: await firstSlot(), locale, extra: { size: 'Klein' }, ...more });

    it('guests get them in the public API, next to the venue’s own texts', async () => {
      const { facilities, fields } = await site();
      const { name, description, translations } = facilities[0];
      assert.deepEqual(
        { name, description, translations },
        {
          ...{ name: 'Dagpas', description: 'De hele dag.', translations: names },
        },
      );
      assert.deepEqual(fields, [size]);
      const { body } = await admin('GET', `/facilities/${facility}`);
      assert.deepEqual(body.translations, names);
      assert.deepEqual(body.pricing.rules[0].translations, { de: { name: 'Ganze Woche' } });
    });

    it('a name in one language is enough, and older clients get it as Dutch and English', async () => {
      const { body } = await admin('GET', `/facilities/${facility}`);
      assert.deepEqual(body.pricing.add_ons[0].name, { de: 'Handtuch' });
      const shown = { de: 'Handtuch', nl: 'Handtuch', en: 'Handtuch' };
      assert.deepEqual((await site()).facilities[0].price.add_ons[0].name, shown);
      const booked = (await book('fr')).body.booking;
      assert.deepEqual(booked.add_ons, [{ key: 'towel', name: shown, count: 1 }]);
      const nameless = [{ key: 'towel', name: {}, eur: 3, per: 'person' }];
      const patch = { pricing: { ...body.pricing, add_ons: nameless } };
      assert.equal((await admin('PATCH', `/facilities/${facility}`, patch)).status, 422);
    });

    it('a booking, its ticket, calendar and mail have the facility’s name in the guest’s language', async () => {
      const email = `${randomUUID()}@example.com`;
      const { status, body, text } = await book('de', { customer_email: email });
      assert.equal(status, 201, text);
      assert.equal(body.booking.facility, names.de.name);
      assert.deepEqual(
        body.booking.price_lines.map((line: { text: string }) => line.text),
        ['Pro Person', 'Ganze Woche', 'Handtuch'],
      );
      const ticket = async (query = '') => (await page(`${body.ticket_url}${query}`)).text;
      assert.match(await ticket(), /Tageskarte &lt;img/);
      assert.doesNotMatch(await ticket(), /<img src=x/);
      assert.match(await ticket('?lang=nl'), /Dagpas/);
      assert.match(await ticket('?lang=en'), /Day pass/);
      assert.match(await ticket('?lang=fr'), /Dagpas/);
      assert.match((await page(`${body.ticket_url}/booking.ics`)).text, /SUMMARY:Tageskarte <img/);
      await eventually('the mail arrives', () => stack().mail.to(email).length > 0);
      const [{ mail } = assert.fail()] = stack().mail.to(email);
      assert.match(mail.subject ?? '', /Tageskarte <img/);
      assert.doesNotMatch(mail.html ?? '', /<img src=x/);
    });

    it('a retried booking gets the same response', async () => {
      const key = { 'Idempotency-Key': randomUUID() };
      const request = { slot_id: await firstSlot(), locale: 'de', extra: { size: 'Groot' } };
      const guest = { customer_email: `${randomUUID()}@example.com` };
      const [made, again] = [
        await stack().api.book(slug, { ...request, ...guest }, key),
        await stack().api.book(slug, { ...request, ...guest }, key),
      ];
      assert.equal(made.status, 201, made.text);
      assert.equal(made.body.booking.facility, names.de.name);
      assert.deepEqual(again.body, made.body);
    });

    it('the desk and guests without a translation see the venue’s own name', async () => {
      const dutch = await book('nl');
      assert.equal(dutch.body.booking.facility, 'Dagpas');
      assert.equal(dutch.body.booking.price_lines[1].text, 'Hele week');
      const english = await book('de', { extra: { size: 'Groot' } });
      const atDesk = await admin('GET', `/bookings/${english.body.booking.id}`);
      assert.deepEqual([atDesk.body.facility, atDesk.body.extra], ['Dagpas', { size: 'Groot' }]);
    });

    it('a translated option is a text, not a value', async () => {
      const { status, body } = await book('de', { extra: { size: 'Groß' } });
      assert.equal(status, 422);
      assert.match(body.error, /"Maat"/);
      const german = await book('de', { extra: { size: 'Small' } });
      assert.equal(german.status, 422);
    });

    it('an invalid translation is rejected and changes nothing', async () => {
      const patches = [
        { translations: { xx: { name: 'Pass' } } },
        { translations: { en: { title: 'Pass' } } },
        { translations: { en: { name: '' } } },
        { translations: { en: { name: 'x'.repeat(201) } } },
        { translations: { en: { name: 'Pass www.example.com' } } },
        { translations: { en: { name: 'Pass \u202e' } } },
        { translations: { en: { description: 'x'.repeat(10_001) } } },
        { translations: { en: { description: '' } } },
        { translations: [] },
        { translations: null },
        { translations: { en: 'Pass' } },
        { pricing: { per: 'person', eur: 1, rules: [], translations: {} } },
      ];
      for (const patch of patches) {
        const { status, text } = await admin('PATCH', `/facilities/${facility}`, patch);
        assert.equal(status, 422, `${JSON.stringify(patch).slice(0, 80)}: ${text}`);
      }
      for (const translations of [
        { en: { options: ['Small'] } },
        { en: { options: ['Small', ''] } },
        { en: { label: 'x'.repeat(201) } },
        { en: { key: 'x' } },
      ])
        assert.equal((await admin('PUT', '/fields', { fields: [{ ...size, translations }] })).status, 422);
      const text = { ...size, type: 'text', options: undefined };
      assert.equal(
        (await admin('PUT', '/fields', { fields: [text] })).status,
        422,
        'no options to translate',
      );
      assert.deepEqual((await admin('GET', `/facilities/${facility}`)).body.translations, names);
      assert.deepEqual((await site()).fields, [size]);
    });

    it('the texts of the venue’s page have translations, which other settings leave as they are', async () => {
      const de = { description: `Sauna am See ${HOSTILE}`, accessibility_text: 'Keine Stufen.' };
      const patch = async (body: object) => {
        const { status, text, body: venue } = await admin('PATCH', '', body);
        assert.equal(status, 200, text);
        return venue;
      };
      const own = { description: 'Sauna aan het meer.', accessibility_text: 'Geen drempels.' };
      await patch({ ...own, business_type: 'DaySpa', translations: { de, fr: {} } });
      assert.deepEqual((await patch({ phone: '030 1' })).translations, { de });
      assert.deepEqual((await admin('GET', '')).body.translations, { de });
      const shown = async (path: string) => (await page(`${stack().api.url}/v/${slug}${path}`)).text;
      const german = await shown('?locale=de');
      const data = JSON.parse(
        /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(german)?.[1] ?? '{}',
      );
      assert.deepEqual([data['@type'], data.description], ['DaySpa', de.description]);
      assert.doesNotMatch(german, /<img src=x|aan het meer/);
      assert.match(await shown('/accessibility?locale=de'), /Keine Stufen\./);
      assert.match(await shown('?locale=fr'), /Sauna aan het meer\./);
      for (const bad of [
        { translations: null },
        { translations: { de: { name: 'Sauna' } } },
        { translations: { de: { description: '' } } },
        { translations: { de: { description: 'x'.repeat(4001) } } },
        { translations: { it: { description: 'Sauna' } } },
        { business_type: 'Person' },
        { business_type: null },
      ])
        assert.equal((await admin('PATCH', '', bad)).status, 422, JSON.stringify(bad).slice(0, 60));
      assert.deepEqual((await admin('GET', '')).body.translations, { de });
      assert.equal('translations' in (await patch({ translations: {} })), false);
    });

    it('a patch of other settings keeps translations, and an empty object removes them', async () => {
      const other = await stack().api.newFacility(slug, {
        name: 'Zwembad',
        translations: { en: { name: 'Pool' } },
      });
      const patch = async (body: object) => (await admin('PATCH', `/facilities/${other}`, body)).body;
      assert.deepEqual((await patch({ name: 'Bad' })).translations, { en: { name: 'Pool' } });
      for (const translations of [{}, { en: {} }]) {
        await patch({ translations: { en: { name: 'Pool' } } });
        assert.equal('translations' in (await patch({ translations })), false);
      }
      const shown = (await site()).facilities.find(({ id }: { id: number }) => id === other);
      assert.equal('translations' in shown, false);
    });
  });
}
