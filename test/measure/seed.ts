import type pg from 'pg';

/** Bookings per slot. */
const PER_SLOT = 5;

/**
 * Gives a facility bookings directly in the tables, with everything that belongs to one: slot, allocation,
 * outcome, history, mail, events.
 * @param spread hours over which the slots are spread, from now on
 */
export async function seedBookings(
  database: pg.Pool,
  { facility, bookings, spread }: { facility: number; bookings: number; spread: number },
): Promise<void> {
  const client = await database.connect();
  const hours = spread / (bookings / PER_SLOT);
  try {
    // Without checks of foreign keys.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(`
    CREATE TEMP TABLE seed ON COMMIT DROP AS
    SELECT gen_random_uuid() AS uid, f.venue_id, f.id AS facility_id, t.starts_at, n,
      f.id::bigint * 67108864 + (extract(epoch FROM t.starts_at - '2020-01-01T00:00Z'::timestamptz) / 60)::bigint AS slot_id
    FROM booking.facility f
    CROSS JOIN generate_series(1, ${bookings}) n
    CROSS JOIN LATERAL (SELECT date_trunc('hour', now())
      + floor((n + ${PER_SLOT - 1}) / ${PER_SLOT} * ${hours}) * interval '1 hour' AS starts_at) t
    WHERE f.id = ${facility}`);
    await client.query(`
    INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
    SELECT DISTINCT slot_id, venue_id, facility_id, starts_at, starts_at + interval '1 hour', 5, 10 FROM seed ON CONFLICT DO NOTHING;
    INSERT INTO availability.allocation (booking_uid, venue_id, slot_id, places, reserved_at, settled_at)
    SELECT uid, venue_id, slot_id, 1, now(), now() FROM seed;
    INSERT INTO availability.inbox (event_id) SELECT gen_random_uuid() FROM seed;
    INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void) SELECT venue_id, uid, false FROM seed;
    INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people, amount_cents,
      status, customer_name, customer_email, extra, locale, reference)
    SELECT uid, venue_id, facility_id, slot_id, 'Sauna', 'Europe/Amsterdam', starts_at, starts_at + interval '1 hour', 1, 0, 'confirmed',
      'Guest ' || n, 'guest.' || n || '@example.com', '{}', 'nl', 'SEED-' || facility_id || '-' || n FROM seed;
    INSERT INTO booking.history (venue_id, booking_id, actor, action)
    SELECT b.venue_id, b.id, 'guest', 'created' FROM booking.booking b JOIN seed USING (uid);
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, status, attempts, sent_at)
    SELECT b.venue_id, gen_random_uuid(), b.id, 'confirmed', 'sent', 1, now() FROM booking.booking b JOIN seed USING (uid);
    INSERT INTO booking.inbox (event_id) SELECT gen_random_uuid() FROM seed;
    INSERT INTO booking.outbox (subject, payload, attempts, published_at)
    SELECT 'events.booking.booking_created', jsonb_build_object('bookingUid', uid, 'venueId', venue_id), 1, now() FROM seed;
    INSERT INTO payment.inbox (event_id) SELECT gen_random_uuid() FROM seed`);
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
