import type { ReadBulkhead } from '@venue-booking/kit/messaging/largeReads';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { fail } from '@venue-booking/proto/failures';
import { type CalendarEvent, calendarOf, eventUid } from '../calendar/calendar.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking } from '../gen/prisma/client.ts';

type OfFacility = { venueId: number; facilityId: number };

/** Days around today in the feed, so that it stays fast for a venue with years of bookings. */
const PAST_DAYS = 7;
const COMING_DAYS = 184;
/** Bookings per page: messages between services have a maximum size. */
const PAGE = 300;

/**
 * Gives a facility's calendar feed a new secret address and revokes the old one. Returns the secret.
 * @throws `facility_not_found`
 */
export async function renewFeed(
  database: BookingDatabase,
  { venueId, facilityId }: OfFacility,
): Promise<string> {
  const facility = await database.facility.findUnique({ where: { venueId_id: { venueId, id: facilityId } } });
  if (!facility) throw fail('facility_not_found');
  const secret = randomSecret();
  const hash = hashOfSecret(secret);
  await database.calendarFeed.upsert({
    where: { venueId_facilityId: { venueId, facilityId } },
    create: { venueId, facilityId, hash },
    update: { hash, createdAt: new Date() },
  });
  return secret;
}

/** The facilities of a venue that have a feed, and the time at which its address was created. */
export async function listFeeds(database: BookingDatabase, venueId: number) {
  const feeds = await database.calendarFeed.findMany({ where: { venueId }, orderBy: { facilityId: 'asc' } });
  return feeds.map(({ facilityId, createdAt }) => ({
    facility_id: facilityId,
    created_at: createdAt.toISOString(),
  }));
}

/** Revokes the address of a facility's feed. @throws `feed_not_found` */
export async function revokeFeed(
  database: BookingDatabase,
  { venueId, facilityId }: OfFacility,
): Promise<void> {
  const { count } = await database.calendarFeed.deleteMany({ where: { venueId, facilityId } });
  if (count === 0) throw fail('feed_not_found');
}

type ReadDeps = { database: BookingDatabase; publicUrl: string; readBulkhead: ReadBulkhead };
type FeedPage = { calendar: string; next: number | null };

/**
 * A page of the feed with this secret as a complete iCalendar file, and where the next page starts; null for
 * an unknown secret. It contains guests' names and the sizes of parties, for the venue's staff. Checking the
 * secret is one look-up. The rest goes through the venue's bulkhead for expensive reads.
 */
export async function readFeed(
  deps: ReadDeps,
  { secret, after }: { secret: string; after: number },
): Promise<FeedPage | null> {
  const feed = await deps.database.calendarFeed.findUnique({
    where: { hash: hashOfSecret(secret) },
    include: { facility: true },
  });
  if (!feed) return null;
  const { venueId, facilityId, facility } = feed;
  const of = { venueId, facilityId, name: facility.name };
  return deps.readBulkhead(String(venueId), () => readPage(deps, of, after));
}

async function readPage(
  { database, publicUrl }: ReadDeps,
  { venueId, facilityId, name }: OfFacility & { name: string },
  after: number,
): Promise<FeedPage> {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000);
  const rows = await database.booking.findMany({
    where: {
      venueId,
      facilityId,
      startsAt: { gte: inDays(-PAST_DAYS), lt: inDays(COMING_DAYS) },
      status: { notIn: ['cancelled', 'expired'] },
      id: { gt: BigInt(after) },
    },
    orderBy: { id: 'asc' },
    take: PAGE + 1,
    omit: { extra: true, note: true },
  });
  const page = rows.slice(0, PAGE);
  const events = page.map((row) => toEvent(row, publicUrl));
  return {
    calendar: calendarOf(events, { now: Date.now(), name }),
    next: rows.length > PAGE ? Number(page.at(-1)?.id) : null,
  };
}

/** In UTC, so that pages need no VTIMEZONE: calendar apps show the user's own zone. */
const toEvent = (row: Omit<Booking, 'extra' | 'note'>, publicUrl: string): CalendarEvent => ({
  uid: eventUid(row, publicUrl),
  revision: row.revision,
  status: BookingStatus.parse(row.status),
  timezone: 'UTC',
  startsAt: row.startsAt.getTime(),
  endsAt: row.endsAt.getTime(),
  summary: `${row.customerName || row.reference} (${row.people})`,
  location: null,
  description: row.reference,
  url: null,
});
