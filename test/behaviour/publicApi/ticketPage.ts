import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import { SIGNING_KEY, type Stack } from '../../stack/stack.ts';
import { partsOf, resign, resignAsBefore } from '../../stack/ticketToken.ts';
import { bookerOf, page, pageOf } from '../fixtures/tickets.ts';

const RTL = 'חדר אדים';
const HOSTILE = `<script>alert("1")</script> & ${RTL} 🧖‍♀️ {{main}} `;

/** The page behind a ticket link. */
export function ticketPage(stack: () => Stack): void {
  describe('ticket page', () => {
    let slug: string;
    let facility: number;
    const book = bookerOf(stack, () => ({ slug, facility }));
    beforeAll(async () => {
      slug = await stack().api.newVenue({
        name: 'Sauna aan het Meer',
        address: 'Oeverpad 7\n1234 AB Meerdam',
        phone: '085 000 0101',
        contact_email: 'info@sauna.example',
        terms_url: 'https://sauna.example/terms?a=1&b=2',
      });
      facility = await stack().api.newFacility(slug, { name: 'Dagpas', price_eur: 12.5 });
    });

    it('shows who, what, where, when and how much in the booking’s language', async () => {
      const dutch = await pageOf(await book({ people: 2 }));
      assert.equal(dutch.status, 200);
      assert.match(dutch.text, /<html lang="nl">/);
      for (const text of ['Bevestigd', 'Dagpas', 'Sauna aan het Meer', 'Anna Jansen', '€\u00a025,00'])
        assert.ok(dutch.text.includes(text), text);
      for (const text of ['Oeverpad 7\n1234 AB Meerdam', 'tel:0850000101', 'mailto:info@sauna.example'])
        assert.ok(dutch.text.includes(text), text);
      assert.ok(dutch.text.includes('href="https://sauna.example/terms?a=1&amp;b=2"'));
      assert.match(dutch.text, /<div class="qr" role="img" aria-label="QR-code[^"]+"><svg/);
      const english = await pageOf(await book({ locale: 'en' }));
      assert.match(english.text, /<html lang="en">/);
      for (const text of ['Confirmed', '€12.50', 'Times in Amsterdam'])
        assert.ok(english.text.includes(text), text);
    });

    it('a ticket expires six months after the visit for the guest, but not for the desk', async () => {
      const { url, booking } = await book();
      const ended = (months: number, days: number) =>
        stack().database.query(
          `UPDATE booking.booking SET
             starts_at = now() - make_interval(months => $2, days => $3) - interval '1 hour',
             ends_at = now() - make_interval(months => $2, days => $3) WHERE id = $1`,
          [booking.id, months, days],
        );
      await ended(5, 20);
      assert.equal((await page(url)).status, 200);
      await ended(6, 5);
      const shown = await page(`${url}?lang=en`);
      assert.equal(shown.status, 410);
      assert.match(shown.text, /<h1>This link has expired<\/h1>.*6 months after the visit/);
      assert.ok(!shown.text.includes('Anna Jansen'));
      const dutch = await page(url, { headers: { 'Accept-Language': 'nl' } });
      assert.match(dutch.text, /<h1>Deze link is verlopen<\/h1>/);
      const program = { Accept: 'application/json' };
      for (const [path, method] of [
        ['', 'GET'],
        ['/booking.ics', 'GET'],
        ['/cancel', 'POST'],
      ] as const) {
        const answer = await page(`${url}${path}`, { method, headers: program });
        assert.deepEqual([answer.status, answer.headers.get('error-code')], [410, 'ticket_expired'], path);
      }
      const { body } = await stack().api.admin('GET', `/venues/${slug}/bookings/${booking.id}`);
      assert.equal(body.customer_name, 'Anna Jansen');
    });

    it('switches to the supported languages by links and ignores others', async () => {
      const { url } = await book();
      for (const [lang, shown] of [
        ['nl', 'nl'],
        ['en', 'en'],
        ['de', 'de'],
        ['fr', 'fr'],
        ['it', 'nl'],
        ['<script>', 'nl'],
      ])
        assert.match((await page(`${url}?lang=${lang}`)).text, new RegExp(`<html lang="${shown}">`));
      const { text } = await page(url);
      const path = new URL(url).pathname;
      for (const lang of ['nl', 'en', 'de', 'fr']) assert.ok(text.includes(`href="${path}?lang=${lang}"`));
    });

    it('answers with JSON if the client prefers it', async () => {
      const { url, booking } = await book();
      const { body, status } = await page(url, { headers: { Accept: 'application/json' } });
      assert.equal(status, 200);
      const { venue, timezone, cancellable, cancel_until, ...rest } = body;
      assert.deepEqual(rest, booking);
      assert.deepEqual(venue, {
        slug,
        name: 'Sauna aan het Meer',
        address: 'Oeverpad 7\n1234 AB Meerdam',
        phone: '085 000 0101',
        contact_email: 'info@sauna.example',
        terms_url: 'https://sauna.example/terms?a=1&b=2',
      });
      assert.deepEqual({ timezone, cancellable }, { timezone: 'Europe/Amsterdam', cancellable: true });
      assert.match(cancel_until, /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      for (const accept of [
        'text/html',
        '*/*',
        'text/html,application/json;q=0.9',
        'application/json;q=0.1,text/html',
      ])
        assert.match((await page(url, { headers: { Accept: accept } })).text, /^<!doctype html>/, accept);
    });

    it('offers a calendar file that does not name the guest', async () => {
      const { url, ticketUrl, booking } = await book();
      const { status, text, headers } = await page(`${url}/booking.ics`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8; method=PUBLISH');
      assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="[\w.-]+\.ics"$/);
      const start = booking.starts_at.replace(/[-:]/g, '');
      assert.ok(text.includes(`DTSTART;TZID=Europe/Amsterdam:${start}00\r\n`));
      assert.match(text, /\r\nSUMMARY:Dagpas – Sauna aan het Meer\r\n/);
      assert.match(text, /\r\nLOCATION:Oeverpad 7\\n1234 AB Meerdam\r\n/);
      assert.match(text, new RegExp(`\r\nUID:booking-\\d+-${booking.id}-[0-9a-f]{12}@localhost\r\n`));
      const unfolded = text.replaceAll('\r\n ', '');
      assert.ok(unfolded.includes(`\r\nURL;VALUE=URI:${ticketUrl}\r\n`));
      assert.doesNotMatch(unfolded, /Anna|anna@example/);
    });

    it('forbids caching, indexing, referrers, framing and scripts', async () => {
      const { url } = await book();
      const bad = `${url.slice(0, -9)}AAAAAAAAA`;
      const answers = [
        page(url),
        page(url, { headers: { Accept: 'application/json' } }),
        page(`${url}/booking.ics`),
        page(`${url}/cancel`),
        page(`${url}/cancel`, { method: 'DELETE' }),
        page(bad),
        page(`${bad}/booking.ics`, { headers: { Accept: 'application/json' } }),
        page(`${bad}/cancel`, { method: 'POST' }),
      ];
      for (const { headers, text } of await Promise.all(answers)) {
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.equal(headers.get('referrer-policy'), 'same-origin');
        assert.equal(headers.get('x-robots-tag'), 'noindex');
        assert.match(
          headers.get('content-security-policy') ?? '',
          /^default-src 'none'.*frame-ancestors 'none'/,
        );
        assert.doesNotMatch(text, /<script|\son\w+=|style="/i);
      }
      const { headers } = await page(url);
      assert.match(headers.get('content-security-policy') ?? '', /form-action 'self'/);
    });

    it('escapes any text', async () => {
      const venue = await stack().api.newVenue({ name: `${HOSTILE}venue`, address: `${HOSTILE}\naddress` });
      const name = `${HOSTILE}${'W'.repeat(200 - HOSTILE.length)}`;
      const odd = await stack().api.newFacility(venue, { name });
      const { url } = await book({ customer_name: name }, { slug: venue, facility: odd });
      const { text, status } = await page(url);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<script/);
      const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; ';
      assert.ok(text.split(escaped).length > 5);
      assert.ok(text.includes(`${RTL} 🧖‍♀️ {{main}} ${'W'.repeat(200 - HOSTILE.length)}`));
      assert.match(text, /<h1 dir="auto"/);
      assert.match(text, /<dd dir="auto">&lt;script/);
      const calendar = (await page(`${url}/booking.ics`)).text;
      for (const line of calendar.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75);
      assert.ok(calendar.replaceAll('\r\n ', '').includes(`${RTL} 🧖‍♀️ {{main}} W`));
    });

    it('shows each status, and an erased booking without its name', async () => {
      const { url, booking } = await book({ locale: 'en' });
      const set = (change: string) =>
        stack().database.query(`UPDATE booking.booking SET ${change} WHERE id = $1`, [booking.id]);
      const owed = (
        status: string,
      ) => `payment_id = gen_random_uuid(), platform_fee_cents = 0, hold_until = now() + interval '1 hour',
        grace_until = now() + interval '1 hour', amount_cents = 100, payment_status = '${status === 'pending_payment' ? 'open' : 'paid'}'`;
      for (const [status, word, canCancel] of [
        ['pending_payment', 'Awaiting payment', true],
        ['checked_in', 'Checked in', false],
        ['no_show', 'No-show', false],
        ['expired', 'Expired', false],
        ['confirmed', 'Confirmed', true],
      ] as const) {
        await set(`status = '${status}', ${owed(status)}`);
        const { text } = await page(url);
        assert.match(text, new RegExp(`<p class="status">.*${word}</p>`));
        assert.equal(text.includes('<form method="post"'), canCancel, status);
      }
      await set(
        `customer_name = '', customer_email = '', extra = '{}', erased_at = now(), payment_id = NULL, payment_status = NULL,
         platform_fee_cents = NULL, hold_until = NULL, grace_until = NULL`,
      );
      const { text } = await page(url);
      assert.doesNotMatch(text, /<dt>Name<\/dt>/);
      assert.match(text, /<dt>People<\/dt>/);
    });

    it('answers every invalid link with the same 404', async () => {
      const { url } = await book();
      const token = url.split('/').at(-1) ?? '';
      const { secret } = SIGNING_KEY;
      const { venueId, id, nonce } = partsOf(token);
      const other = Buffer.from(nonce.map((byte) => 255 - byte));
      const bad = {
        'another character': `${token.slice(0, -10)}${token.at(-10) === 'A' ? 'B' : 'A'}${token.slice(-9)}`,
        shorter: token.slice(0, -2),
        'another purpose': resign(token, { secret, purpose: 'pay' }),
        'a foreign key': resign(token, { secret: Buffer.alloc(32, 8) }),
        'a booking that does not exist': resign(token, { secret, parts: { venueId, id: 2 ** 40, nonce } }),
        'a venue that does not exist': resign(token, { secret, parts: { venueId: 2 ** 30, id, nonce } }),
        'a booking that had this number before a restore': resign(token, {
          secret,
          parts: { venueId, id, nonce: other },
        }),
        'the form of before, for a booking of after it': resignAsBefore(token, SIGNING_KEY),
        'no token': 'x',
        'very long': 'x'.repeat(5000),
        'not decodable': '%E0%A4%A',
      };
      assert.equal((await pageOf({ url: url.replace(token, resign(token, { secret })) })).status, 200);
      for (const [path, method] of [
        ['', 'GET'],
        ['/booking.ics', 'GET'],
        ['/cancel', 'POST'],
      ] as const)
        for (const [accept, language] of [
          ['text/html', 'nl'],
          ['text/html', 'en'],
          ['application/json', 'nl'],
        ] as const) {
          const bodies = new Set<string>();
          for (const [what, wrong] of Object.entries(bad)) {
            const headers = { Accept: accept, 'Accept-Language': language };
            const answer = await page(`${url.replace(token, wrong)}${path}`, { method, headers });
            assert.equal(answer.status, 404, `${method} ${path}, ${what}`);
            bodies.add(answer.text);
          }
          assert.equal(bodies.size, 1);
          const [body = ''] = bodies;
          if (accept === 'application/json')
            assert.deepEqual(JSON.parse(body), { error: 'Onbekend ticket.' });
          else assert.match(body, new RegExp(`<html lang="${language}">`));
        }
    });

    it('accepts GET and HEAD, and POST only for cancelling', async () => {
      const { url } = await book();
      for (const [path, methods] of [
        ['', 'GET, HEAD'],
        ['/booking.ics', 'GET, HEAD'],
        ['/cancel', 'GET, HEAD, POST'],
      ] as const)
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          if (methods.includes(method)) continue;
          const answer = await page(`${url}${path}`, { method, headers: { Accept: 'application/json' } });
          assert.equal(answer.status, 405, `${method} ${path}`);
          assert.equal(answer.headers.get('allow'), `${methods}, OPTIONS`);
          assert.deepEqual(Object.keys(answer.body), ['error']);
        }
    });

    it('shows the end date if a booking ends on the next day', async () => {
      const { body } = await stack().api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(40)}`);
      const late = body.slots.find((slot: { starts_at: string }) => slot.starts_at.endsWith('T23:00'));
      const { text } = await pageOf(await book({ slot_id: late.id, locale: 'en' }));
      assert.match(text, /23:00–00:00 \(\w+day \d+ \w+\)/);
    });
  });
}
