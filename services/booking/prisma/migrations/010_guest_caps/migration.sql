-- How much one guest may hold of a venue.

-- Copy of catalog's. Null and not in `uncapped`: the venue never chose, and has the default.
ALTER TABLE venue
  ADD COLUMN max_open_holds_per_network integer,
  ADD COLUMN max_coming_bookings_per_email integer,
  ADD COLUMN max_coming_bookings_per_address integer,
  ADD COLUMN max_coming_bookings_per_network integer,
  ADD COLUMN uncapped text[] NOT NULL DEFAULT '{}',
  ADD COLUMN proof_of_work boolean NOT NULL DEFAULT false;

-- What a guest's booking counts under: keyed hashes, gone once it has begun or the guest is erased. None of the venue's own bookings.
ALTER TABLE booking
  ADD COLUMN mailbox_hash text,
  ADD COLUMN address_hash text,
  ADD COLUMN network_hash text;
-- locks: reads the bookings once; those of large installations make it beforehand, see CHANGELOG.md
CREATE INDEX IF NOT EXISTS booking_of_mailbox ON booking (venue_id, mailbox_hash)
  WHERE mailbox_hash IS NOT NULL AND status IN ('pending_payment', 'confirmed');
-- locks: as above
CREATE INDEX IF NOT EXISTS booking_of_network ON booking (venue_id, network_hash)
  WHERE network_hash IS NOT NULL AND status IN ('pending_payment', 'confirmed');
-- locks: as above
CREATE INDEX IF NOT EXISTS booking_counted ON booking (starts_at) WHERE network_hash IS NOT NULL;

-- What a guest holds of a venue: unpaid holds, and bookings to come that nothing was paid for online. Null for nobody. In plpgsql, whose
-- plan is kept: planned anew with each booking it took six times as long.
CREATE FUNCTION guest_counts(venue integer, mailbox text, address text, network text)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF mailbox IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN (
    SELECT jsonb_build_object(
      'open_holds_per_email', count(*) FILTER (WHERE b.status = 'pending_payment' AND b.mailbox_hash = mailbox),
      'open_holds_per_address', count(*) FILTER (WHERE b.status = 'pending_payment' AND b.address_hash = address),
      'open_holds_per_network', count(*) FILTER (WHERE b.status = 'pending_payment' AND b.network_hash = network),
      'coming_bookings_per_email', count(*) FILTER (WHERE b.status = 'confirmed' AND b.mailbox_hash = mailbox),
      'coming_bookings_per_address', count(*) FILTER (WHERE b.status = 'confirmed' AND b.address_hash = address),
      'coming_bookings_per_network', count(*) FILTER (WHERE b.status = 'confirmed' AND b.network_hash = network))
    FROM booking.booking b
    WHERE b.venue_id = venue AND (b.mailbox_hash = mailbox OR b.network_hash = network)
      AND b.status IN ('pending_payment', 'confirmed')
      AND (b.status = 'pending_payment' OR (b.payment_id IS NULL AND b.starts_at > now()))
  );
END
$$;

-- Whether a guest may have one more booking, for the statement that saves it: others of the same network or mailbox wait until that is
-- done. Each statement of a volatile function sees what was committed before it, so a count behind the locks misses none.
CREATE FUNCTION guest_has_room(
  venue integer, new_status text, mailbox text, address text, network text,
  per_email integer, per_address integer, per_network integer
) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  what text := CASE new_status WHEN 'pending_payment' THEN 'open_holds' ELSE 'coming_bookings' END;
  held jsonb;
BEGIN
  -- In one order for everybody, so that two of them never wait for each other. The network's covers its addresses.
  PERFORM pg_advisory_xact_lock(hashtextextended('booking of network ' || venue || ' ' || network, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('booking of mailbox ' || venue || ' ' || mailbox, 0));
  held := booking.guest_counts(venue, mailbox, address, network);
  RETURN coalesce((held ->> (what || '_per_email'))::integer < per_email, true)
    AND coalesce((held ->> (what || '_per_address'))::integer < per_address, true)
    AND coalesce((held ->> (what || '_per_network'))::integer < per_network, true);
END
$$;

-- Proofs of work that a booking was made with, until they would have expired anyway.
CREATE TABLE spent_proof (
  signature text PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX spent_proof_by_age ON spent_proof (expires_at);
