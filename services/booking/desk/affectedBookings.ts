import { windowsOf, windowsText } from '@venue-booking/domain/schedule/dayHours';
import { isSame } from '@venue-booking/domain/schedule/settingsChange';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { isShownOtherwise, sameClock, type VenueClock } from '@venue-booking/domain/schedule/zoneChange';
import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { AffectedBookings } from '@venue-booking/proto/booking/adminBooking';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { type HistoryChange, MAX_HISTORY } from '@venue-booking/proto/booking/history';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { DayHours, HeldPlaces, RulesChange } from '@venue-booking/proto/venue/rulesChange';
import { changesColumn } from '../core/historyLine.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

export type Deps = {
  database: BookingDatabase;
  /**
   * Calls availability: returns which of these bookings the change affects. At most {@link PAGE} at a time.
   */
  findAffected: (request: {
    venueId: number;
    change: RulesChange;
    bookings: HeldPlaces[];
  }) => Promise<number[]>;
};
type Input = { venueId: number; change: RulesChange };

const PAGE = 500;
/** Maximum bookings listed, and maximum counted. */
const MAX_LISTED = 10;
const MAX_COUNTED = 1000;
/** Time budget for writing all histories: 100,000 took 8 s. */
const RECORD_BUDGET_MS = 120_000;
const DAY_MS = 24 * 3600_000;
/** Bookings whose guests are expected or present. */
const EXPECTED: BookingStatus[] = ['pending_payment', 'confirmed', 'checked_in'];

/** The coming bookings that a change of the rules affects: the first ones, and their number. */
export async function findAffectedBookings(deps: Deps, input: Input): Promise<AffectedBookings> {
  const first: AffectedBookings['first'] = [];
  let count = 0;
  for await (const rows of affectedBookings(deps, input)) {
    for (const { id, reference, timezone, startsAt } of rows.slice(0, MAX_LISTED - first.length))
      first.push({ id, reference, starts_at: localAt(timezone, startsAt.getTime()) });
    count += rows.length;
    if (count > MAX_COUNTED) return { first, count: MAX_COUNTED, more: true };
  }
  return { first, count, more: false };
}

/**
 * Adds the change and its actor to the history of each affected booking. The change is saved already, so this
 * continues after the caller's deadline. Full histories get no line.
 * @param input.since only bookings made at or after this instant, ms since 1970
 */
export async function recordRulesChange(
  deps: Deps,
  input: Input & { since: number; actor: string },
): Promise<void> {
  const { venueId, change, actor } = input;
  await withOwnDeadline(RECORD_BUDGET_MS, async () => {
    for await (const rows of affectedBookings(deps, input))
      await deps.database.$executeRaw`
        INSERT INTO booking.history (venue_id, booking_id, actor, action, note, changes)
        SELECT venue_id, id, ${actor}, 'rules_changed', ${describeChange(change)},
          ${changesColumn(changesOf(change))}::jsonb
        FROM booking.booking
        WHERE id = ANY(${rows.map(({ id }) => id)}::bigint[]) AND venue_id + 0 = ${venueId} -- see docs/decisions/0068
          AND booking.history_lines(venue_id, id) < ${MAX_HISTORY}`;
  });
}

type Row = HeldPlaces & { reference: string; startsAt: Date; endsAt: Date; timezone: string };

/** Pages through the affected bookings by start, because a venue may have any number of them. */
async function* affectedBookings(
  { database, findAffected }: Deps,
  { venueId, change, since = 0 }: Input & { since?: number },
): AsyncGenerator<Row[]> {
  const createdSince = Prisma.sql`created_at >= ${new Date(since)}`;
  const conditions = Prisma.join([...conditionsOf(change), createdSince], ' AND ');
  let last: Pick<Row, 'id' | 'startsAt'> = { id: 0, startsAt: new Date(Date.now() - 2 * DAY_MS) };
  for (;;) {
    const rows = await database.$queryRaw<Row[]>`
      SELECT id::float8, reference, slot_id::float8 AS "slotId", people, starts_at AS "startsAt", ends_at AS "endsAt", timezone
      FROM booking.booking
      WHERE venue_id = ${venueId} AND (starts_at, id) > (${last.startsAt}, ${last.id}::bigint) AND ends_at > now()
        AND status = ANY(${EXPECTED}) AND ${conditions}
      ORDER BY starts_at, booking.id LIMIT ${PAGE}`;
    const bookings = rows.map(({ id, slotId, people }) => ({ id, slotId, people }));
    // Bookings that have kept their clock time are in slots of the new zone.
    const asks = bookings.length > 0 && !(change.of === 'settings' && change.keep === 'clock');
    const affected = new Set(asks ? await findAffected({ venueId, change, bookings }) : []);
    yield rows.filter((row) => affected.has(row.id) || isRetimed(change, row));
    const end = rows[PAGE - 1];
    if (!end) return;
    last = end;
  }
}

/** Whether a change of the zone or the start of the day changes the clock time, instant or booking day. */
function isRetimed(change: RulesChange, row: Pick<Row, 'startsAt' | 'endsAt' | 'timezone'>): boolean {
  if (change.of !== 'settings') return false;
  const [before, after] = [change.before, change.after].map((settings) => ({
    timezone: settings.timezone ?? row.timezone,
    dayStart: settings.day_start ?? '00:00',
  })) as [VenueClock, VenueClock];
  const shown = { startsAt: row.startsAt.getTime(), endsAt: row.endsAt.getTime() };
  // The change is saved: the booking was at the same clock time before.
  if (change.keep === 'clock' && row.timezone === after.timezone) {
    const wasAt = (at: number) => sameClock(after.timezone, before.timezone, at);
    return isShownOtherwise(before, after, { startsAt: wasAt(shown.startsAt), endsAt: wasAt(shown.endsAt) });
  }
  return isShownOtherwise(before, after, shown);
}

/** Conditions that limit which bookings a change can affect. */
function conditionsOf(change: RulesChange): Prisma.Sql[] {
  if (change.of === 'slot' || change.of === 'slots') {
    const slotIds = change.of === 'slot' ? [change.slotId] : change.slotIds;
    const starts = slotIds.map((id) => parseSlotId(id)?.startsAt ?? 0);
    const [first, last] = [new Date(Math.min(...starts)), new Date(Math.max(...starts))];
    return [Prisma.sql`starts_at BETWEEN ${first} AND ${last} AND slot_id = ANY(${slotIds}::bigint[])`];
  }
  if (change.of === 'day' || change.of === 'days') {
    const days = change.of === 'day' ? [change] : change.days;
    const dates = days.map(({ date }) => date).sort();
    const [first = '', last = ''] = [dates[0], dates.at(-1)];
    const facilities = [...new Set(days.map(({ facilityId }) => facilityId))];
    return [
      Prisma.sql`facility_id = ANY(${facilities}::integer[])`,
      // Computed by PostgreSQL, which supports dates after the year 9999.
      Prisma.sql`starts_at BETWEEN ${first}::date - 2 AND ${last}::date + 3`,
    ];
  }
  return change.facilityId === undefined ? [] : [Prisma.sql`facility_id = ${change.facilityId}`];
}

/** `opens_at 10:00 → 12:00`, `2026-12-25: weekly hours → closed`, `capacity 10 → 4`. */
export const describeChange = (change: RulesChange): string =>
  changesOf(change)
    .map(({ what, date, before, after }) => {
      if (isList(what)) return `${what} → ${after ?? 'none'}`;
      if (before === undefined) return `hours of the day → ${hoursText(after)}`;
      if (date) return `${date}: ${hoursText(before)} → ${hoursText(after)}`;
      return `${what} ${plainText(before)} → ${plainText(after)}`;
    })
    .join('; ');

/** Settings whose values are too long for the history. */
const isList = (what: string) => what === 'timetable' || what === 'holidays';

/** The changed values, one by one. */
function changesOf(change: RulesChange): HistoryChange[] {
  if (change.of === 'days') return [{ what: 'hours', after: hoursOf(change.after) }];
  if (change.of === 'day') {
    const [before, after] = [hoursOf(change.before), hoursOf(change.after)];
    return [{ what: 'hours', date: change.date, before, after }];
  }
  const before: Record<string, unknown> = change.before;
  return Object.entries(change.after)
    .filter(([key, value]) => !isSame(before[key], value))
    .map(([what, value]) =>
      isList(what)
        ? { what, after: value ? 'changed' : null }
        : { what, before: plainOf(before[what]), after: plainOf(value) },
    );
}

/** `10:00–12:00, 14:00–18:00`, `closed`, or null for the weekly hours. */
const hoursOf = (hours: DayHours): string | null => {
  if (!hours) return null;
  return windowsText(windowsOf(hours)) || 'closed';
};

const plainOf = (value: unknown): HistoryChange['after'] =>
  value === null || typeof value === 'boolean' || typeof value === 'number' ? value : String(value);

const hoursText = (hours: unknown): string => String(hours ?? 'weekly hours');

const plainText = (value: unknown): string => {
  if (value === null) return 'as the facility';
  return String(value) || 'none';
};
