import assert from 'node:assert/strict';
import type { Stack } from './stack.ts';

/**
 * Asserts the invariants of the ledger: `booked` is the sum of live allocations, and no slot is sold beyond
 * its capacity.
 */
export async function assertLedgerHolds({ database }: Stack): Promise<void> {
  const { rows } = await database.query(`
    SELECT s.id, s.booked, coalesce(sum(a.places), 0)::int AS live, s.sold_capacity
    FROM availability.slot s LEFT JOIN availability.allocation a ON a.slot_id = s.id AND a.released_at IS NULL
    GROUP BY s.id, s.booked, s.sold_capacity
    HAVING s.booked <> coalesce(sum(a.places), 0) OR coalesce(sum(a.places), 0) > s.sold_capacity`);
  assert.deepEqual(rows, [], 'booked is the sum of live allocations, and within the capacity');
}

/**
 * Asserts that every booking that is not cancelled or expired has its places, and that no places lack such a
 * booking: as many as it has people, or a whole slot. Bookings of a purged venue have no places; their
 * facility has no name. An imported booking that was over may have none.
 */
export async function assertBookingsHoldPlaces({ database }: Stack): Promise<void> {
  const { rows } = await database.query(`
    SELECT b.id AS booking, a.booking_uid AS allocation, b.people, a.places
    FROM (SELECT * FROM booking.booking WHERE status NOT IN ('cancelled', 'expired') AND facility_name <> '') b FULL JOIN
      (SELECT * FROM availability.allocation WHERE released_at IS NULL) a ON a.booking_uid = b.uid
    LEFT JOIN availability.facility f ON f.id = b.facility_id
    LEFT JOIN availability.slot s ON s.id = a.slot_id
    WHERE b.id IS NULL OR (a.booking_uid IS NULL AND b.ends_at > now()) OR a.places < b.people OR (a.places > b.people AND f.mode = 'CAPACITY' AND s.private IS NOT TRUE)`);
  assert.deepEqual(rows, [], 'bookings and live allocations match');
}

/** People booked on a slot, according to the bookings. */
export async function peopleBooked({ database }: Stack, slotId: number): Promise<number> {
  const { rows } = await database.query(
    `SELECT coalesce(sum(people), 0)::int AS people FROM booking.booking
     WHERE slot_id = $1 AND status NOT IN ('cancelled', 'expired')`,
    [slotId],
  );
  return rows[0].people;
}

/** Asserts that no process logged an error, which would be a bug. @param tolerated lines that are none */
export function assertNoErrorsLogged({ processes }: Stack, tolerated?: RegExp): void {
  const errors = processes
    .flatMap((process) => process.output().split('\n'))
    .filter((line) => line.includes('"level":50') && !tolerated?.test(line));
  assert.deepEqual(errors, []);
}
