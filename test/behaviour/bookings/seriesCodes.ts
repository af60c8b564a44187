import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { type ApiResponse, call, daysAhead, eventually, newAddress } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Dates = { slot_id: number; starts_at: string; conflict?: string; amount_eur: number }[];

/** Series that guests book with a code of the venue. */
export function seriesCodes(stack: () => Stack): void {
  describe('codes with which guests book series', () => {
    const day = daysAhead(8);
    let slug: string;
    let other: string;
    let court: number;
    let hall: number;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const site = (path: string, body: object, { venue = slug, key = '' } = {}) =>
      call(`${stack().api.url}/api/site${path}`, {
        headers: {
          'X-Tenant': venue,
          'X-Forwarded-For': newAddress(),
          ...(key && { 'Idempotency-Key': key }),
        },
        body,
      });
    const slotAt = async (time: string, facility = court): Promise<{ id: number; free: number }> => {
      const { body } = await stack().api.get(slug, `/facilities/${facility}/slots?date=${day}`);
      const slots: { id: number; free: number; starts_at: string }[] = body.slots;
      return slots.find(({ starts_at }) => starts_at.endsWith(time)) ?? assert.fail(`no slot at ${time}`);
    };
    const newCode = async (max_dates: number): Promise<{ id: string; code: string; url: string }> => {
      const wish = { name: 'Judo club', facility_id: court, max_dates };
      const made = await admin('POST', '/series-codes', wish);
      assert.equal(made.status, 201, made.text);
      return made.body;
    };
    const preview = async (time: string, code: string, count: number, more: object = {}) =>
      site('/series/preview', {
        ...{ code, every_weeks: 1, count, locale: 'en', slot_id: (await slotAt(time)).id },
        ...more,
      });
    const guest = { customer_name: 'Judo club', customer_email: 'club@example.com', locale: 'en' };
    const book = (code: string, slot_ids: number[], more: object = {}, options = {}) =>
      site('/series', { code, every_weeks: 1, slot_ids, ...guest, ...more }, options);
    const idsOf = ({ body }: ApiResponse): number[] => (body.dates as Dates).map(({ slot_id }) => slot_id);
    const refusal = ({ status, headers }: ApiResponse) => [status, headers.get('error-code')];

    beforeAll(async () => {
      const { api } = stack();
      // A horizon of two weeks, which series with a code exceed.
      slug = await api.newVenue({
        ...{ max_advance_days: 14, proof_of_work: true },
        ...{ cancel_until_hours: 24, terms_url: 'https://sports.example/terms' },
      });
      other = await api.newVenue();
      await admin('PUT', '/payment-account', { provider: 'sandbox' });
      court = await api.newFacility(slug, { name: 'Court', mode: 'FULL', price_eur: 5, min_people: 2 });
      hall = await api.newFacility(slug, { name: 'Hall' });
    });

    it('books all dates without payment, also beyond the horizon, with one mail', async () => {
      const { code, url } = await newCode(10);
      assert.equal(new URL(url).pathname, `/series/${code}`);
      const email = `${randomUUID()}@example.com`;
      const shown = await preview('10:00', code, 6, { people: 2 });
      assert.equal(shown.status, 200, shown.text);
      assert.deepEqual([shown.body.total_eur, shown.body.dates_left], [60, 10]);
      const more = { people: 2, customer_email: email };
      const made = await book(code, idsOf(shown), more, { key: 'club' });
      assert.equal(made.status, 201, made.text);
      assert.equal(made.body.total_eur, 60);
      assert.deepEqual(
        made.body.dates.map((it: { booking: { status: string } }) => it.booking.status),
        Array(6).fill('confirmed'),
      );
      const again = await book(code, idsOf(shown), more, { key: 'club' });
      assert.deepEqual(again.body, made.body);
      assert.equal((await preview('10:00', code, 2, { people: 2 })).body.dates_left, 4);
      await eventually('the mail arrives', () => stack().mail.to(email).length > 0);
      assert.match(stack().mail.to(email)[0]?.mail.text ?? '', /\/tickets\//);
      const [listed] = (await admin('GET', '/series-codes')).body.slice(-1);
      const booking_id = made.body.dates[0].booking.id;
      assert.deepEqual(listed.series, [{ id: made.body.id, booking_id, coming: 6 }]);
      assert.deepEqual([listed.coming, listed.code], [6, undefined]);
      const [booking] = (await admin('GET', `/bookings?series=${made.body.id}`)).body;
      assert.equal(booking.source, 'online');
    });

    it('keeps to the coming dates of the code, also for concurrent requests', async () => {
      const { code } = await newCode(4);
      const shown = await Promise.all(
        ['11:00', '12:00', '13:00'].map((time) => preview(time, code, 3, { people: 2 })),
      );
      const made = await Promise.all(shown.map((one) => book(code, idsOf(one), { people: 2 })));
      assert.deepEqual(made.map(({ status }) => status).sort(), [201, 422, 422]);
      for (const one of made.filter(({ status }) => status === 422))
        assert.deepEqual(refusal(one), [422, 'series_code_full']);
      const won = made.find(({ status }) => status === 201) ?? assert.fail('none was booked');
      const free = await Promise.all(['11:00', '12:00', '13:00'].map((time) => slotAt(time)));
      assert.equal(free.filter((slot) => slot.free === 0).length, 1, 'rejected series keep no places');
      assert.deepEqual(refusal(await preview('14:00', code, 3)), [422, 'series_code_full']);
      // A cancelled date can be booked again.
      await admin('POST', `/bookings/${won.body.dates[2].booking.id}/cancel`);
      assert.equal((await preview('14:00', code, 2, { people: 2 })).status, 200);
    });

    it('names conflicts, and books all of the chosen dates or none', async () => {
      const { code } = await newCode(10);
      const shown = await preview('15:00', code, 3, { people: 2 });
      const [, second] = idsOf(shown);
      await admin('POST', '/bookings', { slot_id: second, customer_name: 'Bo' });
      const [, conflict] = (await preview('15:00', code, 3, { people: 2 })).body.dates as Dates;
      assert.equal(conflict?.conflict, 'full');
      assert.deepEqual(refusal(await book(code, idsOf(shown), { people: 2 })), [422, 'series_refused']);
      assert.equal((await slotAt('15:00')).free, 10);
    });

    it('follows the rules for guests, in the facility of the code only', async () => {
      const { code } = await newCode(104);
      const { id } = await slotAt('16:00');
      const inHall = await slotAt('16:00', hall);
      const refused = async (body: object, wish: object = {}) =>
        refusal(await preview('16:00', code, 2, { people: 2, ...body, ...wish }));
      assert.deepEqual(await refused({ people: 1 }), [422, 'people_too_few']);
      assert.deepEqual(await refused({ slot_id: inHall.id }), [422, 'slot_unknown']);
      assert.deepEqual(await refused({ every_weeks: 52, count: 3 }), [422, 'series_too_far']);
      assert.deepEqual(refusal(await book(code, [id, inHall.id], { people: 2 })), [422, 'slot_unknown']);
      const named = { people: 2, customer_name: 'See www.example.com' };
      assert.equal((await book(code, [id, id + 10], named)).status, 422);
    });

    it('is booked on the page of the code without scripts, with a skipped and another time', async () => {
      const { url } = await newCode(6);
      const page = new URL(url).pathname;
      const at = (path: string, init: RequestInit = {}) =>
        fetch(stack().api.url + path, { ...init, headers: { Accept: 'text/html', ...init.headers } });
      const { id } = await slotAt('18:00');
      const [, second, third] = (await preview('18:00', new URL(url).pathname.slice(8), 3, { people: 2 }))
        .body.dates as Dates;
      await admin('POST', '/bookings', { slot_id: second?.slot_id, customer_name: 'Bo' });
      const chosen = await (await at(`${page}?date=${day}&people=2&lang=en`)).text();
      assert.match(chosen, new RegExp(`name="slot" value="${id}"`));
      const query = `date=${day}&people=2&weeks=1&count=3&lang=en&slot=${id}`;
      const dates = await (await at(`${page}?${query}`)).text();
      assert.match(dates, /<small>full<\/small> <select name="slot"><option value="">Skip this date/);
      // Above the button, as in the widget.
      assert.match(
        dates,
        /You pay at the venue\. You can cancel until 24 hours before the start\. <a href="https:\/\/sports\.example\/terms" target="_blank"[^>]*>Terms and conditions<\/a><\/p>\s*<button/,
      );
      const key = /name="key" value="([^"]+)"/.exec(dates)?.[1] ?? assert.fail(dates);
      const form: [string, string][] = [
        ...[...new URLSearchParams(query)].filter(([name]) => name !== 'slot'),
        ...[String(id), '', String(third?.slot_id)].map((slot): [string, string] => ['slot', slot]),
        ['first', String(id)],
        ['key', key],
        ['name', 'Judo club'],
      ];
      const send = (email: string) =>
        at(`${page}?lang=en`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: String(new URLSearchParams([...form, ['email', email]])),
        });
      const refused = await send('nobody');
      assert.deepEqual([refused.status, refused.headers.get('cache-control')], [422, 'no-store']);
      assert.match(await refused.text(), /role="alert"[\s\S]*value="Judo club"/);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const booked = await send('club@example.com');
        const text = await booked.text();
        assert.equal(booked.status, 201, text);
        assert.equal(text.match(/\/tickets\//g)?.length, 2 + (text.match(/\/tickets\/assets/g)?.length ?? 0));
      }
    });

    it('rejects a code that is unknown, of another venue or ended', async () => {
      const { code, id } = await newCode(5);
      const shown = await preview('17:00', code, 2, { people: 2 });
      const ids = idsOf(shown);
      assert.deepEqual(refusal(await preview('17:00', 'guess', 2)), [404, 'series_code_not_found']);
      assert.deepEqual(refusal(await book(code, ids, {}, { venue: other })), [404, 'series_code_not_found']);
      assert.equal((await admin('DELETE', `/series-codes/${id}`)).status, 200);
      assert.deepEqual(refusal(await book(code, ids, { people: 2 })), [404, 'series_code_not_found']);
      assert.equal((await call(`${stack().api.url}/series/${code}`)).status, 404);
    });
  });
}
