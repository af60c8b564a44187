import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { Stack } from '../../stack/stack.ts';
import { bookerOf, page, pageOf } from '../fixtures/tickets.ts';

const cancel = (url: string, headers: Record<string, string> = {}) =>
  page(`${url}/cancel`, { method: 'POST', headers });
const JSON_PLEASE = { Accept: 'application/json' };

/** User agents that open links before the guest does, such as link scanners and previews. */
const visitors = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36',
  'Mozilla/5.0 (compatible; MSOffice; Microsoft Outlook 16.0) SafeLinks',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'WhatsApp/2.23.20.0',
  'facebookexternalhit/1.1',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'Barracuda Sentinel (EE)',
  'curl/8.5.0',
  '',
];

/** What changes when a guest cancels through the ticket, and only then. */
export function cancelBooking(stack: () => Stack): void {
  describe('cancelling through the ticket', () => {
    let slug: string;
    let facility: number;
    const book = bookerOf(stack, () => ({ slug, facility }));
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      facility = await stack().api.newFacility(slug, { name: 'Dagpas', price_eur: 12.5 });
    });
    const free = async (slug: string, slotId: number): Promise<number> =>
      (await stack().api.get(slug, `/slots/${slotId}`)).body.free;
    const rowsOf = async (query: string, values: unknown[] = []) =>
      (await stack().database.query(query, values)).rows;
    /** Every row that a read must leave unchanged. Columns that background work updates are left out. */
    const snapshot = async () => ({
      bookings: await rowsOf(
        `SELECT to_jsonb(b) - 'visit_mail_at' AS booking FROM booking.booking b ORDER BY id`,
      ),
      history: await rowsOf('SELECT * FROM booking.history ORDER BY seq'),
      outbox: await rowsOf('SELECT id, subject, payload FROM booking.outbox ORDER BY seq'),
      keys: await rowsOf('SELECT * FROM booking.idempotency_key ORDER BY key'),
      slots: await rowsOf('SELECT * FROM availability.slot ORDER BY id'),
      held: await rowsOf(
        'SELECT booking_uid, slot_id, places, released_at FROM availability.allocation ORDER BY booking_uid',
      ),
      venues: await rowsOf('SELECT * FROM catalog.venue ORDER BY id'),
    });
    const changesOf = async (id: number) => ({
      events: await rowsOf(
        `SELECT payload->>'status' AS status FROM booking.outbox
         WHERE subject = 'events.booking.booking_status_changed' AND payload->>'bookingId' = $1`,
        [String(id)],
      ),
      history: await rowsOf('SELECT actor, action FROM booking.history WHERE booking_id = $1 ORDER BY seq', [
        id,
      ]),
    });

    it('a GET or HEAD request never cancels a booking, whichever client sends it', async () => {
      const { url } = await book();
      const before = await snapshot();
      for (const path of ['', '?lang=en', '/booking.ics', '/cancel', '/cancel?lang=nl', '/cancel?confirm=1'])
        for (const method of ['GET', 'HEAD']) {
          const looks = visitors.map((agent) =>
            page(`${url}${path}`, { method, headers: { 'User-Agent': agent } }),
          );
          const special = [
            { Purpose: 'prefetch' },
            { 'Sec-Purpose': 'prefetch;prerender' },
            { 'X-Moz': 'prefetch' },
            { Range: 'bytes=0-99' },
            { 'If-None-Match': '*' },
            { 'X-HTTP-Method-Override': 'POST' },
            JSON_PLEASE,
          ].map((headers) => page(`${url}${path}`, { method, headers: headers as Record<string, string> }));
          const expected = path.startsWith('/cancel') ? 302 : 200;
          for (const answer of await Promise.all([...looks, ...special])) {
            assert.equal(answer.status, expected, `${method} ${path}`);
            if (method === 'HEAD') assert.equal(answer.text, '');
          }
        }
      assert.deepEqual(await snapshot(), before);
      const { headers } = await page(`${url}/cancel?lang=en`);
      assert.equal(headers.get('location'), `${new URL(url).pathname}?lang=en`);
    });

    it('the ticket page cancels with a form without fields, behind a confirmation', async () => {
      const { text } = await pageOf(await book());
      const form = /<details>.*?<form method="post" action="([^"]+)">(.*?)<\/form>.*?<\/details>/s.exec(text);
      assert.match(form?.[1] ?? '', /^\/tickets\/[\w.-]+\/cancel$/);
      assert.doesNotMatch(form?.[2] ?? '', /<input|name=/);
    });

    it('cancelling releases the places at once, and the ticket shows it', async () => {
      const { url, slug, slotId, booking } = await book({ people: 3 });
      assert.equal(await free(slug, slotId), 7);
      const answer = await cancel(url);
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.get('location'), new URL(url).pathname);
      assert.equal(await free(slug, slotId), 10);
      const { text } = await page(url);
      assert.match(text, /<p class="status">.*Geannuleerd<\/p>/);
      assert.doesNotMatch(text, /<form|class="qr"/);
      assert.match((await page(`${url}/booking.ics`)).text, /\r\nSEQUENCE:1\r\n.*\r\nSTATUS:CANCELLED\r\n/s);
      assert.deepEqual(await changesOf(booking.id), {
        events: [{ status: 'cancelled' }],
        history: [
          { actor: 'guest', action: 'created' },
          { actor: 'guest', action: 'cancelled' },
        ],
      });
    });

    it('cancelling keeps the language that the guest switched to', async () => {
      const { url } = await book();
      const { text } = await page(`${url}?lang=en`);
      const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? '';
      const answer = await page(new URL(action, url).href, { method: 'POST' });
      assert.equal(answer.headers.get('location'), `${new URL(url).pathname}?lang=en`);
    });

    it('cancelling returns the cancelled ticket if the client prefers JSON', async () => {
      const { url, booking } = await book();
      const { status, body } = await cancel(url, JSON_PLEASE);
      assert.equal(status, 200);
      assert.deepEqual(
        { id: body.id, status: body.status, cancellable: body.cancellable, cancel_until: body.cancel_until },
        { id: booking.id, status: 'cancelled', cancellable: false, cancel_until: null },
      );
    });

    it('a booking is cancelled once when many requests cancel it at the same time', async () => {
      const { url, slug, slotId, booking } = await book({ people: 4 });
      await book({ slot_id: slotId, people: 2 }, undefined);
      const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(url)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
      assert.equal((await cancel(url)).status, 303);
      assert.equal((await cancel(url, JSON_PLEASE)).status, 200);
      assert.equal(await free(slug, slotId), 8);
      const { events, history } = await changesOf(booking.id);
      assert.equal(events.length, 1);
      assert.deepEqual(
        history.map(({ action }) => action),
        ['created', 'cancelled'],
      );
    });

    it('cancelling after the deadline is rejected, as a page and as JSON', async () => {
      const { api } = stack();
      const slug = await api.newVenue({ cancel_until_hours: 8760 });
      const at = { slug, facility: await api.newFacility(slug) };
      const { url, slotId, booking } = await book({ people: 2 }, at);
      const never = await cancel(url);
      assert.equal(never.status, 422);
      assert.match(
        never.text,
        /role="alert">Deze boeking kun je niet online annuleren\. Neem daarvoor contact op/,
      );
      assert.doesNotMatch(never.text, /Annuleren k[ao]n|<form/);
      // Backdate the booking so that its cancellation deadline lies after its creation.
      await rowsOf(`UPDATE booking.booking SET created_at = created_at - interval '2 years' WHERE id = $1`, [
        booking.id,
      ]);
      const shown = await page(url);
      assert.doesNotMatch(shown.text, /<form/);
      assert.match(shown.text, /Annuleren kon tot \w+ \d+ \w+ \d{4}, \d\d:\d\d\./);
      const refused = await cancel(url);
      assert.equal(refused.status, 422);
      assert.match(
        refused.text,
        /role="alert">Annuleren kon tot \w+ \d+ \w+ \d{4}, \d\d:\d\d\. Neem contact op/,
      );
      assert.match(
        (await page(`${url}/cancel?lang=en`, { method: 'POST' })).text,
        /Cancelling was possible until/,
      );
      const asJson = await cancel(url, JSON_PLEASE);
      assert.equal(asJson.status, 422);
      assert.deepEqual(Object.keys(asJson.body), ['error']);
      assert.equal(await free(slug, slotId), 8);
      assert.deepEqual((await changesOf(booking.id)).events, []);
    });

    it('cancelling is rejected once the guest is checked in', async () => {
      const { url, booking } = await book();
      await stack().database.query("UPDATE booking.booking SET status = 'checked_in' WHERE id = $1", [
        booking.id,
      ]);
      const refused = await cancel(url);
      assert.equal(refused.status, 409);
      assert.match(refused.text, /role="alert">Deze gast is al ingecheckt\./);
      const asJson = await cancel(url, JSON_PLEASE);
      assert.equal(asJson.status, 409);
      assert.deepEqual(Object.keys(asJson.body), ['error']);
    });
  });
}
