import assert from 'node:assert/strict';
import { silentLog } from '@venue-booking/kit/testing/testMessaging';
import type { GuestFilePatch } from '@venue-booking/proto/booking/guestFile';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { eraseExpired, eraseGuest } from './eraseGuest.ts';
import { findGuests, readGuest } from './guestFiles.ts';
import type { Identity } from './guestIdentity.ts';
import { followNote, patchGuest } from './guestNotes.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

let bookings: TestBookings;
beforeAll(async () => {
  bookings = await openTestBookings();
  await bookings.database.venueFields.create({
    data: {
      venueId: 1,
      revision: 1n,
      fields: [
        { key: 'newsletter', label: 'News', type: 'checkbox', required: false },
        { key: 'phone', label: 'Phone', type: 'tel', required: false },
      ],
    },
  });
});
afterAll(() => bookings.close());
beforeEach(async () => {
  const emails = await bookings.database.booking.findMany({ where: { erasedAt: null } });
  for (const { id } of emails)
    await bookings.database.booking.update({
      where: { id },
      data: { customerEmail: `old${id}@example.com`, customerName: 'Old', extra: {} },
    });
});

/** Saves a booking that starts in so many days. */
async function book(days: number, changes: Parameters<typeof newBooking>[0] & { as?: string } = {}) {
  const startsAt = Date.now() + days * DAY;
  const { as, ...more } = changes;
  const saved = await saveBooking(
    bookings.database,
    newBooking({ startsAt, endsAt: startsAt + HOUR, ...more }),
  );
  const id = saved?.id ?? assert.fail('not saved');
  if (as) await bookings.database.$executeRaw`UPDATE booking.booking SET status = ${as} WHERE id = ${id}`;
  return Number(id);
}
const byPhone = { customerEmail: '', extra: { phone: '06-8765 4321' } };
const fileOf = (id: number) => readGuest(bookings.database, { venueId: 1, of: { id } });
const note = (id: number, patch: GuestFilePatch) => patchGuest(bookings.database, { venueId: 1, id }, patch);
/** Corrects the address of a booking as the desk does. */
async function readdress(id: number, from: Identity, mail: string): Promise<void> {
  await bookings.database.$executeRaw`UPDATE booking.booking SET customer_email = ${mail} WHERE id = ${id}`;
  await followNote(bookings.database, { venueId: 1, id }, { from, to: { mail } });
}
const noteRows = () => bookings.database.guestNote.count();
const notFound = { code: 'booking_not_found' };

describe('the file of a guest', () => {
  it('counts visits, no-shows and cancellations of one mailbox, whatever its case', async () => {
    await book(-20, { as: 'checked_in' });
    await book(-10, { customerEmail: 'ADA@example.com', as: 'no_show' });
    await book(-5);
    await book(2, { as: 'cancelled' });
    await book(4);
    const id = await book(3, { customerName: 'Ada King', locale: 'de' });
    await book(1, { customerEmail: 'another@example.com' });
    const { last_visit, next_visit, ...file } = await fileOf(id);
    assert.deepEqual(file, {
      booking_id: id + -1,
      customer_name: 'Ada Lovelace',
      customer_email: 'ada@example.com',
      phone: '020 123 45 67',
      locale: 'nl',
      bookings: 6,
      visits: 2,
      no_shows: 1,
      cancelled: 1,
      note: '',
      tags: [],
    });
    assert.ok(last_visit && next_visit && last_visit < next_visit);
  });

  it('is by phone number for bookings without a mailbox, in any spelling, apart from mailboxes', async () => {
    await book(-3, byPhone);
    await book(-2, { ...byPhone, extra: { phone: '+31 6 8765 4321' } });
    await book(-1, { extra: { phone: '06 87654321' } });
    await book(-1, { customerEmail: '', extra: { phone: '06 8765 4322' } });
    assert.equal((await fileOf(await book(1, byPhone))).bookings, 3);
  });

  it('is one booking without mailbox and number, and takes no note', async () => {
    const id = await book(1, { customerEmail: '', extra: {} });
    assert.equal((await fileOf(id)).bookings, 1);
    await assert.rejects(note(id, { note: 'x' }), { code: 'validation' });
  });

  it('is not found at another venue, or once erased', async () => {
    const known = await book(1);
    await assert.rejects(readGuest(bookings.database, { venueId: 2, of: { id: known } }), notFound);
    await assert.rejects(patchGuest(bookings.database, { venueId: 2, id: known }, { note: 'x' }), notFound);
    await erase('ada@example.com');
    await assert.rejects(fileOf(known), notFound);
  });

  it('keeps note and tags for all bookings of the guest, changes one alone, and no empty row', async () => {
    const [first, second] = [await book(-1), await book(1, { customerEmail: 'Ada@Example.com' })];
    await note(first, { note: 'By the window', tags: ['regular'] });
    await note(second, { tags: ['regular', 'wheelchair'] });
    const { note: text, tags } = await fileOf(first);
    assert.deepEqual([text, tags], ['By the window', ['regular', 'wheelchair']]);
    await note(second, { note: '', tags: [] });
    assert.equal(await noteRows(), 0);
  });

  it('keeps its note when the address of its last booking is corrected or added, and is erased with it', async () => {
    const [typo, other, called] = [
      await book(1, { customerEmail: 'jan@gmial.example' }),
      await book(2, { customerEmail: 'jan@gmial.example' }),
      await book(3, byPhone),
    ];
    await note(typo, { note: 'Allergic to chlorine', tags: ['club'] });
    await readdress(typo, { mail: 'jan@gmial.example' }, 'jan@gmail.example');
    assert.deepEqual([(await fileOf(typo)).note, (await fileOf(other)).note], ['', 'Allergic to chlorine']);
    await readdress(other, { mail: 'jan@gmial.example' }, 'jan@gmail.example');
    assert.deepEqual(
      [(await fileOf(typo)).note, (await fileOf(typo)).tags],
      ['Allergic to chlorine', ['club']],
    );
    await note(called, { note: 'Calls on Mondays', same_as: typo });
    await readdress(called, { phone: '87654321' }, 'jan@gmail.example');
    const { note: both, same_guests } = await fileOf(called);
    assert.deepEqual([both, same_guests], ['Calls on Mondays', undefined]);
    await erase('jan@gmail.example');
    assert.equal(await noteRows(), 0);
  });

  it('loses its note with the booking if a crash came before the note could follow', async () => {
    const id = await book(1, { customerEmail: 'jan@gmial.example' });
    await note(id, { note: 'Allergic to chlorine' });
    await bookings.database
      .$executeRaw`UPDATE booking.booking SET customer_email = 'jan@gmail.example' WHERE id = ${id}`;
    await erase('jan@gmail.example');
    assert.equal(await noteRows(), 0);
  });
});

describe('two mailboxes of one guest', () => {
  const merge = (id: number, same_as: number | null) => note(id, { same_as });

  it('are merged by hand with their notes, found once, and separated again', async () => {
    const [mail, phone, work] = [
      await book(-3, { customerName: 'Ada Bakker' }),
      await book(-2, { ...byPhone, customerName: 'Ada Bakker' }),
      await book(-1, { customerEmail: 'work@example.com', customerName: 'A. Bakker' }),
    ];
    await note(mail, { note: 'one', tags: ['a'] });
    await note(phone, { note: 'two', tags: ['b', 'a'] });
    await merge(mail, phone);
    await merge(phone, mail);
    await merge(work, phone);
    for (const id of [mail, phone, work]) {
      const { visits, note: text, tags, same_guests } = await fileOf(id);
      assert.deepEqual([visits, text, tags, same_guests?.length], [3, 'one\ntwo', ['a', 'b'], 2]);
    }
    const contacts = (await fileOf(mail)).same_guests?.map(({ contact }) => contact);
    assert.deepEqual(contacts?.toSorted(), ['06-8765 4321', 'work@example.com']);
    assert.equal((await findGuests(bookings.database, { venueId: 1, q: 'bakker' })).length, 1);
    await merge(phone, null);
    assert.equal((await fileOf(phone)).visits, 1);
    assert.equal((await fileOf(mail)).visits, 2);
    await assert.rejects(merge(mail, 999_999), notFound);
  });

  it('end in one group when desks merge them in both directions at once', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const of = (name: string) => book(-1, { customerEmail: `${name}${nth}@example.com` });
      const [one, two] = [await of('one'), await of('two')];
      await Promise.all([merge(one, two), merge(two, one)]);
      assert.deepEqual([(await fileOf(one)).visits, (await fileOf(two)).visits], [2, 2]);
    }
  });

  it('stay merged when the booking that links them is erased, until the last one is', async () => {
    await bookings.database.guestNote.deleteMany();
    const [link, home] = [await book(-400), await book(-1, { customerEmail: 'home@example.com' })];
    const recent = await book(-1);
    await merge(home, link);
    await eraseExpired(deps());
    assert.equal((await fileOf(home)).visits, 2);
    await erase('ada@example.com');
    assert.equal((await fileOf(home)).visits, 1);
    assert.equal(await noteRows(), 1);
    await erase('home@example.com');
    assert.equal(await noteRows(), 0);
    await assert.rejects(fileOf(recent), notFound);
  });
});

describe('suggested guests', () => {
  it('are each guest once, the latest first, by part of a name, a mailbox or a phone number', async () => {
    await book(-9, { customerName: 'Tom Bakker', customerEmail: 'tom@example.com' });
    await book(-2, { customerName: 'T. Bakker', customerEmail: 'tom@example.com' });
    await book(-1, { ...byPhone, customerName: 'Eva Bakker' });
    const found = async (q: string) =>
      (await findGuests(bookings.database, { venueId: 1, q })).map((it) => [it.customer_name, it.visits]);
    assert.deepEqual(await found('bakk'), [
      ['Eva Bakker', 1],
      ['T. Bakker', 2],
    ]);
    assert.deepEqual(await found('tom@'), [['T. Bakker', 2]]);
    assert.deepEqual(await found('+31 6 87654321'), [['Eva Bakker', 1]]);
    assert.deepEqual(await findGuests(bookings.database, { venueId: 2, q: 'bakker' }), []);
  });
});

const deps = () => ({ database: bookings.database, deleteMailFiles: async () => {}, log: silentLog });
const erase = (email: string) => eraseGuest(deps(), { venueId: 1, email, actor: 'owner' });

describe('erasing', () => {
  it('a guest deletes the note, and no note of another guest', async () => {
    await note(await book(1), { note: 'secret' });
    await note(await book(1, byPhone), { note: 'kept' });
    await erase('Ada@example.com');
    const left = await bookings.database.guestNote.findMany();
    assert.deepEqual(
      left.map((row) => row.note),
      ['kept'],
    );
    await bookings.database.guestNote.deleteMany();
  });

  it('by retention keeps the note until the last booking is erased, by mailbox and by phone', async () => {
    const old = -400;
    for (const guest of [{}, byPhone]) {
      await book(old, guest);
      const recent = await book(-1, guest);
      await note(recent, { note: 'n' });
      await eraseExpired(deps());
      assert.equal((await fileOf(recent)).note, 'n');
      const longAgo = new Date(Date.now() + old * DAY);
      await bookings.database.booking.update({
        where: { id: BigInt(recent) },
        data: { startsAt: longAgo, endsAt: longAgo },
      });
      await eraseExpired(deps());
      assert.equal(await noteRows(), 0);
    }
  });
});

describe('a number that thousands of bookings have', () => {
  it('has a file, also of a booking that is not among the newest', async () => {
    const id = await book(-400, byPhone);
    await bookings.database.$executeRaw`
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT 1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, false FROM generate_series(1, 2001) n`;
    await bookings.database.$executeRaw`
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale)
      SELECT booking_uid, 1, 1, 1, 'Pass', 'Europe/Amsterdam', now() - interval '1 day', now(), 1, 0, 'checked_in',
        'Guest', '', ${JSON.stringify(byPhone.extra)}::jsonb, 'nl'
      FROM booking.reservation_outcome WHERE booking_uid::text LIKE '00000000-0000-4000-8000-%'`;
    const file = await fileOf(id);
    assert.equal(file.bookings, 1001);
    assert.equal(file.customer_name, 'Guest');
  });
});
