-- contract: the same arguments, and the same answer
-- As before, and what was paid counts again once a change has given all of it back: nothing is paid for it any more.
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
    WHERE b.status = 'pending_payment' OR ((b.payment_id IS NULL OR b.paid_cents = 0) AND b.starts_at > now())
  );
END
$$;
