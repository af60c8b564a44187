import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { segmentsOf } from '@venue-booking/domain/wording/smsText';
import { createLog } from '@venue-booking/kit/logging/log';
import type { Worker } from '@venue-booking/kit/scheduling/worker';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { Locale } from '@venue-booking/proto/primitives';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { NewBooking } from '../core/saveBooking.ts';
import type { BookingDatabase } from '../database.ts';
import { eraseGuest } from '../desk/eraseGuest.ts';
import { showBooking } from '../desk/showBooking.ts';
import { bookingLinks } from '../links/bookingLinks.ts';
import { smsLimits } from '../mail/queue/smsLimits.ts';
import { queueVisitMails } from '../mail/queue/visitMails.ts';
import { newBooking, openTestBookings, silentLog, type TestBookings } from '../testing/testBookings.ts';
import { changeStatus, saveBooking } from '../testing/testEffects.ts';
import { startInfobip } from '../testing/testInfobip.ts';
import { beginOffers, openOffer } from '../waiting/offerStore.ts';
import { infobip } from './infobip.ts';
import { startSmsSender } from './smsSender.ts';
import { smsUrl } from './smsSettings.ts';

const HOUR = 3600_000;
const hashKey = new Uint8Array(32).fill(5);

/** A time zone where it is about `hour` o’clock now. */
function zoneAt(hour: number): string {
  const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

describe('SMS to guests', () => {
  let bookings: TestBookings;
  let replica: BookingDatabase;
  let links: Awaited<ReturnType<typeof bookingLinks>>;
  let server: Awaited<ReturnType<typeof startInfobip>>;
  const senders: Worker[] = [];
  const logged: string[] = [];
  const log = createLog('test', 'trace', { write: (line) => void logged.push(line) });
  let guests = 0;
  beforeAll(async () => {
    bookings = await openTestBookings();
    replica = bookings.anotherReplica();
    server = await startInfobip();
    links = await bookingLinks({
      database: bookings.database,
      publicUrl: 'https://book.example.com',
      signingKeys: [{ id: 'k1', secret: randomBytes(32) }],
    });
    const fields = [{ key: 'phone', label: 'Phone', type: 'tel', required: false }];
    await bookings.database.$executeRaw`
      INSERT INTO booking.venue_fields (venue_id, fields, revision) VALUES (1, ${JSON.stringify(fields)}::jsonb, 1)`;
  });
  beforeEach(async () => {
    server.answer = () => 'PENDING_ACCEPTED';
    server.accepted = [];
    server.requests = 0;
    await venue({ name: 'Sauna aan het Meer', smsReminders: true, smsOffers: true, smsCountryCode: '31' });
  });
  afterEach(async () => {
    await Promise.all(senders.splice(0).map((sender) => sender.stop()));
    await bookings.database.$executeRaw`
      TRUNCATE booking.waiting, booking.mail, booking.booking, booking.mail_recipient CASCADE`;
  });
  afterAll(async () => {
    await server.stop();
    await bookings.close();
  });

  const venue = (data: object) =>
    bookings.database.venue.update({
      where: { id: 1 },
      data: { reminderHours: 24, timezone: zoneAt(12), ...data },
    });
  /** Starts the senders of a replica, as `startNotifications` does. */
  const start = ({ database = bookings.database, perVenue = 100 } = {}) => {
    const deps = {
      ...{ database, log, pollMs: 20, ...links, texted: () => {} },
      provider: infobip({ ...smsUrl.parse(server.url), from: 'Sauna' }),
      limits: smsLimits({ database, hashKey, perVenue }),
    };
    senders.push(startSmsSender(deps, 'mail'), startSmsSender(deps, 'waiting'));
  };
  const numberOf = (guest: number) => `06 ${String(10_000_000 + guest)}`;
  /** Books for tomorrow, and queues the reminder. */
  const remind = async (changes: Partial<NewBooking> = {}, { hasSms = true } = {}): Promise<number> => {
    guests += 1;
    const startsAt = Date.now() + 30 * HOUR;
    const booking = newBooking({
      ...{ timezone: zoneAt(12), startsAt, endsAt: startsAt + HOUR },
      ...{ customerEmail: `guest${guests}@example.com`, extra: { phone: numberOf(guests) }, ...changes },
    });
    const saved = await saveBooking(bookings.database, booking);
    const deps = { database: bookings.database, wakeWorkers: () => {}, hasSms };
    await queueVisitMails(deps, startsAt - 24 * HOUR);
    return saved?.id ?? assert.fail();
  };
  const stateOf = async (id: number) => {
    const deps = { database: bookings.database, ticketUrl: async () => 'https://book.example.com' };
    const { mails } = await showBooking(deps, { venueId: 1, id });
    const { sms } = mails.find(({ kind }) => kind === 'reminder') ?? assert.fail();
    return sms && [sms.state, ...(sms.note ? [sms.note] : [])];
  };
  const settled = () =>
    until(async () => (await bookings.database.mail.count({ where: { smsNextAt: { not: null } } })) === 0);
  /** Makes retries due now. */
  const retryNow = () =>
    bookings.database.$executeRaw`UPDATE booking.mail SET sms_next_at = now() WHERE sms_next_at IS NOT NULL`;

  it('reminds each guest once, with the ticket, over two replicas', async () => {
    const ids: number[] = [];
    for (let guest = 0; guest < 8; guest++) ids.push(await remind());
    start();
    start({ database: replica });
    await settled();
    assert.equal(server.requests, ids.length);
    assert.equal(new Set(server.accepted.map(({ id }) => id)).size, ids.length);
    const [sms] = server.accepted;
    assert.match(sms?.to ?? '', /^316\d{8}$/);
    assert.equal(sms?.from, 'Sauna');
    assert.match(
      sms?.text ?? '',
      /^Herinnering: .+ bij Sauna aan het Meer\. Je ticket: https:\/\/book\.example\.com\/tickets\//,
    );
    assert.deepEqual(await stateOf(ids[0] ?? 0), ['sent']);
    const limits = smsLimits({ database: replica, hashKey, perVenue: 100 });
    assert.deepEqual(await limits.usage(1), { sent: ids.length, most: 100 });
    assert.doesNotMatch(logged.join(), /316|06 1/, 'no number is logged');
  });

  it('goes out in two segments at most, in each language', async () => {
    await venue({ name: 'Jardin d’hiver du Château de l’Île-sur-Têt, bains et saunas' });
    for (const locale of ['nl', 'en', 'de', 'fr'] as Locale[]) await remind({ locale });
    start();
    await settled();
    for (const { text } of server.accepted) assert.ok(segmentsOf(text) <= 2, text);
    assert.equal(server.accepted.length, 4);
  });

  it('is retried while the provider is down, and leaves the mail alone', async () => {
    const id = await remind();
    server.answer = () => 503;
    start();
    for (let attempt = 1; attempt < 4; attempt++) {
      await until(async () => server.requests === attempt);
      await until(async () => {
        const [mail] = await bookings.database.mail.findMany({ where: { bookingId: id, kind: 'reminder' } });
        assert.deepEqual([mail?.status, mail?.attempts], ['queued', 0]);
        return (mail?.smsNextAt?.getTime() ?? 0) < Date.now() + 30_000;
      });
      await retryNow();
    }
    server.answer = () => 'PENDING_ACCEPTED';
    await retryNow();
    await settled();
    assert.deepEqual(await stateOf(id), ['sent']);
    const limits = smsLimits({ database: replica, hashKey, perVenue: 100 });
    assert.equal((await limits.usage(1)).sent, 1, 'an SMS counts once, however often it is attempted');
  });

  it('counts once towards the limits if the sender fails while it counts', async () => {
    const id = await remind();
    await bookings.database.$executeRaw`
      CREATE FUNCTION booking.interrupted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE $$interrupted$$; END'`;
    await bookings.database.$executeRaw`
      CREATE TRIGGER interrupted BEFORE UPDATE OF sms_counted ON booking.mail FOR EACH ROW EXECUTE FUNCTION booking.interrupted()`;
    start();
    await until(async () => {
      const [mail] = await bookings.database.mail.findMany({ where: { bookingId: id, kind: 'reminder' } });
      return (mail?.smsAttempts ?? 0) > 0 && (mail?.smsNextAt?.getTime() ?? 0) < Date.now() + 30_000;
    });
    await bookings.database.$executeRaw`DROP TRIGGER interrupted ON booking.mail`;
    await retryNow();
    await settled();
    assert.deepEqual(await stateOf(id), ['sent']);
    const limits = smsLimits({ database: replica, hashKey, perVenue: 100 });
    assert.equal((await limits.usage(1)).sent, 1);
  });

  it('reaches the guest once if the response of the provider is lost', async () => {
    const id = await remind();
    server.answer = () => 'lost';
    start();
    await until(async () => server.requests === 1);
    server.answer = () => 'PENDING_ACCEPTED';
    await until(async () => {
      await retryNow();
      return server.requests > 1;
    });
    await settled();
    assert.equal(server.accepted.length, 1);
    assert.deepEqual(await stateOf(id), ['sent']);
  });

  it('is not repeated for a number that the provider refuses, and skips numbers that cannot be used', async () => {
    const refused = await remind();
    const unusable = await remind({ extra: { phone: '12' } });
    const without = await remind({ extra: { phone: '' } });
    server.answer = () => 'REJECTED_INVALID_DESTINATION';
    start();
    await settled();
    assert.deepEqual(await stateOf(refused), ['failed', 'refused']);
    assert.deepEqual(await stateOf(unusable), ['dropped', 'number_unusable']);
    assert.equal(await stateOf(without), undefined);
    assert.equal(server.requests, 1);
  });

  it('is limited per venue and per number, over two replicas', async () => {
    for (let guest = 0; guest < 6; guest++) await remind();
    start({ perVenue: 2 });
    start({ database: replica, perVenue: 2 });
    await settled();
    assert.equal(server.accepted.length, 2);
    const limited = { where: { smsStatus: 'dropped', smsNote: 'too_many' } };
    assert.equal(await bookings.database.mail.count(limited), 4);
    await Promise.all(senders.splice(0).map((sender) => sender.stop()));
    await bookings.database.$executeRaw`TRUNCATE booking.mail_recipient`;
    for (let guest = 0; guest < 5; guest++) await remind({ extra: { phone: '06 99 99 99 99' } });
    start();
    await settled();
    assert.equal(server.accepted.length, 2 + 3);
  });

  it('waits for the morning at night', async () => {
    const id = await remind();
    await bookings.database.booking.update({ where: { id }, data: { timezone: zoneAt(2) } });
    start();
    await until(async () => {
      const [mail] = await bookings.database.mail.findMany({ where: { bookingId: id, kind: 'reminder' } });
      const wait = (mail?.smsNextAt?.getTime() ?? 0) - Date.now();
      return wait > 4 * HOUR && wait < 6.1 * HOUR;
    });
    assert.deepEqual([server.requests, await stateOf(id)], [0, ['queued']]);
  });

  it('never reaches an erased guest, a cancelled booking, or guests of a venue that has switched it off', async () => {
    const customerEmail = 'erased@example.com';
    const erased = await remind({ customerEmail });
    const deps = { database: bookings.database, deleteMailFiles: async () => {}, log: silentLog };
    await eraseGuest(deps, { venueId: 1, email: customerEmail, actor: 'desk' });
    const cancelled = await remind();
    await changeStatus(bookings.database, { venueId: 1, id: cancelled }, { to: 'cancelled', actor: 'desk' });
    start();
    await settled();
    await venue({ smsReminders: false });
    const off = await remind();
    await venue({ smsReminders: true });
    const withoutProvider = await remind({}, { hasSms: false });
    await settled();
    assert.deepEqual(await stateOf(erased), ['dropped', 'not_needed']);
    assert.deepEqual(await stateOf(cancelled), ['dropped', 'not_needed']);
    assert.deepEqual([await stateOf(off), await stateOf(withoutProvider)], [undefined, undefined]);
    assert.equal(server.requests, 0);
  });

  it('offers a place of the waiting list while the offer is open', async () => {
    const slotId = slotIdOf(1, Math.ceil(Date.now() / HOUR + 30) * HOUR) ?? assert.fail();
    const offer = async (end: number): Promise<string> => {
      guests += 1;
      const [entry] = await bookings.database.$queryRaw<{ id: bigint }[]>`
        INSERT INTO booking.waiting (venue_id, facility_id, day, people, party, customer_name, customer_email, extra, locale, nonce, mailbox_hash, status)
        VALUES (1, 1, '2030-06-03', 1, '{"people": 1}', 'Grace', ${`waits${guests}@example.com`},
          ${JSON.stringify({ phone: numberOf(guests) })}::jsonb, 'en', ${randomBytes(6)}, ${String(guests)}, 'waiting')
        RETURNING id`;
      const id = entry?.id ?? assert.fail();
      const uid = randomUUID();
      await beginOffers(bookings.database, slotId, [{ id, uid }]);
      await openOffer(bookings.database, { id, uid, until: Date.now() + end, hasSms: true });
      return uid;
    };
    const open = await offer(HOUR);
    await offer(-1);
    start();
    start({ database: replica });
    await until(async () => {
      const entries = await bookings.database.waiting.findMany({ orderBy: { id: 'asc' } });
      return entries.map(({ smsStatus }) => smsStatus).join() === 'sent,dropped';
    });
    const [sms, ...more] = server.accepted;
    assert.deepEqual([sms?.id, more], [open, []]);
    assert.match(
      sms?.text ?? '',
      /^Sauna aan het Meer has a place for you: .+ Book it by .+: https:.*\/waiting\//,
    );
    assert.ok(segmentsOf(sms?.text ?? '') <= 2, sms?.text);
  });
});
