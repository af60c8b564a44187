import type { Scan, ScanOutcome, ScanResult } from '@venue-booking/proto/booking/checkIns';
import { MAX_HISTORY } from '@venue-booking/proto/booking/history';
import { findBooking, requireBooking, requireVenue } from '../core/bookingStore.ts';
import { changeStatus } from '../core/changeStatus.ts';
import type { BookingDeps } from '../core/deps.ts';
import { changesColumn } from '../core/historyLine.ts';
import type { Publish } from '../core/publish.ts';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { changeArrivals } from './changeArrivals.ts';
import { describeUse, findFirstUses, toExpected } from './expected.ts';
import { judgeScan } from './judgeScan.ts';

type Deps = Pick<BookingDeps, 'database' | 'publish' | 'wakeWorkers'> & Pick<BookingLinks, 'findScanned'>;

const HOUR_MS = 3600_000;

/**
 * Records a device's scans, made now or while it was offline, and returns a result for each in order. A
 * repeated scan has its effect once, across any number of requests. Of several scans of one booking, one
 * checks it in and the others get that first use.
 * @param request.scans `ticket` is the token of a ticket
 * @param request.dayStart HH:MM at which a booking day starts
 */
export async function recordScans(
  deps: Deps,
  {
    venueId,
    scans,
    dayStart,
    actor,
  }: { venueId: number; scans: readonly Scan[]; dayStart?: string | undefined; actor: string },
): Promise<ScanResult[]> {
  const { database, publish, wakeWorkers } = deps;
  const { checkInFromHours } = await requireVenue(database, venueId);
  const results: ScanResult[] = [];
  for (const scan of scans) {
    const id = await bookingOf(deps, venueId, scan);
    const by = { venueId, scan, actor, dayStart, earlyMs: checkInFromHours * HOUR_MS };
    results.push(
      id === null
        ? unknown(scan)
        : await database.raw.$transaction((tx) => recordScan({ database: tx, publish }, { ...by, id })),
    );
  }
  wakeWorkers();
  return results;
}

type Days = { earlyMs: number; dayStart: string | undefined };
type OneScan = { venueId: number; id: number; scan: Scan; actor: string } & Days;

/** Locks the booking's row, so that scans of one booking are decided one after the other. */
async function recordScan(
  { database: tx, publish }: { database: BookingTx; publish: Publish },
  { venueId, id, scan, actor, ...days }: OneScan,
): Promise<ScanResult> {
  await tx.$queryRaw`SELECT FROM booking.booking WHERE venue_id = ${venueId} AND id = ${id} FOR UPDATE`;
  const row = await findBooking(tx, { venueId, id });
  if (!row) return unknown(scan);
  const now = Date.now();
  const outcome = judgeScan(row, { now, earlyMs: days.earlyMs });
  const { people } = scan;
  if (outcome === 'double' && people !== undefined)
    return recordCount({ tx, publish }, { row, scan, people, actor, ...days });
  if (outcome !== 'checked_in' && outcome !== 'double') return resultOf(tx, { row, scan, outcome, ...days });
  // The clock of a device may be ahead: a scan cannot be in the future.
  const scannedAt = new Date(Math.min(Date.parse(scan.scanned_at), now));
  if (!(await claimScan(tx, { row, scan, outcome, scannedAt })))
    return (await storedResult(tx, { venueId, scan, ...days })) ?? unknown(scan);
  const use = describeUse({ at: scannedAt.toISOString(), device: scan.device }, row.timezone);
  if (outcome === 'checked_in') {
    await changeStatus(
      { database: tx, publish },
      { venueId, id: Number(row.id) },
      // A device may send a count of a party that has become smaller since.
      {
        to: 'checked_in',
        actor,
        note: use,
        arrived: people === undefined ? null : Math.min(people, row.people),
      },
    );
    return resultOf(tx, { row: await requireBooking(tx, { venueId, id }), scan, outcome, ...days });
  }
  const result = await resultOf(tx, { row, scan, outcome, ...days });
  const before = result.first && describeUse(result.first, row.timezone);
  await recordDouble(tx, { row, scan, actor, use, before });
  return result;
}

/** Records how many of a checked-in party have come in all, once per scan. */
async function recordCount(
  { tx, publish }: { tx: BookingTx; publish: Publish },
  { row, scan, people, actor, ...days }: { row: Row; scan: Scan; people: number; actor: string } & Days,
): Promise<ScanResult> {
  const { venueId } = row;
  const of = { venueId, id: Number(row.id) };
  const scannedAt = new Date(Math.min(Date.parse(scan.scanned_at), Date.now()));
  if (!(await claimScan(tx, { row, scan, outcome: 'checked_in', scannedAt })))
    return (await storedResult(tx, { venueId, scan, ...days })) ?? unknown(scan);
  const note = describeUse({ at: scannedAt.toISOString(), device: scan.device }, row.timezone);
  const arrived = Math.min(people, row.people);
  await changeArrivals({ database: tx, publish }, of, { arrived, actor, note });
  return resultOf(tx, { row: await requireBooking(tx, of), scan, outcome: 'checked_in', ...days });
}

/** Whether the scan is new. Waits for a concurrent transaction with the same scan. */
async function claimScan(
  tx: BookingTx,
  { row, scan, outcome, scannedAt }: { row: Row; scan: Scan; outcome: ScanOutcome; scannedAt: Date },
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO booking.check_in_scan (venue_id, scan_id, booking_id, outcome, device, scanned_at)
    VALUES (${row.venueId}, ${scan.scan_id}::uuid, ${row.id}, ${outcome}, ${scan.device}, ${scannedAt})
    ON CONFLICT DO NOTHING`;
  return claimed === 1;
}

/** The stored outcome of a repeated scan, with the booking's current state. */
async function storedResult(
  tx: BookingTx,
  { venueId, scan, ...days }: { venueId: number; scan: Scan } & Days,
): Promise<ScanResult | null> {
  const [stored] = await tx.$queryRaw<{ bookingId: bigint; outcome: ScanOutcome }[]>`
    SELECT booking_id AS "bookingId", outcome FROM booking.check_in_scan
    WHERE venue_id = ${venueId} AND scan_id = ${scan.scan_id}::uuid`;
  const row = stored && (await findBooking(tx, { venueId, id: Number(stored.bookingId) }));
  return row ? resultOf(tx, { row, scan, outcome: stored.outcome, ...days }) : null;
}

/** Adds a history line for a repeated use, once per device, while the history has room. */
async function recordDouble(
  tx: BookingTx,
  double: { row: Row; scan: Scan; actor: string; use: string; before: string | null },
): Promise<void> {
  const { row, scan, actor, use, before } = double;
  const note = before === null ? use : `${use}; before: ${before}`;
  await tx.$executeRaw`
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note, changes)
    SELECT ${row.venueId}, ${row.id}, ${actor}, 'used_again', ${note},
      ${changesColumn([{ what: 'use', before, after: use }])}::jsonb
    WHERE booking.history_lines(${row.venueId}::integer, ${row.id}::bigint) < ${MAX_HISTORY} AND NOT EXISTS (SELECT FROM booking.check_in_scan
      WHERE venue_id = ${row.venueId} AND booking_id = ${row.id} AND outcome = 'double'
        AND device = ${scan.device} AND scan_id <> ${scan.scan_id}::uuid)`;
}

async function resultOf(
  tx: BookingTx,
  { row, scan, outcome, ...days }: { row: Row; scan: Scan; outcome: ScanOutcome } & Days,
): Promise<ScanResult> {
  const firstUse = (await findFirstUses(tx, { venueId: row.venueId, ids: [row.id] })).get(row.id);
  return {
    scan_id: scan.scan_id,
    outcome,
    booking: toExpected(row, { ...days, firstUse }),
    first: outcome === 'double' ? (firstUse ?? null) : null,
  };
}

const unknown = ({ scan_id }: Scan): ScanResult => ({
  scan_id,
  outcome: 'unknown',
  booking: null,
  first: null,
});

/** The id of the scanned booking; null if the ticket belongs to no booking of the venue. */
async function bookingOf(
  { findScanned }: Deps,
  venueId: number,
  { booking_id, ticket = '' }: Scan,
): Promise<number | null> {
  if (booking_id !== undefined) return booking_id;
  const row = await findScanned(ticket);
  return row?.venueId === venueId ? Number(row.id) : null;
}
