import { withColon } from '@venue-booking/domain/wording/bookingTexts';
import { texts } from '@venue-booking/domain/wording/texts';
import type { ReadBulkhead } from '@venue-booking/kit/messaging/largeReads';
import { hashOfSecret } from '@venue-booking/kit/secrets/randomSecret';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { FEED_MEGABYTES, FEED_PAST_DAYS, type FeedContents } from '@venue-booking/proto/booking/calendarFeed';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import { withInertLinks } from '@venue-booking/proto/webAddress';
import { type CalendarEvent, calendarOf, eventUid } from '../calendar/calendar.ts';
import type { FindContact } from '../core/deps.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking, Prisma } from '../gen/prisma/client.ts';
import { staffTexts } from '../mail/texts/mailTexts.ts';

const DAY_MS = 24 * 3600_000;
/** Bookings per page: messages between services have a maximum size. */
const PAGE = 300;
/** The head and the last entry have 4 kB. */
export const MAX_FEED_BYTES = FEED_MEGABYTES * 1_000_000 - 4000;

type ReadDeps = {
  database: BookingDatabase;
  publicUrl: string;
  contact: FindContact;
  readBulkhead: ReadBulkhead;
};
type Query = {
  secret: string;
  after: number;
  cursor?: string | undefined;
  /** Absent from a gateway of the previous release, which reads all pages in the order of their ids. */
  pastDays?: number | undefined;
  /** Bytes of the pages before. */
  used?: number | undefined;
};
/** `next` for a gateway of the previous release, `cursor` for others. */
type FeedPage = { calendar: string; next: number | null; cursor?: string | null };
type Row = Omit<Booking, 'note'>;
type Feed = FeedContents & { venueId: number; facilityId: number; facility: { name: string } };

/**
 * A page of the feed with this secret as a complete iCalendar file, and where the next page starts; null for
 * an unknown secret. It contains guests' names and the sizes of parties, for the venue's staff. Checking the
 * secret is one look-up. The rest goes through the venue's bulkhead for expensive reads.
 */
export async function readFeed(deps: ReadDeps, query: Query): Promise<FeedPage | null> {
  const feed = await deps.database.calendarFeed.findUnique({
    where: { hash: hashOfSecret(query.secret) },
    include: { facility: true },
  });
  if (!feed) return null;
  return deps.readBulkhead(String(feed.venueId), async () => {
    const toEvent = await eventMaker(deps, feed);
    const { pastDays } = query;
    return pastDays === undefined
      ? pageById(deps, { feed, toEvent, after: query.after })
      : pageByTime(deps, { feed, toEvent, query: { ...query, pastDays } });
  });
}

type ToEvent = (row: Row) => CalendarEvent;

async function pageById(
  { database }: ReadDeps,
  { feed, toEvent, after }: { feed: Feed; toEvent: ToEvent; after: number },
): Promise<FeedPage> {
  const startsAt = { gte: new Date(Date.now() - FEED_PAST_DAYS.usual * DAY_MS) };
  const rows = await database.booking.findMany({
    where: { ...shown(feed), startsAt, id: { gt: BigInt(after) } },
    orderBy: { id: 'asc' },
    take: PAGE + 1,
    omit: { note: true },
  });
  const page = rows.slice(0, PAGE);
  return {
    calendar: calendarOf(page.map(toEvent), { now: Date.now(), name: feed.facility.name }),
    next: rows.length > PAGE ? Number(page.at(-1)?.id) : null,
  };
}

/** Where a page ends. Coming bookings are first, the next ones before; then past ones, the latest before. */
type Position = { part: 'coming' | 'past'; now: number; startsAt: number; id: bigint };
const cursorOf = ({ part, now, startsAt, id }: Position) => `${part}_${now}_${startsAt}_${id}`;
function positionOf(cursor: string | undefined): Position {
  const [part, ...rest] = cursor?.split('_') ?? [];
  const [now = Date.now(), startsAt = now - DAY_MS, id = 0] = rest.map(Number);
  return { part: part === 'past' ? 'past' : 'coming', now, startsAt, id: BigInt(id) };
}

async function pageByTime(
  deps: ReadDeps,
  { feed, toEvent, query }: { feed: Feed; toEvent: ToEvent; query: Query & { pastDays: number } },
): Promise<FeedPage> {
  const position = positionOf(query.cursor);
  const { part, now } = position;
  const past = { gte: new Date(now - Math.max(query.pastDays, 1) * DAY_MS), lt: new Date(now - DAY_MS) };
  const where = part === 'coming' ? after(position) : { ...after(position), AND: { startsAt: past } };
  const rows = await deps.database.booking.findMany({
    where: { ...shown(feed), ...where },
    orderBy:
      part === 'coming' ? [{ startsAt: 'asc' }, { id: 'asc' }] : [{ startsAt: 'desc' }, { id: 'desc' }],
    take: PAGE + 1,
    omit: { note: true },
  });
  const events = rows.slice(0, PAGE).map(toEvent);
  const calendar = (some: CalendarEvent[]) => calendarOf(some, { now: Date.now(), name: feed.facility.name });
  const fitting = thoseWithin(events, MAX_FEED_BYTES - (query.used ?? 0), (event) => calendar([event]));
  const missing = rows[fitting.length];
  if (fitting.length < events.length && missing) {
    const last = rows[fitting.length - 1];
    const from = last ? { ...position, startsAt: last.startsAt.getTime(), id: last.id } : position;
    const count =
      (await deps.database.booking.count({
        where: { ...shown(feed), ...after(from), ...(part === 'past' && { AND: { startsAt: past } }) },
      })) +
      (part === 'past'
        ? 0
        : await deps.database.booking.count({ where: { ...shown(feed), startsAt: past } }));
    const more = await moreEvent(deps, { feed, missing, count });
    return { calendar: calendar([...fitting, more]), next: null, cursor: null };
  }
  const end = rows[PAGE - 1];
  const onwards = rows.length > PAGE && end && { ...position, startsAt: end.startsAt.getTime(), id: end.id };
  const toPast: Position = { part: 'past', now, startsAt: now - DAY_MS, id: 0n };
  const next = onwards || (part === 'coming' && toPast);
  return { calendar: calendar(events), next: null, cursor: next ? cursorOf(next) : null };
}

const shown = ({ venueId, facilityId }: Feed) => ({
  ...{ venueId, facilityId },
  status: { notIn: ['cancelled', 'expired'] },
});

function after({ part, startsAt, id }: Position): Prisma.BookingWhereInput {
  const at = new Date(startsAt);
  return part === 'coming'
    ? { OR: [{ startsAt: { gt: at } }, { startsAt: at, id: { gt: id } }] }
    : { OR: [{ startsAt: { lt: at } }, { startsAt: at, id: { lt: id } }] };
}

/** The leading events that fit. */
function thoseWithin(events: CalendarEvent[], bytes: number, textOf: (event: CalendarEvent) => string) {
  let left = bytes;
  return events.filter((event) => {
    // An event on its own has the head of a calendar too, so this is a little too much.
    left = left < 0 ? left : left - Buffer.byteLength(textOf(event));
    return left >= 0;
  });
}

/** The last entry of a full feed, at the time of the first booking that is missing. */
async function moreEvent(
  { contact, publicUrl }: ReadDeps,
  { feed, missing, count }: { feed: Feed; missing: Row; count: number },
): Promise<CalendarEvent> {
  const { slug, locale } = await contact({ venueId: feed.venueId });
  const more = staffTexts[locale].feed;
  const url = `${publicUrl}/admin/v/${slug}/bookings`;
  return {
    uid: `more-${feed.venueId}-${feed.facilityId}@${new URL(publicUrl).hostname}`,
    // Calendars keep the highest revision, so that it moves with the bookings.
    revision: Math.floor(Date.now() / 1000) % 2 ** 31,
    status: 'confirmed',
    timezone: 'UTC',
    startsAt: missing.startsAt.getTime(),
    endsAt: missing.endsAt.getTime(),
    summary: more.summary(count),
    location: null,
    description: `${more.why} ${url}`,
    url,
  };
}

/** In UTC, so that pages need no VTIMEZONE: calendar apps show the user's own zone. */
async function eventMaker(deps: ReadDeps, feed: Feed): Promise<ToEvent> {
  const { database, publicUrl } = deps;
  const { venueId, phone, email, link } = feed;
  const contact = phone || email || link ? await deps.contact({ venueId }) : null;
  const saved = phone ? await database.venueFields.findUnique({ where: { venueId } }) : null;
  const fields = (saved?.fields ?? []) as BookingField[];
  const locale = contact?.locale ?? 'en';
  const label = texts[locale].labels;
  const tel = fields.filter(({ type }) => type === 'tel').map(({ key }) => key);
  return (row) => {
    const extra = row.extra as Record<string, unknown>;
    const phones = tel.map((key) => extra[key]).filter((value) => typeof value === 'string' && value !== '');
    const url = link && contact ? `${publicUrl}/admin/v/${contact.slug}/bookings/${row.id}` : null;
    return {
      uid: eventUid(row, publicUrl),
      revision: row.revision,
      status: BookingStatus.parse(row.status),
      timezone: 'UTC',
      startsAt: row.startsAt.getTime(),
      endsAt: row.endsAt.getTime(),
      summary: `${row.customerName || row.reference} (${row.people})`,
      location: null,
      description: [
        row.reference,
        ...phones.map((value) => `${withColon(label.phone, locale)} ${withInertLinks(String(value), [])}`),
        ...(email && row.customerEmail ? [`${withColon(label.email, locale)} ${row.customerEmail}`] : []),
        ...(url ? [url] : []),
      ].join('\n'),
      url,
    };
  };
}
