import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { effectSteps } from '../wiring/effectSteps.ts';
import { createCopyVenue } from './followZone.ts';
import { createPublish } from './publish.ts';
import { saveBooking } from './saveBooking.ts';

const ZONES = ['Asia/Kolkata', 'Europe/Amsterdam'] as const;

describe('bookings of a venue in another time zone', () => {
  const publish = createPublish(effectSteps);
  const copyVenue = createCopyVenue(publish);
  let bookings: TestBookings;
  let revision = 10n;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const change = (timezone: string, keepsClock: boolean, notifyGuests = false) => {
    revision += 1n;
    const event = {
      ...{ venueId: 1, timezone, live: true, redirectOrigins: [], uncapped: [], revision },
      ...{ cancelUntilHours: 24, retainDays: 365, holdMinutes: 15, quoteMinutes: 15, checkInFromHours: 12 },
      ...{
        notifyNew: true,
        notifyChanged: true,
        notifyCancelled: true,
        notifyDaily: false,
        proofOfWork: false,
      },
      zoneChange: { revision, keepsClock, notifyGuests },
    } as unknown as Parameters<typeof copyVenue>[1];
    return retryConflicts(() => bookings.database.raw.$transaction((tx) => copyVenue(tx, event)));
  };
  /** Books 10:00 in a zone, as the ledger would reserve it there. */
  const book = (timezone: string) => {
    const startsAt = Date.UTC(2030, 5, 3, 10) - (timezone === 'Asia/Kolkata' ? 5.5 : 2) * 3600_000;
    const times = { startsAt, endsAt: startsAt + 3600_000, slotId: slotIdOf(1, startsAt) ?? 0 };
    return saveBooking({ database: bookings.database, publish }, newBooking({ timezone, ...times }));
  };

  it('are all in the new zone, and none is saved in the old one', async () => {
    let saved = 0;
    for (let round = 0; round < 4; round++)
      for (const [at, zone] of ZONES.entries()) {
        const old = ZONES[1 - at] as string;
        const bookAll = async () => {
          for (let turn = 0; turn < 5; turn++) for (const one of [old, zone]) if (await book(one)) saved += 1;
        };
        await Promise.all([bookAll(), bookAll(), change(zone, true), bookAll()]);
        const rows = await bookings.database.booking.findMany();
        assert.equal(rows.length, saved);
        for (const { timezone, startsAt, endsAt, slotId } of rows) {
          assert.deepEqual([timezone, localAt(zone, startsAt.getTime())], [zone, '2030-06-03T10:00']);
          assert.equal(localAt(zone, endsAt.getTime()), '2030-06-03T11:00');
          assert.equal(Number(slotId), slotIdOf(1, startsAt.getTime()));
        }
        assert.equal(await book(old), null, 'the venue has another zone');
      }
  });

  it('keep the instant unless the change says otherwise, and mail guests on request', async () => {
    const { database } = bookings;
    const uid = randomUUID();
    const startsAt = Date.UTC(2030, 5, 3, 8);
    const times = { startsAt, endsAt: startsAt + 3600_000, slotId: slotIdOf(1, startsAt) ?? 0 };
    await saveBooking({ database, publish }, newBooking({ uid, ...times }));
    const row = () => database.booking.findUniqueOrThrow({ where: { uid } });
    const mails = () => database.mail.count({ where: { kind: 'changed', booking: { uid } } });
    const before = await row();
    await change('Europe/London', false, true);
    const after = await row();
    assert.deepEqual([after.startsAt, after.slotId], [before.startsAt, before.slotId]);
    assert.deepEqual([after.timezone, after.revision], ['Europe/London', before.revision + 1]);
    assert.equal(await mails(), 1);
    await change('Europe/Lisbon', false, true);
    assert.equal(await mails(), 1, 'the clocks are equal');
    await change('Europe/Amsterdam', true);
    assert.equal(await mails(), 1);
    assert.equal(localAt('Europe/Amsterdam', (await row()).startsAt.getTime()), '2030-06-03T09:00');
  });
});
