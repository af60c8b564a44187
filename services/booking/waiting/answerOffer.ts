import type { BookingResponse } from '@venue-booking/proto/booking/booking';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { findBooking } from '../core/bookingStore.ts';
import { type Deps as CreateDeps, rowOf, toResponse } from '../core/createBooking.ts';
import { facilityNames, forGuest } from '../core/facilityNames.ts';
import { placeBooking } from '../core/placeBooking.ts';
import { guestHashes } from '../limits/guestHashes.ts';
import { requireOpen, type SlotDeps, slotForGuest } from '../ticket/slotForGuest.ts';
import { endOffer, recordBooked } from './endOffer.ts';
import type { OfferDeps } from './offerDay.ts';
import { findByLink, type OpenDeps, requestedParty, statusOf } from './openEntry.ts';
import { type Entry, mailColumns, openList } from './waitingStore.ts';

export type AnswerDeps = OpenDeps & OfferDeps & CreateDeps & SlotDeps & { wakeOffers: () => void };

/** The entry of a link from the mail. @throws `waiting_not_found` for any other link */
async function requireMailed(deps: AnswerDeps, token: string): Promise<Entry> {
  const opened = await findByLink(deps, token);
  if (!opened?.byMail) throw fail('waiting_not_found');
  return opened.entry;
}

/**
 * Confirms an entry by the link in the mail; from now on it counts. If the guest already waits for the same
 * slot or day, only the earlier entry stays. Idempotent.
 * @throws `waiting_not_found`
 */
export async function confirmEntry(deps: AnswerDeps, { token }: { token: string }): Promise<void> {
  const entry = await requireMailed(deps, token);
  await deps.database.raw.$transaction(async (tx) => {
    const confirmed = await tx.$executeRaw`
      UPDATE booking.waiting w SET status = CASE WHEN twice.is THEN 'left' ELSE 'waiting' END,
        ended_at = CASE WHEN twice.is THEN now() END, ${mailColumns(null)}
      FROM (SELECT EXISTS (SELECT FROM booking.waiting o WHERE o.venue_id = ${entry.venueId}
        AND o.mailbox_hash = ${entry.mailboxHash} AND o.status IN ('waiting', 'offered')
        AND (o.facility_id, o.day, o.slot_id) = (${entry.facilityId}, ${entry.day}::date, ${entry.slotId})) AS is) twice
      WHERE w.id = ${entry.id} AND w.status = 'unconfirmed'`;
    // Together, because an entry that counts without a job would keep its places from everybody.
    if (confirmed > 0) await openList(tx, entry);
  });
  deps.wakeOffers();
}

/**
 * Takes a guest off the list by a link; an open offer goes to the next guest. Idempotent.
 * @throws `waiting_not_found`
 */
export async function leaveList(deps: AnswerDeps, { token }: { token: string }): Promise<void> {
  const opened = await findByLink(deps, token);
  if (!opened) throw fail('waiting_not_found');
  await removeEntry(deps, opened.entry);
}

/** Takes an entry off the list; an open offer goes to the next guest. */
export async function removeEntry(
  deps: Pick<AnswerDeps, 'database' | 'ledger' | 'wakeOffers'>,
  entry: Entry,
): Promise<void> {
  const { id, status } = entry;
  if (status === 'offered') await endOffer(deps, entry, { to: 'left' });
  else
    await deps.database.$executeRaw`
      UPDATE booking.waiting SET status = 'left', ended_at = now(), ${mailColumns(null)}
      WHERE id = ${id} AND status IN ('unconfirmed', 'waiting')`;
  await openList(deps.database, entry);
  deps.wakeOffers();
}

/** What became of an accepted offer: the booking, and where its guest pays, if anything is due. */
export type Accepted = Pick<BookingResponse, 'ticket_url' | 'payment'>;

/**
 * Books the offered places under the uid of their reservation, at the price that the guest has seen. A second
 * request returns the same booking. After a failure such as another price, the offer stays open until its
 * end.
 * @param input.offer the identity of the offer that the guest has seen
 * @throws `waiting_not_found`, `offer_over`, and the failures of `POST /api/site/bookings`
 */
export async function acceptOffer(
  deps: AnswerDeps,
  input: {
    token: string;
    offer: string;
    quote?: string | undefined;
    language?: Locale | undefined;
    clientAddress: string;
  },
): Promise<Accepted> {
  const entry = await requireMailed(deps, input.token);
  const made = await findMade(deps, entry, input.offer);
  if (made) return made;
  if (statusOf(entry) !== 'offered' || entry.offerUid !== input.offer) throw fail('offer_over');
  await requireSlot(deps, entry);
  try {
    return await book(deps, entry, input);
  } catch (error) {
    // A concurrent request may have booked it, or the offer may have ended meanwhile.
    const other = await findMade(deps, entry, input.offer);
    if (other) return other;
    if (await isVoid(deps, entry)) throw fail('offer_over');
    throw error;
  }
}

/** The booking that was already made from this offer. */
async function findMade(deps: AnswerDeps, entry: Entry, offer: string): Promise<Accepted | null> {
  const { venueId, id, offerUid } = entry;
  const row = offerUid === offer ? await findBooking(deps.database, { venueId, uid: offerUid }) : null;
  if (!row) return null;
  await recordBooked(deps.database, { id, uid: offer });
  return toResponse(deps, forGuest(row, await facilityNames(deps.database, row)), null);
}

/** @throws `offer_over` if the slot was blocked or closed since the offer; the worker then ends the offer */
async function requireSlot(deps: AnswerDeps, entry: Entry): Promise<void> {
  try {
    const { reason, ...slot } = await slotForGuest(deps, {
      venueId: entry.venueId,
      slotId: Number(entry.offerSlotId),
    });
    // The notice time applied when the place was offered, and the desk may offer any coming slot.
    const isOpen = reason === undefined || reason === 'notice' || reason === 'too_far';
    requireOpen(isOpen ? slot : { ...slot, reason });
  } catch (error) {
    await openList(deps.database, entry);
    deps.wakeOffers();
    throw error;
  }
}

async function book(
  deps: AnswerDeps,
  entry: Entry,
  { offer, quote, clientAddress }: { offer: string; quote?: string | undefined; clientAddress: string },
): Promise<Accepted> {
  const { venueId, id, customerName, customerEmail, extra, locale } = entry;
  const placed = await placeBooking(
    // The offer keeps its places after a failure; they are released when it ends.
    { ...deps, releasePlaces: async () => {} },
    {
      uid: offer,
      venueId,
      body: {
        ...requestedParty(entry.party),
        slot_id: Number(entry.offerSlotId),
        customer_name: customerName,
        customer_email: customerEmail,
        extra: extra as Record<string, string | boolean>,
        locale: locale as Locale,
        ...(quote !== undefined && { quote }),
      },
      idempotencyKey: null,
      by: {
        source: 'online',
        clientAddress,
        guest: guestHashes(deps.hashKey, { email: customerEmail, clientAddress }),
        offer: null,
        hasWaited: true,
      },
    },
  );
  await recordBooked(deps.database, { id, uid: offer });
  return toResponse(deps, forGuest(rowOf(placed), placed.facilityNames), null);
}

async function isVoid({ database }: AnswerDeps, { venueId, offerUid }: Entry): Promise<boolean> {
  const [row] = await database.$queryRaw<{ void: boolean }[]>`
    SELECT void FROM booking.reservation_outcome WHERE (venue_id, booking_uid) = (${venueId}, ${offerUid}::uuid)`;
  return row?.void ?? false;
}
