import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/**
 * Hostile and unusual input, which must come out unchanged everywhere. Names have one line; a note may have
 * several.
 */
const names: Record<string, string> = {
  'a script': '<script>alert("x")</script> & \'quotes\'',
  '200 characters': 'Ø'.repeat(199).concat('!'),
  'emoji characters': 'Zoë 👩‍👩‍👧 Ørsted 🎳',
  'right-to-left text': 'محمد بن سلمان \u200Fשלום',
  'a formula-like text': '=2+3,"x";@SUM(A1)',
  'a header-like text': 'Anna: Bcc=eve@evil.example; =?utf-8?q?x?=',
};
const note = 'line one\nline two\n\n\t<b>three</b>, "four"; five\\six 🎳 עברית';

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
/** Approximates the visible text of a page: strips tags and decodes entities. */
const shown = (html: string) =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
/** The value of an iCalendar property, unfolded and unescaped (RFC 5545). */
const propertyOf = (calendar: string, property: string) =>
  new RegExp(`^${property}:(.*)$`, 'm')
    .exec(calendar.replaceAll('\r\n ', '').replaceAll('\r\n', '\n'))?.[1]
    ?.replace(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));

/** The rows of a CSV file (RFC 4180) as objects. */
function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  const [header = [], ...body] = rows;
  return body.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

/** Text that people enter appears unchanged in responses, tickets, mail, CSV and calendars. */
export function texts(stack: () => Stack): void {
  describe('a guest’s name', () => {
    let slug: string;
    let facility: number;
    let slot: number;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ name: 'Huis "<i>Zee</i>", 🏖' });
      await api.admin('PUT', `/venues/${slug}/fields`, {
        fields: [{ key: 'note', label: 'Note', type: 'textarea' }],
      });
      facility = await api.newFacility(slug, { name: 'Sauna; <één>, 🎳', capacity: 1000 });
      slot = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(6)}`)).body.slots[0].id;
    });

    for (const [what, name] of Object.entries(names))
      it(`a name with ${what} stays intact in response, ticket, mail, CSV and calendar`, async () => {
        const { api, operatorToken, mail } = stack();
        const customer_email = `${randomUUID()}@example.com`;
        const made = await api.book(slug, {
          slot_id: slot,
          customer_name: name,
          customer_email,
          extra: { note },
        });
        assert.equal(made.status, 201, made.text);
        const { id, reference, customer_name } = made.body.booking;
        assert.equal(customer_name, name);
        const detail = (await api.admin('GET', `/venues/${slug}/bookings/${id}`)).body;
        assert.deepEqual([detail.customer_name, detail.extra], [name, { note }]);

        const path = new URL(made.body.ticket_url).pathname;
        const page = await call(api.url + path, { headers: { Accept: 'text/html' } });
        assert.ok(shown(page.text).includes(name), 'on the ticket');
        assert.doesNotMatch(page.text, /<script|<i>Zee|<één/);

        await eventually('the mail arrives', () => mail.to(customer_email).length > 0);
        const [received] = mail.to(customer_email);
        const { text = '', html = '', to, subject } = received?.mail ?? {};
        assert.ok(text.includes(name), `text part of the mail: ${text.slice(0, 400)}`);
        assert.ok(shown(html).includes(name), 'HTML part of the mail');
        const [before, reservation = '', after] = html.split(
          /<script type="application\/ld\+json">|<\/script>/,
        );
        assert.equal(JSON.parse(reservation).underName.name, name);
        assert.doesNotMatch([before, reservation, after].join(), /<script|<i>Zee|<één/);
        assert.deepEqual([received?.to, to?.length], [[customer_email], 1]);
        assert.match(subject ?? '', /Sauna; <één>, 🎳/);

        const csv = await call(`${api.url}/api/admin/venues/${slug}/bookings?q=${id}`, {
          headers: { Authorization: `Bearer ${operatorToken}`, Accept: 'text/csv' },
        });
        const row = readCsv(csv.text).find((it) => it.id === String(id));
        // Only an apostrophe is added, before anything that a spreadsheet would calculate.
        assert.deepEqual([row?.customer_name, row?.note], [name.replace(/(^|; ?)(?=[=@])/g, "$1'"), note]);

        const calendar = await call(`${api.url}${path}/booking.ics`);
        assert.equal(propertyOf(calendar.text, 'SUMMARY'), 'Sauna; <één>, 🎳 – Huis "<i>Zee</i>", 🏖');
        const { body } = await api.admin('PUT', `/venues/${slug}/facilities/${facility}/feed`);
        const feed = await call(api.url + new URL(body.url).pathname);
        const own = feed.text
          .split('BEGIN:VEVENT')
          .find((event) => propertyOf(event, 'DESCRIPTION') === reference);
        assert.equal(propertyOf(own ?? '', 'SUMMARY'), `${name} (1)`);
        for (const line of feed.text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
      });

    it('rejects a name that has line breaks or 201 characters', async () => {
      for (const customer_name of ['Anna\nBcc: eve@evil.example', 'Anna\r\n', 'x'.repeat(201), ' ', '\u0000'])
        if (customer_name.trim() !== 'Anna')
          assert.equal(
            (await stack().api.book(slug, { slot_id: slot, customer_name })).status,
            422,
            JSON.stringify(customer_name),
          );
    });
  });
}
