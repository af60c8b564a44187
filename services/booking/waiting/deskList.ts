import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { WaitingEntry, WaitingListQuery } from '@venue-booking/proto/booking/waitingList';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { requireVenue } from '../core/bookingStore.ts';
import { ledgerFailure } from '../core/ledger.ts';
import { smsStateOf } from '../core/smsState.ts';
import { bookableTerms, findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { allowedParty, type OfferDeps, reserveFor } from './offerDay.ts';
import { statusOf } from './openEntry.ts';
import { type Entry, findEntries, requireEntry } from './waitingStore.ts';
import { claimDay, claimUntil, finishDay } from './waitingWorker.ts';

type OfEntry = { venueId: number; id: number };

/** An entry as the desk sees it. */
function toWaitingEntry(entry: Entry, timezone: string): WaitingEntry {
  const { slotId, offerSlotId, offerUntil, skipped } = entry;
  const status = statusOf(entry);
  const startOf = (slot: bigint) => localAt(timezone, parseSlotId(Number(slot))?.startsAt ?? 0);
  return {
    id: Number(entry.id),
    status,
    facility_id: entry.facilityId,
    date: entry.day,
    ...(slotId !== 0n && { slot_id: Number(slotId), starts_at: startOf(slotId) }),
    people: entry.people,
    customer_name: entry.customerName,
    customer_email: entry.customerEmail,
    extra: entry.extra as WaitingEntry['extra'],
    locale: entry.locale as Locale,
    created_at: entry.createdAt.toISOString(),
    ...(status === 'offered' &&
      offerSlotId !== null &&
      offerUntil !== null && {
        offer_slot_id: Number(offerSlotId),
        offer_starts_at: startOf(offerSlotId),
        offer_until: localAt(timezone, offerUntil.getTime()),
      }),
    ...(skipped !== null && status === 'waiting' && { skipped: skipped as WaitingEntry['skipped'] }),
    ...(status === 'offered' && smsStateOf(entry)),
  };
}

/** The open entries of a venue in order of arrival, from the id `after` on. */
export async function listWaiting(
  database: BookingDatabase,
  { venueId, facility, date, after, limit }: WaitingListQuery & { venueId: number },
): Promise<WaitingEntry[]> {
  const { timezone } = await requireVenue(database, venueId);
  const entries = await findEntries(
    database,
    Prisma.sql`w.venue_id = ${venueId} AND w.status IN ('unconfirmed', 'waiting', 'offered') AND w.id > ${BigInt(after ?? 0)}
      ${facility === undefined ? Prisma.empty : Prisma.sql`AND w.facility_id = ${facility}`}
      ${date === undefined ? Prisma.empty : Prisma.sql`AND w.day = ${date}::date`}`,
    limit,
  );
  return entries.map((entry) => toWaitingEntry(entry, timezone));
}

/** The entries of a guest by email address, ignoring case, also those that have ended. */
export async function listWaitingOf(
  database: BookingDatabase,
  { venueId, email }: { venueId: number; email: string },
): Promise<WaitingEntry[]> {
  const { timezone } = await requireVenue(database, venueId);
  const entries = await findEntries(
    database,
    Prisma.sql`w.venue_id = ${venueId} AND lower(w.customer_email) = lower(${email}) AND w.erased_at IS NULL`,
    1000,
  );
  return entries.map((entry) => toWaitingEntry(entry, timezone));
}

/** @throws `waiting_not_found` */
export async function showWaiting(database: BookingDatabase, of: OfEntry): Promise<WaitingEntry> {
  const { timezone } = await requireVenue(database, of.venueId);
  return toWaitingEntry(await requireEntry(database, of), timezone);
}

/**
 * Offers a place to a guest out of turn. The desk may offer any slot of the guest's facility, also within the
 * notice time. Holds the lease of the day, because a run of its job would end an offer that is half made.
 * @throws `waiting_not_found`, `offer_open`, `slot_unknown`, `slot_past`, and the failures of a reservation
 */
export async function offerByHand(
  deps: OfferDeps,
  { slotId, ...of }: OfEntry & { slotId?: number | undefined },
): Promise<WaitingEntry> {
  const { database } = deps;
  const waits = await requireEntry(database, of);
  const job = await claimDay(database, waits, claimUntil());
  try {
    // Read again: the job of the day may have offered a place meanwhile.
    await makeOffer(deps, await requireEntry(database, of), slotId);
  } finally {
    if (job) await finishDay(database, job);
  }
  return showWaiting(database, of);
}

async function makeOffer(deps: OfferDeps, entry: Entry, slotId: number | undefined): Promise<void> {
  const { database } = deps;
  const { venueId } = entry;
  if (entry.status === 'offered') throw fail('offer_open');
  if (entry.status !== 'waiting') throw fail('waiting_not_found');
  const offered = slotId ?? Number(entry.slotId);
  const { facilityId } = entry;
  const slot = parseSlotId(offered);
  if (slot?.facilityId !== facilityId) throw fail('slot_unknown');
  // The ledger lets the desk book a slot that has begun, but an offer ends at the start.
  if (slot.startsAt <= Date.now()) throw fail('slot_past');
  const terms = bookableTerms(await findTerms(database, { venueId, facilityId, guest: null }), false);
  const party = allowedParty(terms, entry);
  if (!party) throw fail('people_too_many', { max: terms.facility.maxPeoplePerBooking });
  const at = { venueId, slotId: offered, byVenue: true };
  const [answer] = await reserveFor(deps, at, [{ entry, party }], terms);
  if (!answer) throw fail('offer_open');
  if (answer.refused) throw ledgerFailure(answer.refused, party);
}
