import assert from 'node:assert/strict';
import { BookingsQuery } from '@venue-booking/proto/booking/adminBooking';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { listBookings } from './listBookings.ts';

/** Names as guests type them, and what the desk types to find them. */
const NAMES: Record<string, string[]> = {
  'Jürgen Müller': ['Muller', 'MÜLLER', 'Mu\u0308ller', 'muller jurgen', 'Müller, Jürgen', 'ürg', 'j müller'],
  'Rene\u0301e Dubois': ['Renée', 'renee', 'RENE\u0301E'],
  'Sinéad O’Brien': ["O'Brien", 'O’Brien', 'OBrien', 'o`brien', 'O´Brien', 'o brien'],
  'Jan  van   den Berg': ['van den berg', 'Vandenberg', 'berg jan', 'van  den  Berg'],
  Groß: ['gross', 'GROSS', 'GROẞ'],
  'Łukasz Wiśniewski': ['lukasz wisniewski', 'ŁUKASZ', 'Wisniewski Łukasz'],
  'Søren Ærø': ['soren aero', 'SØREN', 'ærø'],
  'Işıl Yılmaz': ['isil yilmaz', 'IŞIL', 'YILMAZ'],
  'İbrahim Çelik': ['ibrahim celik', 'İBRAHİM', 'çelik'],
  'Đorđe Þór Ðan': ['dorde thor dan', 'ÞÓR'],
  '山田\u3000太郎': ['山田太郎', '山田 太郎', '山田', '太郎', '山'],
  佐藤花子: ['佐藤 花子', '佐藤', '子'],
  'Σίσυφος Παπάς': ['ΣΙΣΥΦΟΣ', 'σισυφος παπας'],
  'Алёна Ковалёва': ['АЛЕНА', 'ковалева алена'],
  'Jean-Pierre Lévêque': ['jean pierre', 'JeanPierre', 'Jean‑Pierre', 'leveque'],
  'J.P. de Vries': ['JP de Vries', 'j.p. devries'],
  'Ｗｉｄｅ Name': ['wide name'],
  'Ann\u200bmarie\u00a0Vos': ['annmarie vos'],
  '100%_off\\ Club': ['100%_off\\', '0%_o'],
};

/** Phone numbers as guests type them, and what the desk types to find them. */
const PHONES: Record<string, string[]> = {
  '06-12345678': ['+31 6 1234 5678', '0031612345678', '0612345678', '612345678', '12345678', '2345'],
  '+49 (0)89 / 7654321': ['0897654321', '+49897654321', '089-765 43 21'],
  '００３２ ２ ９８７ ６５ ４３': ['02 987 65 43', '+3229876543'],
  '٠٥٠٨٨٨٧٧٧٦': ['0508887776', '٠٥٠٨٨٨٧٧٧٦'],
  '555 3344': ['+354 555 3344', '5553344'],
  'call 0033 1 44 55 66 77 after six': ['01 44 55 66 77', '+33 1 44556677', 'six call'],
};

describe('spellings in a search', () => {
  let bookings: TestBookings;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    bookings = await openTestBookings();
    const add = async (known: string, more: object) => {
      const saved = await saveBooking(bookings.database, newBooking({ extra: {}, ...more }));
      ids.set(known, saved?.id ?? 0);
    };
    for (const name of Object.keys(NAMES)) await add(name, { customerName: name });
    for (const phone of Object.keys(PHONES)) await add(phone, { extra: { phone, vip: true } });
  });
  afterAll(() => bookings.close());

  const find = async (q: string) => {
    const query = { ...BookingsQuery.parse({ q }), venueId: 1 };
    return (await listBookings(bookings.database, query)).bookings.map(({ id }) => id);
  };

  it('finds a name in other letters, accents, apostrophes, spaces and word orders', async () => {
    for (const [name, typed] of Object.entries(NAMES))
      for (const q of [name, ...typed]) assert.deepEqual(await find(q), [ids.get(name)], `${q} for ${name}`);
  });

  it('finds a phone number in any format', async () => {
    for (const [phone, typed] of Object.entries(PHONES))
      for (const q of [phone, ...typed])
        assert.deepEqual(await find(q), [ids.get(phone)], `${q} for ${phone}`);
  });

  it('finds nothing by words that are not all there, and by text without letters', async () => {
    for (const q of ['Muller Anna', 'Mullerx', '100%off', '0699999999', 'true', '-', '’', '. .', 'phone'])
      assert.deepEqual(await find(q), [], q);
  });

  it('finds bookings by a single letter, which has no key in the index if it is in ASCII', async () => {
    assert.deepEqual(await find('θ'), []);
    assert.deepEqual(await find('W'), [ids.get('Łukasz Wiśniewski'), ids.get('Ｗｉｄｅ Name')]);
    const [row] = await bookings.database.$queryRaw<{ ascii: number; other: number }[]>`
      SELECT cardinality(booking.search_letters(1, 'Anna', '', '{}')) AS ascii,
        cardinality(booking.search_letters(1, 'Αννα', '', '{}')) AS other`;
    assert.deepEqual(row, { ascii: 3, other: 7 }, 'three pairs, and four letters');
  });

  it('finds a booking by what the previous release writes later', async () => {
    const id = ids.get('Groß') ?? 0;
    await bookings.database
      .$executeRaw`UPDATE booking.booking SET customer_name = 'Zoë Kjær' WHERE id = ${id}`;
    assert.deepEqual([await find('zoe kjaer'), await find('gross')], [[id], []]);
  });
});
