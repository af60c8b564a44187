import assert from 'node:assert/strict';
import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import {
  MAX_MESSAGE_RECIPIENTS,
  MAX_MESSAGES_A_DAY,
  type NewGuestMessage,
} from '@venue-booking/proto/mail/guestMessage';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../../testing/testBookings.ts';
import { changeStatus, saveBooking } from '../../testing/testEffects.ts';
import { contact } from '../../testing/testMail.ts';
import { previewGuestMessage, sendGuestMessage } from './sendMessage.ts';

const HOUR = 3600_000;
const DATE = '2030-06-03';
/** 10:00 in Amsterdam. */
const TEN = Date.UTC(2030, 5, 3, 8);

describe('a message to guests', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
    const facility = { name: 'Hall', minPeople: 1, maxPeoplePerBooking: 9, priceCents: 0, active: true };
    await bookings.database.facility.create({ data: { id: 2, venueId: 1, revision: 1n, ...facility } });
  });
  afterEach(
    () => bookings.database.$executeRaw`TRUNCATE booking.message, booking.mail, booking.booking CASCADE`,
  );
  afterAll(() => bookings.close());

  const deps = () => ({
    database: bookings.database,
    contact: async () => contact,
    publicUrl: 'https://book.example',
    wakeWorkers: () => {},
  });
  const book = async (customerEmail: string, { startsAt = TEN, facilityId = 1 } = {}) => {
    const slotId = slotIdOf(facilityId, startsAt) ?? assert.fail();
    const booking = newBooking({ customerEmail, startsAt, endsAt: startsAt + HOUR, facilityId, slotId });
    return (await saveBooking(bookings.database, booking))?.id ?? assert.fail();
  };
  const of = (message: Partial<NewGuestMessage>) => ({
    ...{ venueId: 1, dayStart: '06:00' },
    message: { subject: 'The sauna is closed', body: 'Sorry!', ...message },
  });
  const send = (message: Partial<NewGuestMessage>, requestKey?: string) =>
    sendGuestMessage(deps(), { ...of(message), actor: 'person owner@example.com', requestKey });
  const mailed = async () =>
    (
      await bookings.database.mail.findMany({ where: { kind: 'message' }, orderBy: { bookingId: 'asc' } })
    ).map(({ bookingId }) => Number(bookingId));

  it('goes to each mailbox once, with a line in the history of each of its bookings', async () => {
    const [later, first] = [
      await book('Ada@example.com', { startsAt: TEN + HOUR }),
      await book('ada@example.com'),
    ];
    const other = await book('bob@example.com', { facilityId: 2 });
    const noAddress = await book('');
    const sent = await send({ date: DATE });
    assert.deepEqual([sent.recipients, sent.bookings, sent.without_address], [2, 3, 1]);
    assert.deepEqual(await mailed(), [first, other]);
    const lines = await bookings.database.history.findMany({ where: { action: 'message_sent' } });
    assert.deepEqual(lines.map(({ bookingId }) => Number(bookingId)).sort(), [later, first, other].sort());
    assert.ok(lines.every(({ note }) => note === 'The sauna is closed'));
    assert.ok(!lines.some(({ bookingId }) => Number(bookingId) === noAddress));
  });

  it('goes to the guests of a slot, a day or a facility, except those who do not come', async () => {
    const ten = await book('ten@example.com');
    const hall = await book('hall@example.com', { facilityId: 2 });
    const tomorrow = await book('tomorrow@example.com', { startsAt: TEN + 24 * HOUR });
    // Before the start of the booking day: a visit of the night before.
    await book('night@example.com', { startsAt: TEN - 5 * HOUR });
    await book('past@example.com', { startsAt: Math.floor(Date.now() / HOUR - 24) * HOUR });
    for (const to of ['cancelled', 'no_show'] as const)
      await changeStatus(
        bookings.database,
        { venueId: 1, id: await book(`${to}@example.com`) },
        { to, actor: 'desk' },
      );
    const recipients = async (chosen: Partial<NewGuestMessage>) => {
      await bookings.database.mail.deleteMany({ where: { kind: 'message' } });
      await send(chosen);
      return mailed();
    };
    assert.deepEqual(await recipients({ slot_id: slotIdOf(1, TEN) ?? 0 }), [ten]);
    assert.deepEqual(await recipients({ date: DATE }), [ten, hall]);
    assert.deepEqual(await recipients({ date: DATE, facility_id: 2 }), [hall]);
    assert.deepEqual((await recipients({ facility_id: 1 })).slice(0, 2), [ten, tomorrow]);
    await assert.rejects(send({ date: '2031-01-01' }), { message: 'message_nobody' });
  });

  it('leaves out guests whose visit has ended, if asked to', async () => {
    const startsAt = Math.floor(Date.now() / 60_000 - 50) * 60_000;
    const left = await book('left@example.com', { startsAt });
    const inHouse = await book('house@example.com', { startsAt });
    await bookings.database.$executeRaw`UPDATE booking.booking SET ends_at = now() WHERE id = ${left}`;
    const date = bookingDayAt('Europe/Amsterdam', '06:00', startsAt);
    await send({ date, not_over: true }, 'key');
    assert.deepEqual(await mailed(), [inHouse]);
    await assert.rejects(send({ date }, 'key'), { message: 'idempotency_mismatch' });
    await send({ date });
    assert.equal((await mailed()).length, 3);
  });

  it('is sent once if it is requested again, and is rejected under the key of another one', async () => {
    await book('ada@example.com');
    const both = await Promise.all([send({ date: DATE }, 'key'), send({ date: DATE }, 'key')]);
    assert.equal(both[0].id, both[1].id);
    assert.equal((await mailed()).length, 1);
    await assert.rejects(send({ date: DATE, body: 'Other' }, 'key'), { message: 'idempotency_mismatch' });
  });

  it('is limited per day and in its recipients, also for requests at the same time', async () => {
    await book('ada@example.com');
    const all = await Promise.allSettled(
      Array.from({ length: MAX_MESSAGES_A_DAY + 3 }, () => send({ date: DATE })),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, MAX_MESSAGES_A_DAY);
    await bookings.database.$executeRaw`TRUNCATE booking.message`;
    await bookings.database.$executeRaw`
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT 1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, false FROM generate_series(1, ${MAX_MESSAGE_RECIPIENTS}::integer) n`;
    await bookings.database.$executeRaw`
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale)
      SELECT booking_uid, 1, 1, 1, 'Pass', 'Europe/Amsterdam', ${new Date(TEN)}, ${new Date(TEN + HOUR)}, 1, 0, 'confirmed',
        'Guest', booking_uid || '@example.com', '{}', 'nl'
      FROM booking.reservation_outcome WHERE booking_uid::text LIKE '00000000-0000-4000-8000-%'`;
    await assert.rejects(send({ date: DATE }), {
      message: 'message_too_many',
      params: { count: MAX_MESSAGE_RECIPIENTS + 1, max: MAX_MESSAGE_RECIPIENTS },
    });
    assert.equal(await bookings.database.message.count(), 0);
  });

  it('has a preview that sends nothing, and no foreign links or unknown placeholders', async () => {
    await book('ada@example.com');
    const { mail, ...counts } = await previewGuestMessage(
      deps(),
      of({ date: DATE, body: 'See you {day}, <b>{venue}</b>' }),
    );
    assert.deepEqual(counts, {
      recipients: 1,
      bookings: 1,
      without_address: 0,
      maximum: MAX_MESSAGE_RECIPIENTS,
    });
    assert.match(mail.html, /&lt;b&gt;Sauna aan het Meer/);
    assert.match(mail.text, /Bericht van Sauna aan het Meer:/);
    assert.deepEqual([await mailed(), await bookings.database.message.count()], [[], 0]);
    await assert.rejects(send({ date: DATE, body: 'Pay at https://evil.example' }), {
      message: 'link_foreign',
    });
    await assert.rejects(send({ date: DATE, subject: '{name}' }), { message: 'placeholder_unknown' });
  });
});
