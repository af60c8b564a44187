import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { keepsClock, sameClock } from '@venue-booking/domain/schedule/zoneChange';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { EventOf } from '@venue-booking/proto/events';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import type { Publish } from './publish.ts';
import { storeVenueCopy } from './termsStore.ts';

type VenueChanged = EventOf<'events.catalog.venue_changed'>;
type Stored = { timezone: string; revision: bigint; zoneRevision: bigint | null };

/** Bookings per statement. */
const PAGE = 2000;
/** Upcoming bookings in these statuses publish that their time changed. */
const EXPECTED: BookingStatus[] = ['pending_payment', 'confirmed', 'checked_in'];

/** Makes the function that copies a venue. If its time zone changed, its bookings follow. */
export const createCopyVenue =
  (publish: Publish) =>
  async (tx: BookingTx, event: VenueChanged): Promise<void> => {
    const { venueId, timezone, revision, zoneChange } = event;
    // Bookings that are being saved in the old zone finish first: see `zoned` in saveBooking.ts.
    const [before] = await tx.$queryRaw<Stored[]>`
      SELECT timezone, revision, zone_revision AS "zoneRevision" FROM booking.venue
      WHERE id = ${venueId} AND timezone <> ${timezone} FOR UPDATE`;
    await storeVenueCopy(tx, event);
    const isNewer = before !== undefined && before.revision < revision;
    if (isNewer) {
      const keeps = keepsClock(zoneChange, before.zoneRevision);
      await followZone({ tx, publish }, { venueId, timezone, keeps, notify: zoneChange?.notifyGuests });
    }
    if (zoneChange)
      await tx.$executeRaw`
        UPDATE booking.venue SET zone_revision = ${zoneChange.revision}
        WHERE id = ${venueId} AND coalesce(zone_revision, 0) < ${zoneChange.revision}`;
  };

type Row = { id: bigint; timezone: string; startsAt: Date; endsAt: Date };

/**
 * Shows all bookings of a venue in another time zone, past ones included. With `keeps` they keep their clock
 * time, and so move to other instants and slots, as the ledger's slots do.
 */
async function followZone(
  { tx, publish }: { tx: BookingTx; publish: Publish },
  {
    venueId,
    timezone,
    keeps,
    notify = false,
  }: { venueId: number; timezone: string; keeps: boolean; notify: boolean | undefined },
): Promise<void> {
  let last = 0n;
  for (;;) {
    const rows = await tx.$queryRaw<Row[]>`
      SELECT id, timezone, starts_at AS "startsAt", ends_at AS "endsAt" FROM booking.booking
      WHERE venue_id = ${venueId} AND id > ${last} AND timezone <> ${timezone} ORDER BY booking.id LIMIT ${PAGE}`;
    const moved = rows.map((row) => movedRow(row, timezone, keeps));
    if (moved.length > 0)
      await tx.$executeRaw`
        WITH after AS (
          UPDATE booking.booking b SET timezone = ${timezone}, revision = b.revision + 1,
            -- A slot's id contains its start in minutes.
            slot_id = b.slot_id + extract(epoch FROM m.starts_at - b.starts_at)::bigint / 60,
            starts_at = m.starts_at, ends_at = m.ends_at
          FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
            AS m(id bigint, starts_at timestamptz, ends_at timestamptz, changed boolean)
          WHERE b.venue_id = ${venueId} AND b.id = m.id
          RETURNING b.*, m.changed
        ),
        ${publish('events.booking.booking_changed', {
          only: Prisma.sql`WHERE changed AND ends_at > now() AND status = ANY(${EXPECTED})`,
          notifyGuest: notify,
          notifyVenue: false,
        })}
        SELECT FROM after`;
    const end = rows[PAGE - 1];
    if (!end) return;
    last = end.id;
  }
}

/** A booking in the other zone. `changed`: its clock time or its instant is another one. */
function movedRow({ id, timezone: from, startsAt, endsAt }: Row, to: string, keeps: boolean) {
  const move = (at: Date) => (keeps ? new Date(sameClock(from, to, at.getTime())) : at);
  const [starts_at, ends_at] = [move(startsAt), move(endsAt)];
  const isOther = (before: Date, after: Date) =>
    before.getTime() !== after.getTime() || localAt(from, before.getTime()) !== localAt(to, after.getTime());
  return {
    id: String(id),
    starts_at,
    ends_at,
    changed: isOther(startsAt, starts_at) || isOther(endsAt, ends_at),
  };
}
