import { randomBytes, randomUUID } from 'node:crypto';
import { t } from '@venue-booking/kit/messaging/rpc';
import { takePlaces } from '../../services/availability/ledger/ledger.ts';
import { resizePlaces } from '../../services/availability/ledger/ledgerResize.ts';
import { availabilityRouter } from '../../services/availability/router.ts';
import { openTestLedger } from '../../services/availability/testing/testLedger.ts';
import { cancelBooking } from '../../services/booking/core/cancelBooking.ts';
import { createBooking } from '../../services/booking/core/createBooking.ts';
import type { ReserveResult } from '../../services/booking/core/ledger.ts';
import { createReleasePlaces } from '../../services/booking/core/releasePlaces.ts';
import type { BookingDatabase } from '../../services/booking/database.ts';
import { Prisma } from '../../services/booking/gen/prisma/client.ts';
import { guestHashes, mailboxHash } from '../../services/booking/limits/guestHashes.ts';
import { memoryRateLimit } from '../../services/booking/limits/rateLimit.ts';
import { bookingLinks } from '../../services/booking/links/bookingLinks.ts';
import { noSlotLock } from '../../services/booking/slots/slotLock.ts';
import { createSlotQueue } from '../../services/booking/slots/slotQueue.ts';
import { openTestBookings, silentLog } from '../../services/booking/testing/testBookings.ts';
import { publish } from '../../services/booking/testing/testEffects.ts';
import {
  type AnswerDeps,
  acceptOffer,
  confirmEntry,
  leaveList,
} from '../../services/booking/waiting/answerOffer.ts';
import { createWaitingGuard } from '../../services/booking/waiting/guardPlaces.ts';
import { type JoinDeps, joinWaitingList } from '../../services/booking/waiting/joinWaitingList.ts';
import type { OfferDeps } from '../../services/booking/waiting/offerDay.ts';
import {
  type Entry,
  findEntries,
  openList,
  touchLists,
} from '../../services/booking/waiting/waitingStore.ts';
import { claimDays, workOnDay } from '../../services/booking/waiting/waitingWorker.ts';

/** The booking day of the ledger's first slots. */
export const DAY = { venueId: 1, facilityId: 1, day: '2030-06-03' };

const signingKeys = [{ id: 'key', secret: randomBytes(32) }];
const hashKey = new Uint8Array(32);

type Faults = { reserve?: (real: OfferDeps['ledger']['reserve']) => OfferDeps['ledger']['reserve'] };

/**
 * Bookings and the ledger of a facility with a waiting list, and the processes that work on it. Its day has
 * `hours` slots of an hour from 10:00 on.
 */
export async function openTestWaiting({ capacity = 10, hours = 1 } = {}) {
  const [bookings, places] = await Promise.all([openTestBookings(), openTestLedger()]);
  await bookings.database.facility.update({ where: { id: 1 }, data: { waitingList: true } });
  await places.changeFacility({ capacity, opensAt: '10:00', closesAt: `${10 + hours}:00` });
  const router = availabilityRouter({
    ...{ database: places.database, takePlaces, resizePlaces },
    publishSlotsChanged: () => {},
    deadLetters: {} as never,
  });
  const availability = t.createCallerFactory(router)({});
  const links = await bookingLinks({
    database: bookings.database,
    publicUrl: 'https://book.example',
    signingKeys,
  });
  let guests = 0;

  /** A process of the booking service. */
  const replica = (database: BookingDatabase, { reserve = (real) => real }: Faults = {}) => {
    const { release, settle, unsettled, resize } = availability;
    const offers: OfferDeps = {
      database,
      ledger: { release, settle, reserve: reserve(availability.reserve) },
      daySlots: availability.daySlots,
      wakeMail: () => {},
    };
    const queue = createSlotQueue<ReserveResult>({
      lock: noSlotLock,
      async reserve(at, parties) {
        const { slot, parties: answers } = await availability.reserve({ ...at, parties });
        return new Map(
          answers.map(({ bookingUid, refused }) => [bookingUid, { slot, refused } as ReserveResult]),
        );
      },
    });
    const deps: AnswerDeps & JoinDeps = {
      ...links,
      ...offers,
      ...{ database, publish, hashKey, signingKeys, queue, log: silentLog },
      ledger: { ...offers.ledger, ...{ unsettled, resize } },
      releasePlaces: createReleasePlaces({
        release,
        onReleased: async (of) => void (await touchLists(database, of)),
        log: silentLog,
      }),
      wakeWorkers: () => {},
      wakeOffers: () => {},
      limit: memoryRateLimit(),
      spendProof: async () => {},
      tally: () => {},
      onPlaced: () => {},
      offerAt: async () => null,
      checkSlot: availability.checkSlot,
      waiting: createWaitingGuard(offers),
    };
    const tokenOf = async (entry: Entry, by: 'offer' | 'waiting' = 'offer') =>
      (await (by === 'offer' ? links.offerUrl : links.waitingUrl)(entry)).split('/').at(-1) ?? '';
    return {
      deps,
      /** The ledger as the sweep uses it. */
      ledger: { release, settle, unsettled },
      tokenOf,
      /** Works on the lists that are due until none is. */
      async run() {
        for (;;) {
          const jobs = await claimDays(database, { limit: 10 });
          if (jobs.length === 0) return;
          for (const job of jobs) await workOnDay(offers, job).catch(() => {});
        }
      },
      /** A guest who books without waiting. Returns the booking's id, or the code of the failure. */
      async book(slotId: number, people: number): Promise<number | string> {
        guests += 1;
        const request = {
          venueId: 1,
          clientAddress: `198.51.${guests >> 8}.${guests & 255}`,
          booking: {
            ...{ slot_id: slotId, people, extra: {}, locale: 'en' as const },
            ...{ customer_name: 'Ada', customer_email: `public${guests}@example.com` },
          },
        };
        return createBooking(deps, request).then(
          ({ booking }) => booking.id,
          ({ code }: { code: string }) => code,
        );
      },
      cancel: (id: number) =>
        cancelBooking(deps, { venueId: 1, id }, { guest: false, actor: 'desk' }).catch(() => {}),
      /** Joins through the API's use case. */
      join: (entry: { slot_id?: number; date?: string; people?: number; customer_email?: string }) => {
        guests += 1;
        return joinWaitingList(deps, {
          venueId: 1,
          clientAddress: `203.0.${guests >> 8}.${guests & 255}`,
          entry: {
            ...{ people: 1, extra: {}, locale: 'en', customer_name: 'Grace' },
            customer_email: `guest${guests}@example.com`,
            ...entry,
            ...(entry.date !== undefined && { facility_id: 1 }),
          },
        });
      },
      async confirm(entry: Entry, by: 'offer' | 'waiting' = 'offer') {
        await confirmEntry(deps, { token: await tokenOf(entry, by) });
      },
      async leave(entry: Entry) {
        await leaveList(deps, { token: await tokenOf(entry, 'waiting') });
      },
      /** Accepts an offer. Returns the ticket, or the code of the failure. */
      async accept(entry: Entry, { offer = entry.offerUid ?? randomUUID(), token = '' } = {}) {
        const input = { token: token || (await tokenOf(entry)), offer, clientAddress: '192.0.2.7' };
        return acceptOffer({ ...deps, limit: memoryRateLimit() }, input).then(
          ({ ticket_url }) => ticket_url,
          ({ code }: { code: string }) => code,
        );
      },
    };
  };

  return {
    bookings,
    /** The database with the connections of another replica. */
    otherReplica: bookings.anotherReplica(),
    places,
    availability,
    replica,
    /** Adds a guest who has confirmed. */
    async wait({ slotId = 0, people = 1, email = `waits${++guests}@example.com` } = {}): Promise<bigint> {
      const hashes = guestHashes(hashKey, { email, clientAddress: '192.0.2.9' });
      const [row] = await bookings.database.$queryRaw<{ id: bigint }[]>`
        INSERT INTO booking.waiting (venue_id, facility_id, day, slot_id, people, party, customer_name, customer_email,
          locale, nonce, mailbox_hash, address_hash, network_hash, status)
        VALUES (1, 1, ${DAY.day}::date, ${BigInt(slotId)}, ${people}, ${JSON.stringify({ people })}::jsonb, 'Grace', ${email},
          'en', ${randomBytes(6)}, ${mailboxHash(hashKey, email)}, ${hashes.address}, ${hashes.network}, 'waiting')
        RETURNING id`;
      await openList(bookings.database, DAY);
      return row?.id ?? 0n;
    },
    entries: (): Promise<Entry[]> => findEntries(bookings.database, Prisma.sql`w.venue_id = 1`, 20_000),
    /** Removes all bookings and entries. */
    async reset(): Promise<void> {
      await bookings.database
        .$executeRaw`TRUNCATE booking.waiting, booking.waiting_day, booking.booking CASCADE`;
      await places.database.$executeRaw`
        TRUNCATE availability.slot, availability.allocation, availability.block CASCADE`;
    },
    /** Lets the open offers end. */
    async endOffers(): Promise<void> {
      await bookings.database.$executeRaw`
        UPDATE booking.waiting SET offer_until = now() WHERE status = 'offered' AND offer_until IS NOT NULL`;
      await touchLists(bookings.database, { venueId: 1 });
    },
    async close() {
      await Promise.all([bookings.close(), places.close()]);
    },
  };
}
export type TestWaiting = Awaited<ReturnType<typeof openTestWaiting>>;

/**
 * Compares bookings, offers, waiting guests and the ledger once nothing is under way. Returns each place that
 * is promised twice, each guest who could have had a free place, and each reservation that belongs to nobody.
 */
export async function faultsIn({ bookings, places, availability, entries }: TestWaiting): Promise<string[]> {
  const all = await entries();
  const offers = all.filter(({ status }) => status === 'offered');
  const held = await places.database.$queryRaw<{ uid: string; slot: bigint; places: number }[]>`
    SELECT booking_uid::text AS uid, slot_id AS slot, places FROM availability.allocation WHERE released_at IS NULL`;
  const booked = await bookings.database.$queryRaw<{ uid: string; slot: bigint; people: number }[]>`
    SELECT uid::text, slot_id AS slot, people FROM booking.booking WHERE status IN ('pending_payment', 'confirmed')`;
  const promised = [
    ...booked,
    ...offers.map(({ offerUid, offerSlotId, people }) => ({
      uid: offerUid ?? '',
      slot: offerSlotId ?? 0n,
      people,
    })),
  ];
  const faults: string[] = [];
  const holds = new Map(held.map((one) => [one.uid, one]));
  for (const { uid, slot } of promised)
    if (holds.get(uid)?.slot !== slot) faults.push(`${uid} was promised places that it does not hold`);
  const known = new Set(promised.map(({ uid }) => uid));
  for (const { uid } of held) if (!known.has(uid)) faults.push(`${uid} holds places for nobody`);
  if (new Set(offers.map(({ mailboxHash: mailbox }) => mailbox)).size < offers.length)
    faults.push('a guest has two open offers');
  const { slots } = await availability.daySlots({ venueId: 1, facilityId: 1, date: DAY.day });
  const waiting = all.filter(
    ({ status, mailboxHash: mailbox }) =>
      status === 'waiting' && !offers.some((offer) => offer.mailboxHash === mailbox),
  );
  for (const { id, capacity, free, bookable } of slots) {
    const sum = promised
      .filter(({ slot }) => Number(slot) === id)
      .reduce((total, { people }) => total + people, 0);
    if (sum > capacity) faults.push(`slot ${id} has ${capacity} places, of which ${sum} are promised`);
    const idle = waiting.find((one) => [0n, BigInt(id)].includes(one.slotId) && one.people <= free);
    if (bookable && idle) faults.push(`slot ${id} has ${free} free places, but ${idle.people} people wait`);
  }
  if ((await places.broken()).length > 0) faults.push('the ledger does not add up');
  return faults;
}
