-- contract: the same arguments, and the same answer
-- As before, but by an index for each of the two: with OR, a plan made while the table was small read all bookings of the venue.
CREATE OR REPLACE FUNCTION guest_counts(venue integer, mailbox text, address text, network text)
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
    FROM (
      SELECT * FROM booking.booking
      WHERE venue_id = venue AND mailbox_hash = mailbox AND status IN ('pending_payment', 'confirmed')
      UNION ALL
      SELECT * FROM booking.booking
      WHERE venue_id = venue AND network_hash = network AND status IN ('pending_payment', 'confirmed')
        AND mailbox_hash <> mailbox
    ) AS b
    WHERE b.status = 'pending_payment' OR (b.payment_id IS NULL AND b.starts_at > now())
  );
END
$$;

-- contract: the release before has lock_guests take all locks first as well, in the same statement
-- As before, without the locks: the statement that saves has taken them all by lock_guests before it asks, in one order for everybody.
-- VOLATILE, so that its own statement sees what was committed while the locks were waited for.
CREATE OR REPLACE FUNCTION guest_has_room(
  venue integer, new_status text, mailbox text, address text, network text,
  per_email integer, per_address integer, per_network integer
) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  what text := CASE new_status WHEN 'pending_payment' THEN 'open_holds' ELSE 'coming_bookings' END;
  held jsonb := booking.guest_counts(venue, mailbox, address, network);
BEGIN
  RETURN coalesce((held ->> (what || '_per_email'))::integer < per_email, true)
    AND coalesce((held ->> (what || '_per_address'))::integer < per_address, true)
    AND coalesce((held ->> (what || '_per_network'))::integer < per_network, true);
END
$$;
