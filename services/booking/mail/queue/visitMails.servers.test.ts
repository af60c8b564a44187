import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { copyFacility, storeVenueCopy } from '../../core/termsStore.ts';
import { newBooking, openTestBookings, type TestBookings } from '../../testing/testBookings.ts';
import { saveBooking } from '../../testing/testEffects.ts';
import { queueVisitMails } from './visitMails.ts';

const HOUR = 3600_000;
/** A day at noon in Amsterdam, more than two weeks ahead. */
const noonInDays = (days: number) => {
  const today = new Date();
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, 11);
};

describe('the queue of mails about visits', () => {
  let bookings: TestBookings;
  let revision = 10n;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterEach(async () => {
    await bookings.database.$executeRaw`TRUNCATE booking.mail, booking.booking CASCADE`;
    await settings({});
    await facility({});
  });
  afterAll(() => bookings.close());

  const settings = (changed: { reminderHours?: number; followUpHours?: number }) =>
    storeVenueCopy(bookings.database, {
      ...{ venueId: 1, revision: ++revision, slug: 'sauna', name: 'Sauna', timezone: 'Europe/Amsterdam' },
      ...{ locale: 'nl', live: true, dayStart: '06:00', holdMinutes: 15, cancelUntilHours: 24 },
      ...{ checkInFromHours: 12, quoteMinutes: 15, changeUntilHours: -1, retainDays: 365, uncapped: [] },
      ...{
        redirectOrigins: [],
        minNoticeMinutes: 0,
        proofOfWork: false,
        notifyNew: true,
        notifyChanged: true,
      },
      ...{ notifyCancelled: true, notifyDaily: false, ...changed },
    } as unknown as Parameters<typeof storeVenueCopy>[1]);
  const facility = (changed: { reminderHours?: number }) =>
    copyFacility(bookings.database, {
      ...{ venueId: 1, facilityId: 1, revision: ++revision, name: 'Pass', minPeople: 1, active: true },
      ...{ maxPeoplePerBooking: 10, priceCents: 1250, vatBasisPoints: -1, reminderHours: -1, ...changed },
    } as unknown as Parameters<typeof copyFacility>[1]);
  const book = async (days: number) => {
    const startsAt = noonInDays(days);
    const saved = await saveBooking(bookings.database, newBooking({ startsAt, endsAt: startsAt + HOUR }));
    return { id: saved?.id ?? assert.fail(), startsAt };
  };
  /** Queues what is due, in two processes at a time. */
  const run = (now: number) => {
    const deps = { database: bookings.database, wakeWorkers: () => {} };
    return Promise.all([queueVisitMails(deps, now), queueVisitMails(deps, now)]);
  };
  const kinds = async ({ id }: { id: number }) => {
    const rows = await bookings.database.mail.findMany({
      where: { bookingId: id },
      orderBy: { createdAt: 'asc' },
    });
    return rows.map(({ kind }) => kind).filter((kind) => kind !== 'confirmed');
  };
  const isWaiting = async ({ id }: { id: number }) =>
    (await bookings.database.booking.findFirst({ where: { id } }))?.visitMailAt !== null;

  it('queues a reminder and a follow-up once, however many processes work', async () => {
    await settings({ reminderHours: 24, followUpHours: 2 });
    const visit = await book(20);
    for (const time of [-30, -24.01]) await run(visit.startsAt + time * HOUR);
    assert.deepEqual(await kinds(visit), []);
    for (const time of [-24, -23, -1]) await run(visit.startsAt + time * HOUR);
    assert.deepEqual(await kinds(visit), ['reminder']);
    for (const time of [2.9, 3, 4]) await run(visit.startsAt + time * HOUR);
    assert.deepEqual(await kinds(visit), ['reminder', 'follow_up']);
    assert.equal(await isWaiting(visit), false);
  });

  it('asks for nothing at a venue without hours, as it is after an upgrade', async () => {
    const visit = await book(20);
    await run(visit.startsAt - HOUR);
    assert.deepEqual([await kinds(visit), await isWaiting(visit)], [[], false]);
  });

  it('applies changed hours of the venue or the facility to existing bookings', async () => {
    const [near, far] = [await book(3), await book(20)];
    // As bookings that were made before the upgrade.
    await bookings.database.$executeRaw`UPDATE booking.booking SET visit_mail_at = NULL`;
    await settings({ reminderHours: 24 });
    await run(near.startsAt - 27 * HOUR);
    await facility({ reminderHours: 27 });
    await run(near.startsAt - 27 * HOUR);
    assert.deepEqual(await kinds(near), ['reminder']);
    await facility({ reminderHours: 0 });
    await run(far.startsAt - HOUR);
    assert.deepEqual(await kinds(far), []);
  });

  it('reminds of a moved booking anew, and not within the hours before its new time', async () => {
    await settings({ reminderHours: 24 });
    const move = ({ id }: { id: number }, startsAt: number) => bookings.database.$executeRaw`
      UPDATE booking.booking SET starts_at = ${new Date(startsAt)}, ends_at = ${new Date(startsAt + HOUR)} WHERE id = ${id}`;
    const [later, soon] = [await book(20), await book(20)];
    await run(later.startsAt - HOUR);
    await move(later, noonInDays(30));
    await move(soon, Date.now() + 5 * HOUR);
    await run(noonInDays(30) - 24 * HOUR);
    assert.deepEqual([await kinds(later), await kinds(soon)], [['reminder', 'reminder'], ['reminder']]);
  });

  it('leaves a booking that is changed meanwhile to the next run', async () => {
    await settings({ reminderHours: 24 });
    const visit = await book(20);
    const { database } = bookings;
    let changed = 0;
    const racing = new Proxy(database, {
      get: (of, key) =>
        key === '$queryRaw'
          ? async (strings: TemplateStringsArray, ...values: unknown[]) => {
              if (strings.join('').includes('INSERT INTO booking.mail') && changed === 0)
                changed =
                  await database.$executeRaw`UPDATE booking.booking SET status = 'cancelled' WHERE id = ${visit.id}`;
              return of.$queryRaw(strings, ...values);
            }
          : Reflect.get(of, key),
    });
    await queueVisitMails({ database: racing, wakeWorkers: () => {} }, visit.startsAt - HOUR);
    assert.equal(changed, 1);
    await run(visit.startsAt - HOUR);
    assert.deepEqual([await kinds(visit), await isWaiting(visit)], [[], false]);
  });
});
