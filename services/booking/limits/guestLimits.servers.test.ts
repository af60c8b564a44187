import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { until } from '@venue-booking/kit/testing/testMessaging';
import type { EventOf } from '@venue-booking/proto/events';
import { Failure, fail } from '@venue-booking/proto/failures';
import { type CapName, type Caps, NO_CAPS } from '@venue-booking/proto/venue/caps';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { NewBooking } from '../core/saveBooking.ts';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import { eraseGuest } from '../desk/eraseGuest.ts';
import { deleteGuestHashes } from '../desk/retention.ts';
import { newBooking, openTestBookings, silentLog, type TestBookings } from '../testing/testBookings.ts';
import { changeStatus, recordPayment, saveBooking, writeChange } from '../testing/testEffects.ts';
import { type Offer, shareLimits } from './fairShare.ts';
import { guestHashes } from './guestHashes.ts';
import { capLimits, type GuestLimits, limitReached } from './guestLimits.ts';

const KEY = new Uint8Array(32);
const HOUR = 3600_000;
const only = (name: CapName, most: number): Caps => ({ ...NO_CAPS, [name]: most });
const heldTo = (limits: GuestLimits, work = 0) => ({ limits, work });

describe('limits per guest', () => {
  let bookings: TestBookings;
  let replicas: BookingDatabase[];
  let last = 0;
  beforeAll(async () => {
    bookings = await openTestBookings();
    replicas = [bookings.database, bookings.anotherReplica(), bookings.anotherReplica()];
  });
  afterAll(() => bookings.close());

  /** A new guest with a new mailbox, address and network. */
  const someone = () => {
    last += 1;
    return { email: `${randomUUID()}@example.com`, clientAddress: `2001:db8:${last.toString(16)}::1` };
  };
  type Guest = ReturnType<typeof someone>;
  const bookingOf = (guest: Guest, changes: Partial<NewBooking> = {}) =>
    newBooking({ customerEmail: guest.email, guestHashes: guestHashes(KEY, guest), ...changes });
  /** As if every guest had opened the link in the mail. */
  const openMails = () => bookings.database.booking.updateMany({ data: { mailboxOpened: true } });
  const unpaid = { status: 'pending_payment' } as const;
  type Save = (booking: NewBooking, caps: Caps) => Promise<unknown>;
  /** Saves with the replicas in turn. */
  const save: Save = (booking, caps) => {
    last += 1;
    const held = heldTo(capLimits(caps, booking.status));
    return saveBooking(replicas[last % replicas.length] ?? bookings.database, booking, held);
  };
  /** Saves `count` bookings concurrently; returns how many succeed. */
  const savedOf = async (count: number, twin: () => NewBooking, caps: Caps, by: Save = save) => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, () => by(twin(), caps)));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof Failure, String(outcome.reason));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };
  const rowOf = (id: number) => bookings.database.booking.findUniqueOrThrow({ where: { id: BigInt(id) } });

  for (const [what, changes, names] of [
    ['unpaid holds', unpaid, ['open_holds_per_email', 'open_holds_per_address', 'open_holds_per_network']],
    [
      'free coming bookings',
      {},
      ['coming_bookings_per_email', 'coming_bookings_per_address', 'coming_bookings_per_network'],
    ],
  ] as const) {
    const [perEmail, perAddress, perNetwork] = names.map((name): CapName => `max_${name}`);

    it(`count ${what} of a mailbox in any spelling once its owner opened the mail`, async () => {
      const name = randomUUID().slice(0, 8);
      let turn = 0;
      const twin = () => {
        const email = [
          `${name}@gmail.com`,
          `${name}+${turn}@Gmail.com`,
          `${name[0]}.${name.slice(1)}@googlemail.com`,
        ][turn++ % 3];
        return bookingOf({ ...someone(), email: email ?? '' }, changes);
      };
      const caps = only(perEmail ?? 'max_open_holds_per_email', 3);
      assert.equal(await savedOf(12, twin, caps), 12, 'a stranger booked with this address');
      await openMails();
      assert.equal(await savedOf(3, twin, caps), 0);
    });

    it(`are exact for ${what} of one client address, an IPv6 /64`, async () => {
      const { clientAddress } = someone();
      let turn = 0;
      const twin = () =>
        bookingOf({ ...someone(), clientAddress: clientAddress.replace(/1$/, `${++turn}`) }, changes);
      assert.equal(await savedOf(12, twin, only(perAddress ?? 'max_open_holds_per_email', 3)), 3);
    });

    it(`are exact for ${what} of one network, an IPv6 /48 or an IPv4 /24`, async () => {
      for (const address of [(n: number) => `2001:db8:ffff:${n}::1`, (n: number) => `198.51.100.${n}`]) {
        let turn = 0;
        const twin = () => bookingOf({ ...someone(), clientAddress: address(++turn) }, changes);
        const caps = { ...only(perNetwork ?? 'max_open_holds_per_email', 5), [perAddress ?? '']: 1 };
        assert.equal(await savedOf(15, twin, caps), 5);
      }
      await bookings.database.booking.updateMany({ data: { networkHash: null } });
    });

    it(`are exceeded for ${what} by a naive count before saving without a lock, so these tests can fail`, async () => {
      const guest = someone();
      const naive: Save = async (booking, caps) => {
        const of = { venueId: 1, facilityId: 1, guest: booking.guestHashes };
        const terms = await findTerms(bookings.database, of);
        const most = capLimits(caps, booking.status);
        if (terms?.held && limitReached(most, terms.held)) throw fail('too_many_holds');
        return saveBooking(bookings.database, booking);
      };
      const caps = only(perAddress ?? 'max_open_holds_per_address', 3);
      assert.ok((await savedOf(12, () => bookingOf(guest, changes), caps, naive)) > 3);
      assert.equal(await savedOf(1, () => bookingOf(guest, changes), caps), 0);
    });
  }

  it('reject with the code of the limit that was reached', async () => {
    const guest = someone();
    for (const [changes, name, code] of [
      [unpaid, 'max_open_holds_per_address', 'too_many_holds'],
      [{}, 'max_coming_bookings_per_address', 'too_many_coming'],
    ] as const) {
      await save(bookingOf(guest, changes), NO_CAPS);
      const refused = save(bookingOf(guest, changes), only(name, 1));
      await assert.rejects(refused, (error) => error instanceof Failure && error.code === code);
    }
  });

  it('no longer count a hold once it is paid, expired or cancelled', async () => {
    const guest = someone();
    const caps = only('max_open_holds_per_address', 1);
    for (const to of ['confirmed', 'expired', 'cancelled'] as const) {
      const { id } = (await save(bookingOf(guest, unpaid), caps)) as { id: number };
      assert.equal(await savedOf(1, () => bookingOf(guest, unpaid), caps), 0);
      const { database } = bookings;
      if (to === 'confirmed') {
        const paid = { venueId: 1, paymentId: (await rowOf(id)).paymentId ?? '', amountCents: 2500n };
        await recordPayment(database, paid as EventOf<'events.payment.payment_paid'>, randomUUID());
      } else await changeStatus(database, { venueId: 1, id }, { to, actor: 'system' });
      assert.equal((await rowOf(id)).status, to);
    }
    assert.equal(await savedOf(1, () => bookingOf(guest), only('max_coming_bookings_per_address', 1)), 1);
  });

  it('count no free booking that has begun, was cancelled or is at another venue', async () => {
    const guest = someone();
    const caps = only('max_coming_bookings_per_address', 1);
    const { id } = (await save(bookingOf(guest), caps)) as { id: number };
    assert.equal(await savedOf(1, () => bookingOf(guest), caps), 0);
    await changeStatus(bookings.database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' });
    await save(bookingOf(guest, { startsAt: Date.now() - HOUR, endsAt: Date.now() + HOUR }), caps);
    const { database } = bookings;
    const [venue, facility] = await Promise.all([database.venue.findFirst(), database.facility.findFirst()]);
    assert.ok(venue && facility);
    const { visitInfo: _, planRules: ______, ...another } = venue;
    await database.venue.create({ data: { ...another, id: 2, refundTiers: [], invoicing: {} } });
    const { pricing: __, names: ___, deposit: ____, visitInfo: _____, ...same } = facility;
    await database.facility.create({ data: { ...same, id: 2, venueId: 2 } });
    await save(bookingOf(guest, { venueId: 2, facilityId: 2 }), caps);
    assert.equal(await savedOf(2, () => bookingOf(guest), caps), 1);
  });

  it('do not apply to the venue itself, or to guests of a venue without caps', async () => {
    const guest = someone();
    assert.equal(await savedOf(5, () => bookingOf(guest), NO_CAPS), 5);
    const all = Object.fromEntries(Object.keys(NO_CAPS).map((name) => [name, 1])) as Caps;
    assert.equal(await savedOf(5, () => bookingOf(guest, { guestHashes: null, source: 'desk' }), all), 5);
  });

  describe('share of the venue’s places', () => {
    const day = { startsAt: Date.UTC(2030, 5, 3, 4), endsAt: Date.UTC(2030, 5, 4, 4), places: 1000 };
    const offer: Offer = { day, horizon: 28_000, privatePlaces: {} };
    const saveWith = (work: 0 | 1) => (booking: NewBooking) =>
      saveBooking(bookings.database, { ...booking, day }, heldTo(shareLimits(work, offer), work));
    const ofNetwork = () => {
      const { clientAddress } = someone();
      let turn = 0;
      return () =>
        bookingOf(
          { ...someone(), clientAddress: clientAddress.replace('::1', `:${++turn}::1`) },
          { people: 10 },
        );
    };

    it('saves exactly a network’s share of the day without work when many bookings are concurrent', async () => {
      assert.equal(await savedOf(15, ofNetwork(), NO_CAPS, saveWith(0)), 10);
    });

    it('saves more with more work, and reports the work for the next step', async () => {
      const twin = ofNetwork();
      assert.equal(await savedOf(15, twin, NO_CAPS, saveWith(0)), 10);
      const needsWork = (work: number) => (error: unknown) =>
        error instanceof Failure && error.code === 'proof_needed' && error.params.work === work;
      await assert.rejects(saveWith(0)(twin()), needsWork(1));
      assert.equal(await savedOf(15, twin, NO_CAPS, saveWith(1)), 10);
      await assert.rejects(saveWith(1)(twin()), needsWork(2));
    });

    it('counts all places of a slot for a private booking', async () => {
      const twin = ofNetwork();
      const whole = () => ({ ...twin(), people: 1, privatePlaces: 50 });
      assert.equal(await savedOf(5, whole, NO_CAPS, saveWith(0)), 2);
    });

    it('does not count the places of other days', async () => {
      const twin = ofNetwork();
      const later = { startsAt: day.endsAt + HOUR, endsAt: day.endsAt + 2 * HOUR };
      assert.equal(await savedOf(5, () => ({ ...twin(), ...later }), NO_CAPS, saveWith(0)), 5);
      assert.equal(await savedOf(15, twin, NO_CAPS, saveWith(0)), 10);
    });
  });

  it('are checked one after another for changes of one mailbox from several networks', async () => {
    const { email } = someone();
    const paid = () => bookingOf({ ...someone(), email }, { amountCents: 2500 });
    const saved = await Promise.all(Array.from({ length: 6 }, () => save(paid(), NO_CAPS)));
    const ids = (saved as { id: number }[]).map(({ id }) => id);
    await bookings.database.$executeRaw`
      UPDATE booking.booking SET payment_id = gen_random_uuid(), payment_status = 'paid', paid_cents = 2500,
        platform_fee_cents = 0, hold_until = now(), grace_until = now()
      WHERE id = ANY(${ids}::bigint[])`;
    const rows = await Promise.all(ids.map(rowOf));
    const change = (row: (typeof rows)[number], index: number) =>
      writeChange({ database: replicas[index % replicas.length] ?? bookings.database, hashKey: KEY }, row, {
        ...{ patch: {}, extra: {}, people: row.people, guests: null, addOns: null, move: null },
        ...{ actor: 'guest', price: { amountCents: 0, lines: null, vat: null } },
        held: { limits: capLimits(only('max_coming_bookings_per_email', 1), 'confirmed'), day: null },
      });
    // While another transaction locks the rows, unserialized changes would all count before any is written.
    const changes = await bookings.database.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT FROM booking.booking WHERE id = ANY(${ids}::bigint[]) FOR UPDATE`;
        const started = rows.map(change);
        await until(async () => {
          const [waiting] = await tx.$queryRaw<{ count: number }[]>`
          SELECT count(*)::integer AS count FROM pg_locks l JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND datname = current_database()`;
          return (waiting?.count ?? 0) >= 2;
        });
        return { started };
      },
      { timeout: 60_000 },
    );
    const failures = await Promise.all(changes.started);
    assert.equal(failures.filter((failure) => failure === null).length, 1);
  });

  it('store only keyed hashes, until the booking has begun or its guest is erased', async () => {
    const guest = someone();
    const soon = { startsAt: Date.now() + HOUR, endsAt: Date.now() + 2 * HOUR };
    const begun = { startsAt: Date.now() - HOUR, endsAt: Date.now() + HOUR };
    const ids: number[] = [];
    for (const changes of [soon, begun, begun])
      ids.push(((await save(bookingOf(guest, changes), NO_CAPS)) as { id: number }).id);
    const [coming = 0, old = 0, fresh = 0] = ids;
    const hashesOf = async (id: number) => {
      const { mailboxHash, addressHash, networkHash } = await rowOf(id);
      return [mailboxHash, addressHash, networkHash];
    };
    const kept = await hashesOf(coming);
    assert.ok(kept.every((hash) => /^[\w-]{16}$/.test(hash ?? '')));
    assert.notDeepEqual(kept, Object.values(guestHashes(new Uint8Array([1]), guest)));
    await bookings.database.$executeRaw`
      UPDATE booking.booking SET created_at = now() - interval '61 minutes' WHERE id = ANY(${[coming, old]}::bigint[])`;
    await deleteGuestHashes(bookings.database);
    assert.deepEqual([await hashesOf(coming), await hashesOf(old)], [kept, [null, null, null]]);
    assert.deepEqual(await hashesOf(fresh), kept, 'the hourly rate limit still needs it');
    const deleteMailFiles = async () => {};
    await eraseGuest(
      { ...bookings, deleteMailFiles, log: silentLog },
      { venueId: 1, email: guest.email, actor: 'owner' },
    );
    assert.deepEqual(await hashesOf(coming), [null, null, null]);
  });
});
