import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { payThrough } from '../../stack/guest.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

/** Reports of a venue. */
export function figures(stack: () => Stack): void {
  describe('reports', () => {
    const read = (slug: string, query: string, table = '') =>
      stack().api.admin('GET', `/venues/${slug}/figures${table}?${query}`);

    it('counts bookings, people and money by period, and compares them with the previous period', async () => {
      const venue = await newPaidVenue(stack());
      const [first, second] = [await venue.book(), await venue.book()];
      for (const { payUrl, id } of [first, second]) {
        await payThrough(payUrl);
        await venue.becomes(id, 'confirmed');
      }
      const admin = (path: string, body?: unknown) =>
        stack().api.admin('POST', `/venues/${venue.slug}${path}`, body);
      await admin(`/bookings/${first.id}/refunds`, { amount_eur: 5 });
      await admin(`/bookings/${second.id}/cancel`, { refund: false });
      const start = (await venue.shown(first.id)).starts_at.slice(0, 10);

      const ofStart = (await read(venue.slug, `from=${start}&to=${start}`)).body;
      const { revenue_eur, refunds_eur, ...booked } = ofStart.totals;
      assert.deepEqual(booked, {
        bookings: 1,
        people: 2,
        booked_eur: 25,
        cancelled: 1,
        no_shows: 0,
        arrived: 0,
        absent: 0,
        desk_eur: 0,
      });
      assert.deepEqual([revenue_eur, refunds_eur], [0, 0], 'money counts on the day it moves');

      const [from, to] = [daysAhead(-1), daysAhead(1)];
      const now = (await read(venue.slug, `from=${from}&to=${to}&by=month`)).body;
      assert.deepEqual([now.totals.revenue_eur, now.totals.refunds_eur], [50, 5]);
      assert.equal(now.before.revenue_eur, 0);
      const later = (await read(venue.slug, `from=${daysAhead(2)}&to=${daysAhead(5)}`)).body;
      assert.deepEqual([later.before.revenue_eur, later.before.refunds_eur], [50, 5]);
      assert.equal(later.periods.length, 4);
    });

    it('counts a booking in the occupancy once it is paid, as in the number of bookings', async () => {
      const venue = await newPaidVenue(stack());
      const [paid, unpaid] = [await venue.book(), await venue.book()];
      const { starts_at, people } = await venue.shown(paid.id);
      const day = starts_at.slice(0, 10);
      const counted = async () => {
        const { totals, facilities, hours } = (await read(venue.slug, `from=${day}&to=${day}`)).body;
        const sum = (of: { booked: number }[]) => of.reduce((total, { booked }) => total + booked, 0);
        return { ...totals, share: sum(facilities), byHour: sum(hours) };
      };
      const none = await counted();
      assert.deepEqual([none.bookings, none.share, none.byHour], [0, 0, 0]);
      await payThrough(paid.payUrl);
      await venue.becomes(paid.id, 'confirmed');
      const one = await counted();
      assert.deepEqual([one.bookings, one.people], [1, people]);
      await payThrough(unpaid.payUrl);
      await venue.becomes(unpaid.id, 'confirmed');
      const two = await counted();
      assert.equal(two.bookings, 2);
      assert.ok(one.share > 0 && Math.abs(two.share - 2 * one.share) < 0.02, `${one.share}, ${two.share}`);
      assert.equal(two.byHour, two.share);
    });

    it('shows the occupancy of each facility by weekday and hour in venue time', async () => {
      const slug = await stack().api.newVenue();
      const hours = { opens_at: '10:00', closes_at: '12:00' };
      const shared = await stack().api.newFacility(slug, { ...hours, capacity: 10 });
      const whole = await stack().api.newFacility(slug, { ...hours, mode: 'FULL', capacity: 6 });
      const day = daysAhead(8);
      for (const [facility, people] of [
        [shared, 4],
        [whole, 2],
      ]) {
        const { slots } = (await stack().api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body;
        await stack().api.book(slug, { slot_id: slots[0].id, people });
        if (facility === whole)
          await stack().api.admin('PATCH', `/venues/${slug}/slots/${slots[1].id}`, { blocked: true });
      }
      const { body } = await read(slug, `from=${day}&to=${day}`);
      assert.deepEqual(
        body.facilities.map(({ facility_id, offered, booked, occupancy }: Record<string, number>) => ({
          facility_id,
          offered,
          booked,
          occupancy,
        })),
        [
          { facility_id: shared, offered: 2, booked: 0.4, occupancy: 0.2 },
          { facility_id: whole, offered: 1, booked: 1, occupancy: 1 },
        ],
      );
      const weekday = new Date(`${day}T12:00Z`).getUTCDay() || 7;
      assert.deepEqual(body.hours, [
        { weekday, hour: 10, offered: 2, booked: 1.4, occupancy: 0.7 },
        { weekday, hour: 11, offered: 1, booked: 0, occupancy: 0 },
      ]);
    });

    it('rejects a range that is too long, and exports each table as CSV', async () => {
      const slug = await stack().api.newVenue();
      await stack().api.newFacility(slug, { name: '=Sauna;=1+1' });
      assert.equal((await read(slug, 'from=2026-01-01&to=2027-02-04')).status, 200);
      assert.equal((await read(slug, 'from=2026-01-01&to=2027-02-05')).status, 400);
      assert.equal((await read(slug, 'from=2026-01-02&to=2026-01-01')).status, 400);
      assert.equal((await read(slug, 'from=2026-01-02&to=9999-12-31')).status, 400);
      const csv = async (table: string) => {
        const answer = await fetch(
          `${stack().api.url}/api/admin/venues/${slug}/figures?from=2026-01-01&to=2026-01-02&table=${table}`,
          { headers: { Accept: 'text/csv', Authorization: `Bearer ${stack().operatorToken}` } },
        );
        return (await answer.text()).split('\r\n');
      };
      assert.match((await csv('periods'))[0] ?? '', /bookings,people,booked_eur/);
      assert.equal((await csv('periods')).length, 4);
      assert.match((await csv('facilities'))[1] ?? '', /'=Sauna;'=1/);
      assert.match((await csv('hours'))[0] ?? '', /offered,booked,occupancy/);
    });

    it('lists each payment and refund, which add up to the totals to the cent, also as CSV', async () => {
      const venue = await newPaidVenue(stack(), {
        venue: { timezone: 'Pacific/Auckland' },
        facility: { price_eur: 12.35 },
        fees: { platform_fee_fixed_eur: 0.25 },
      });
      const other = await newPaidVenue(stack());
      const [first, second] = [await venue.bookAndPay(), await venue.bookAndPay()];
      await other.bookAndPay();
      const { body } = await stack().api.admin('POST', `/venues/${venue.slug}/bookings/${first.id}/refunds`, {
        amount_eur: 5.05,
      });
      const days = `from=${daysAhead(-2)}&to=${daysAhead(2)}`;
      const list = async (query = '') => {
        const { status, body, headers } = await read(venue.slug, `${days}${query}`, '/payments');
        assert.equal(status, 200, JSON.stringify(body));
        return { rows: body, link: headers.get('Link') };
      };

      await eventually(
        'the provider has the refund',
        async () => (await list()).rows.at(-1).provider_refund_id,
      );
      const { rows, link } = await list();
      assert.equal(link, null);
      const [paid] = body;
      const refund = rows.at(-1);
      assert.deepEqual(
        rows.map((row: Record<string, unknown>) => [
          row.kind,
          row.booking_id,
          row.booking_reference,
          row.amount_eur,
          row.platform_fee_eur,
          row.reason,
        ]),
        [
          ['payment', first.id, first.booking.reference, 24.7, 0.25, null],
          ['payment', second.id, second.booking.reference, 24.7, 0.25, null],
          ['refund', first.id, first.booking.reference, -5.05, null, 'owner'],
        ],
      );
      assert.equal(refund.booking_reference, (await venue.shown(first.id)).reference);
      assert.deepEqual(
        [refund.id, refund.provider, refund.provider_id, refund.mode],
        [paid.refunds[0].id, 'sandbox', paid.provider_id, 'test'],
      );
      const local = new Date(paid.paid_at).toLocaleString('sv', { timeZone: 'Pacific/Auckland' });
      assert.equal(rows[0].moved_at, local.slice(0, 16).replace(' ', 'T'));

      const { totals } = (await read(venue.slug, days)).body;
      const sumOf = (kind: string, of: { kind: string; amount_eur: number }[]) =>
        of.filter((row) => row.kind === kind).reduce((sum, row) => sum + Math.round(row.amount_eur * 100), 0);
      assert.equal(sumOf('payment', rows), Math.round(totals.revenue_eur * 100));
      assert.equal(sumOf('refund', rows), -Math.round(totals.refunds_eur * 100));
      assert.deepEqual([totals.revenue_eur, totals.refunds_eur], [49.4, 5.05]);

      const one = await list('&limit=1');
      assert.deepEqual(one.rows, rows.slice(0, 1));
      const next = /^<(.+)>; rel="next"$/.exec(one.link ?? '')?.[1];
      const rest = await call(`${stack().api.url}${next?.replace('limit=1', 'limit=2')}`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}` },
      });
      assert.deepEqual([rest.status, rest.body, rest.headers.get('Link')], [200, rows.slice(1), null]);

      const csv = await call(`${stack().api.url}/api/admin/venues/${venue.slug}/figures/payments?${days}`, {
        headers: { Accept: 'text/csv', Authorization: `Bearer ${stack().operatorToken}` },
      });
      assert.match(csv.headers.get('Content-Disposition') ?? '', /"figures-payments-.+\.csv"/);
      const [header = '', ...lines] = csv.text.replace('\u{feff}', '').trimEnd().split('\r\n');
      // Negative amounts stay numbers, so that a spreadsheet can add them up.
      assert.deepEqual(
        lines.map((line) => line.split(',')),
        rows.map((row: Record<string, unknown>) => header.split(',').map((key) => String(row[key] ?? ''))),
      );
      assert.equal(header.slice(0, header.indexOf(',amount')), 'moved_at,kind,booking_id,booking_reference');
    });

    it('lists payments only for owners of the venue, within the same range limit', async () => {
      const { api } = stack();
      const [slug, others] = [await api.newVenue(), await api.newVenue()];
      const token = async (of: string, scope: string) =>
        (await api.admin('POST', `/venues/${of}/tokens`, { name: 'Some', scope })).body.token;
      const days = `from=${daysAhead(-2)}&to=${daysAhead(2)}`;
      for (const Accept of ['application/json', 'text/csv']) {
        const status = async (bearer: string, query = days) =>
          (
            await call(`${api.url}/api/admin/venues/${slug}/figures/payments?${query}`, {
              headers: { Accept, Authorization: `Bearer ${bearer}` },
            })
          ).status;
        const owner = await token(slug, 'owner');
        assert.equal(await status(owner), 200);
        assert.equal(await status(await token(slug, 'desk')), 403);
        assert.equal(await status(await token(others, 'owner')), 404);
        assert.equal(await status(owner, 'from=2026-01-01&to=2027-02-05'), 400);
        assert.equal(await status(owner, 'from=2026-01-02&to=2026-01-01'), 400);
        assert.equal(await status(owner, `${days}&cursor=1`), 400);
      }
    });

    it('counts the entries that need attention without listing them', async () => {
      const venue = await newPaidVenue(stack());
      const count = async () =>
        (await stack().api.admin('GET', `/venues/${venue.slug}/attention/count`)).body.count;
      assert.equal(await count(), 0);
      await stack().database.query(
        `INSERT INTO payment.attention (venue_id, kind, subject, detail)
         SELECT venue_id, 'chargeback', 'x', 'a test' FROM payment.account ORDER BY linked_at DESC LIMIT 1`,
      );
      await eventually('the entry is counted', async () => (await count()) === 1);
    });
  });
}
