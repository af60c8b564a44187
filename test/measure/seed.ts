import type pg from 'pg';

/** Venues with bookings, put straight into the tables as the services would have left them. */

/**
 * Five bookings share a slot. When the n-th slot of a venue starts, in hours from now: one a day at first,
 * then one an hour; every fifth is to come.
 */
const SLOT = '(n + 4) / 5';
const HOURS =
  'CASE WHEN slot <= 100 THEN 25 * slot ELSE 2400 + slot END * CASE WHEN slot % 5 = 0 THEN 0.1 ELSE -1 END';

/** Makes venues with one facility each: in catalog's tables and in the copies of the others. */
async function seedVenues(database: pg.ClientBase, venues: number): Promise<void> {
  await database.query(
    `INSERT INTO catalog.venue (slug, name, timezone, locale, live, day_start, allowed_origins, redirect_origins, hold_minutes,
       cancel_until_hours, min_notice_minutes, retain_days, revision)
     SELECT 'seed-' || n, 'Venue ' || n, 'Europe/Amsterdam', 'nl', true, '06:00', ARRAY['https://www.seed-' || n || '.example'], '{}',
       15, 24, 0, 730, 1
     FROM generate_series((SELECT count(*) + 1 FROM catalog.venue WHERE slug LIKE 'seed-%'), $1::bigint) n`,
    [venues],
  );
  await database.query(`
    INSERT INTO catalog.venue_domain SELECT slug || '.example', id FROM catalog.venue WHERE slug LIKE 'seed-%' ON CONFLICT DO NOTHING;
    INSERT INTO catalog.facility (venue_id, name, mode, capacity, min_people, max_people_per_booking, duration_minutes, buffer_minutes,
      price_cents, opens_at, closes_at, open_days, active, images, description)
    SELECT v.id, 'Sauna', 'CAPACITY', 10, 1, 10, 60, 0, 0, '06:00', '06:00', '{1,2,3,4,5,6,7}', true, '{}', ''
    FROM catalog.venue v WHERE slug LIKE 'seed-%' AND NOT EXISTS (SELECT FROM catalog.facility f WHERE f.venue_id = v.id) ORDER BY v.id;
    INSERT INTO availability.venue (id, timezone, day_start, min_notice_minutes, revision)
    SELECT id, timezone, day_start, 0, revision FROM catalog.venue WHERE slug LIKE 'seed-%' ON CONFLICT DO NOTHING;
    INSERT INTO booking.venue (id, timezone, live, redirect_origins, revision, cancel_until_hours, retain_days)
    SELECT id, timezone, true, '{}', revision, 24, 730 FROM catalog.venue WHERE slug LIKE 'seed-%' ON CONFLICT DO NOTHING;
    INSERT INTO availability.facility SELECT f.id, venue_id, f.name, mode, capacity, duration_minutes, buffer_minutes, opens_at, closes_at,
      open_days, active, 1 FROM catalog.facility f JOIN catalog.venue v ON v.id = venue_id WHERE slug LIKE 'seed-%' ON CONFLICT DO NOTHING;
    INSERT INTO booking.facility SELECT f.id, venue_id, f.name, min_people, max_people_per_booking, price_cents, active, 1
      FROM catalog.facility f JOIN catalog.venue v ON v.id = venue_id WHERE slug LIKE 'seed-%' ON CONFLICT DO NOTHING`);
}

/**
 * Gives venues bookings up to `each`, with all that belongs to one: slot, allocation, outcome, history, mail,
 * events.
 */
async function seedBookings(
  database: pg.ClientBase,
  { of, each, hours }: { of: string; each: number; hours: string },
): Promise<void> {
  await database.query(`
    CREATE TEMP TABLE seed ON COMMIT DROP AS
    SELECT gen_random_uuid() AS uid, f.venue_id, f.id AS facility_id, t.starts_at, n,
      f.id::bigint * 67108864 + (extract(epoch FROM t.starts_at - '2020-01-01T00:00Z'::timestamptz) / 60)::bigint AS slot_id
    FROM booking.facility f JOIN catalog.venue v ON v.id = f.venue_id
    CROSS JOIN generate_series((SELECT count(*) FROM booking.booking b WHERE b.venue_id = v.id) + 1, ${each}) n
    CROSS JOIN LATERAL (SELECT ${SLOT} AS slot) s
    CROSS JOIN LATERAL (SELECT date_trunc('hour', now()) + floor(${hours}) * interval '1 hour' AS starts_at) t
    WHERE ${of}`);
  await database.query(`
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
}

/**
 * Lets there be so many venues with so many bookings each; or gives one venue more than the others.
 * @param hours when the venue's n-th `slot` starts, in SQL, in hours from now
 */
export async function seed(
  database: pg.Pool,
  {
    venues,
    each,
    of = "v.slug LIKE 'seed-%'",
    hours = HOURS,
  }: { venues: number; each: number; of?: string; hours?: string },
): Promise<void> {
  const client = await database.connect();
  try {
    // What refers to what is right already; looking it up a million times takes minutes.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await seedVenues(client, venues);
    await seedBookings(client, { of, each, hours });
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
