import assert from 'node:assert/strict';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { contact } from '../testing/testMail.ts';
import { renewFeed } from './calendarFeed.ts';
import { MAX_FEED_BYTES, readFeed } from './readFeed.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const of = { venueId: 1, facilityId: 1 };

describe('calendar feed', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const calls: string[] = [];
  const deps = () => ({
    database: bookings.database,
    publicUrl: 'https://book.example',
    contact: async () => ({ ...contact, slug: 'sauna' }),
    async readBulkhead<T>(name: string, work: () => Promise<T>): Promise<T> {
      calls.push(name);
      return work();
    },
  });
  const bookIn = async (days: number, more: object = {}) => {
    const startsAt = Math.floor(Date.now() / HOUR) * HOUR + days * DAY;
    const saved = await saveBooking(
      bookings.database,
      newBooking({ startsAt, endsAt: startsAt + HOUR, ...more }),
    );
    return saved?.id ?? 0;
  };
  const cancelAll = () => bookings.database.$executeRaw`UPDATE booking.booking SET status = 'cancelled'`;

  /** The pages of a feed, as the gateway reads them. */
  const pagesOf = async (secret: string, pastDays = 30) => {
    const pages: string[] = [];
    let used = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readFeed(deps(), { secret, after: 0, pastDays, used, ...(cursor && { cursor }) });
      assert.ok(page);
      pages.push(page.calendar);
      used += Buffer.byteLength(page.calendar);
      cursor = page.cursor ?? null;
    }
    return { pages, used };
  };
  /** The entries as two parsers see them. */
  const entriesOf = (page: string) => {
    const entries = ICAL.Component.fromString(page)
      .getAllSubcomponents('vevent')
      .map((event) => {
        const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '');
        const { uid, startDate } = new ICAL.Event(event);
        const texts = { summary: value('summary'), description: value('description'), url: value('url') };
        return { uid, at: startDate.toJSDate().getTime(), ...texts };
      });
    const others = Object.values(nodeIcal.sync.parseICS(page)).filter((one) => one?.type === 'VEVENT');
    const seen = new Map(others.map((one) => [one?.uid, one as VEvent]));
    for (const { uid, at, summary } of entries) {
      assert.equal(seen.get(uid)?.summary, summary);
      assert.equal(seen.get(uid)?.start.getTime(), at);
    }
    return entries;
  };

  it('reads in its venue’s bulkhead, but looks up an unknown address outside of it', async () => {
    await bookIn(1);
    const secret = await renewFeed(bookings.database, of);
    assert.equal(await readFeed(deps(), { secret: 's'.repeat(43), after: 0 }), null);
    assert.deepEqual(calls, []);
    const page = await readFeed(deps(), { secret, after: 0 });
    assert.match(page?.calendar ?? '', /SUMMARY:Ada Lovelace \(2\)/);
    assert.deepEqual(calls, ['1']);
    await cancelAll();
  });

  it('contains all coming bookings and 30 past days, or as many as its URL says', async () => {
    for (const days of [-40, -29, -8, -2, 0, 7, 185, 400, 3000])
      await bookIn(days, { customerName: `Day ${days}` });
    const secret = await renewFeed(bookings.database, of);
    const namesOf = async (pastDays?: number) =>
      (await pagesOf(secret, pastDays)).pages.flatMap(entriesOf).map(({ summary }) => summary.slice(4, -4));
    const coming = ['0', '7', '185', '400', '3000'];
    assert.deepEqual(await namesOf(), [...coming, '-2', '-8', '-29']);
    assert.deepEqual(await namesOf(0), coming);
    assert.deepEqual(await namesOf(366), [...coming, '-2', '-8', '-29', '-40']);
    const older = await readFeed(deps(), { secret, after: 0 });
    assert.equal(entriesOf(older?.calendar ?? '').length, 8, 'for a gateway of the previous release');
    await cancelAll();
  });

  it('stays below 1 MB, with a last entry that counts what is missing', async () => {
    await bookIn(1, { customerName: '山'.repeat(100) });
    await bookings.database.$executeRaw`
      WITH made AS (
        INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
        SELECT 1, gen_random_uuid(), false FROM generate_series(1, 2500) RETURNING booking_uid)
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale)
      SELECT m.booking_uid, 1, 1, slot_id, facility_name, timezone, b.starts_at + m.nth / 20 * interval '1 day',
        b.ends_at + m.nth / 20 * interval '1 day', 2, 0, 'confirmed', b.customer_name, 'x@example.com', '{}', 'nl'
      FROM (SELECT *, row_number() OVER () AS nth FROM made) m, booking.booking b WHERE b.status = 'confirmed'`;
    await bookIn(-3);
    const secret = await renewFeed(bookings.database, of);
    const { pages, used } = await pagesOf(secret);
    assert.ok(used > 0.9 * MAX_FEED_BYTES && used < 1_000_000, `${used} bytes`);
    const entries = pages.flatMap(entriesOf);
    const last = entries.pop();
    const missing = 2502 - entries.length;
    assert.ok(missing > 0);
    assert.equal(last?.summary, `Nog ${missing} boekingen staan niet in deze agenda`);
    assert.match(last?.description ?? '', /1 MB\. .*https:\/\/book\.example\/admin\/v\/sauna\/bookings$/);
    const times = entries.map(({ at }) => at);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.ok((last?.at ?? 0) >= (times.at(-1) ?? 0), 'at the first booking that is missing');
    assert.equal(new Set(entries.map(({ uid }) => uid)).size, entries.length);
    await cancelAll();
  });

  it('contains phone number, e-mail address and link only by the owner’s choice', async () => {
    const { database } = bookings;
    const fields = [
      { key: 'mobile', label: 'Mobile', type: 'tel', required: false },
      { key: 'club', label: 'Club', type: 'text', required: false },
    ];
    await database.venueFields.create({ data: { venueId: 1, fields, revision: 1n } });
    const id = await bookIn(1, { extra: { mobile: '+31 6 1234 5678', club: 'Rowers', news: true } });
    const { reference } = await database.booking.findFirstOrThrow({ where: { id } });
    const entryOf = async (secret: string) => (await pagesOf(secret)).pages.flatMap(entriesOf)[0];
    const bare = await entryOf(await renewFeed(database, of));
    assert.deepEqual([bare?.description, bare?.url], [reference, '']);
    const url = `https://book.example/admin/v/sauna/bookings/${id}`;
    const all = await entryOf(await renewFeed(database, { ...of, phone: true, email: true, link: true }));
    const lines = [reference, 'Telefoon: +31 6 1234 5678', 'E-mail: ada@example.com', url];
    assert.deepEqual([all?.description, all?.url], [lines.join('\n'), url]);
    const kept = await entryOf(await renewFeed(database, { ...of, email: false, link: false }));
    assert.deepEqual([kept?.description, kept?.url], [lines.slice(0, 2).join('\n'), '']);
  });
});
