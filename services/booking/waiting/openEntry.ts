import { addDays, localAt } from '@venue-booking/domain/schedule/venueTime';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Quote } from '@venue-booking/proto/booking/quote';
import type { WaitingPage } from '@venue-booking/proto/booking/waitingList';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { type Locale, People } from '@venue-booking/proto/primitives';
import { findBooking } from '../core/bookingStore.ts';
import { bookedAddOns, bookedGuests } from '../core/bookingView.ts';
import type { BookingDeps } from '../core/deps.ts';
import type { LinkUrl } from '../core/linkedBooking.ts';
import { makeQuote } from '../core/makeQuote.ts';
import { type FoundTerms, findTerms } from '../core/termsStore.ts';
import { Prisma } from '../gen/prisma/client.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { allowedParty, type OfferDeps } from './offerDay.ts';
import { type Entry, findEntries } from './waitingStore.ts';

export type OpenDeps = Pick<BookingDeps, 'database' | 'signingKeys'> &
  Pick<OfferDeps, 'daySlots'> &
  Pick<BookingLinks, 'readWaiting'> & { ticketUrl: LinkUrl };

export type Opened = { entry: Entry; byMail: boolean };

/** The entry of a link; null for a forged or unknown one, and after the erasure of the guest. */
export async function findByLink(
  { database, readWaiting }: Pick<OpenDeps, 'database' | 'readWaiting'>,
  token: string,
): Promise<Opened | null> {
  const read = await readWaiting(token);
  const [entry] = read ? await findEntries(database, Prisma.sql`w.id = ${BigInt(read.id)}`, 1) : [];
  if (!read || !entry || entry.erasedAt !== null || entry.venueId !== read.venueId) return null;
  const isSame = read.nonce !== null && Buffer.compare(read.nonce, entry.nonce) === 0;
  return isSame ? { entry, byMail: read.byMail } : null;
}

/**
 * What the page of a link shows: the entry, and for its guest the open offer with today's price as a quote.
 * Null for an invalid link. Changes nothing, so that mail scanners may open it.
 * @param options.language for names; default: that of the entry
 */
export async function openEntry(
  deps: OpenDeps,
  token: string,
  { language }: { language?: Locale | undefined } = {},
): Promise<WaitingPage | null> {
  const opened = await findByLink(deps, token);
  if (!opened) return null;
  const { entry, byMail } = opened;
  const { venueId, facilityId, day, people } = entry;
  const terms = await findTerms(deps.database, { venueId, facilityId, guest: null });
  const locale = language ?? (entry.locale as Locale);
  const status = statusOf(entry);
  const slotId = Number(status === 'offered' ? entry.offerSlotId : entry.slotId);
  const party = terms?.facility ? allowedParty({ facility: terms.facility }, entry) : null;
  const { venue, facility } = terms ?? {};
  return {
    ...{ venueId, status, byMail, people, date: day, locale: entry.locale as Locale },
    paysOnline: terms?.payment !== null && terms?.payment !== undefined,
    facility: facility?.names?.[locale] ?? facility?.name ?? '',
    ...(slotId !== 0 && terms && { slot: await slotTimes(deps, entry, { slotId, terms }) }),
    ...bookedGuests(party?.guests),
    ...bookedAddOns(party?.addOns),
    ...(byMail && status === 'offered' && venue && (await offerOf(deps, entry, { locale, venue }))),
    ...(byMail && status === 'booked' && (await ticketOf(deps, entry))),
  };
}

/** An offer that is being made is not shown yet, and one that is over has expired. */
export const statusOf = ({ status, offerUntil }: Entry): WaitingPage['status'] => {
  if (status !== 'offered') return status as WaitingPage['status'];
  if (offerUntil === null) return 'waiting';
  return offerUntil.getTime() > Date.now() ? 'offered' : 'expired';
};

/** Start and end of a slot in the venue's local time; only the start if the slot is not offered any more. */
async function slotTimes(
  { daySlots }: OpenDeps,
  { venueId, facilityId, day }: Entry,
  { slotId, terms }: { slotId: number; terms: FoundTerms },
): Promise<NonNullable<WaitingPage['slot']>> {
  const starts_at = localAt(terms.venue.timezone, parseSlotId(slotId)?.startsAt ?? 0);
  for (const date of [day, addDays(day, 1)]) {
    const found = await daySlots({ venueId, facilityId, date }).catch(() => null);
    const slot = found?.slots.find(({ id }) => id === slotId);
    if (slot) return { starts_at: slot.starts_at, ends_at: slot.ends_at };
  }
  return { starts_at };
}

async function offerOf(
  deps: OpenDeps,
  { venueId, offerUid, offerUntil, offerSlotId, party }: Entry,
  { locale, venue }: { locale: Locale; venue: FoundTerms['venue'] },
): Promise<Pick<WaitingPage, 'offer'>> {
  if (offerUid === null || offerUntil === null) return {};
  const wish = { ...requestedParty(party), slot_id: Number(offerSlotId), locale };
  const quote: Quote | null = await makeQuote(deps, { venueId, wish }).catch((error: unknown) => {
    // The facility no longer takes the party; accepting states the reason.
    if (failureOf(error)) return null;
    throw error;
  });
  const until = localAt(venue.timezone, offerUntil.getTime());
  return { offer: { id: offerUid, until, ...(quote && { quote }) } };
}

/** The party of an entry as a booking request has it. */
export const requestedParty = (party: Entry['party']) => {
  const requested = party as {
    people?: number;
    guests?: Record<string, number>;
    add_ons?: Record<string, number>;
  };
  return { ...requested, people: People.parse(requested.people ?? 1) };
};

async function ticketOf(
  { database, ticketUrl }: OpenDeps,
  { venueId, offerUid }: Entry,
): Promise<Pick<WaitingPage, 'ticketUrl'>> {
  const booking = offerUid === null ? null : await findBooking(database, { venueId, uid: offerUid });
  return booking ? { ticketUrl: await ticketUrl(booking) } : {};
}
