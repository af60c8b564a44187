-- Shares of what a venue offers, in place of fixed caps: docs/decisions/0096-shares-instead-of-fixed-caps.md

-- private_places: places that a booking of a whole slot takes; null: as many as its people.
-- mailbox_opened: somebody opened the link in the mail, so the booking is of that mailbox's owner.
ALTER TABLE booking
  ADD COLUMN private_places integer,
  ADD COLUMN mailbox_opened boolean NOT NULL DEFAULT false;

-- What a guest holds of a venue: unpaid holds, upcoming bookings with nothing paid online, and the places of
-- both, on one booking day and over all days. A mailbox counts only bookings that its owner has seen: those
-- whose link in the mail was opened, or that were paid. Null for nobody.
-- In plpgsql, whose plan is kept, and by one index for each of mailbox and network.
CREATE FUNCTION guest_held(
  venue integer, mailbox text, address text, network text, day_from timestamptz, day_to timestamptz
) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF mailbox IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN (
    SELECT jsonb_build_object(
      'open_holds_per_email', count(*) FILTER (WHERE b.unpaid AND b.by_mailbox),
      'open_holds_per_address', count(*) FILTER (WHERE b.unpaid AND b.by_address),
      'open_holds_per_network', count(*) FILTER (WHERE b.unpaid AND b.by_network),
      'coming_bookings_per_email', count(*) FILTER (WHERE NOT b.unpaid AND b.by_mailbox),
      'coming_bookings_per_address', count(*) FILTER (WHERE NOT b.unpaid AND b.by_address),
      'coming_bookings_per_network', count(*) FILTER (WHERE NOT b.unpaid AND b.by_network),
      'places_day_per_email', coalesce(sum(b.places) FILTER (WHERE b.on_day AND b.by_mailbox), 0),
      'places_day_per_address', coalesce(sum(b.places) FILTER (WHERE b.on_day AND b.by_address), 0),
      'places_day_per_network', coalesce(sum(b.places) FILTER (WHERE b.on_day AND b.by_network), 0),
      'places_horizon_per_email', coalesce(sum(b.places) FILTER (WHERE b.by_mailbox), 0),
      'places_horizon_per_address', coalesce(sum(b.places) FILTER (WHERE b.by_address), 0),
      'places_horizon_per_network', coalesce(sum(b.places) FILTER (WHERE b.by_network), 0))
    FROM (
      SELECT found.status = 'pending_payment' AS unpaid,
        coalesce(found.private_places, found.people) AS places,
        coalesce(found.starts_at >= day_from AND found.starts_at < day_to, false) AS on_day,
        found.mailbox_hash = mailbox
          AND (found.mailbox_opened OR (found.status = 'confirmed' AND found.payment_id IS NOT NULL)) AS by_mailbox,
        found.address_hash = address AS by_address,
        found.network_hash = network AS by_network
      FROM (
        SELECT * FROM booking.booking
        WHERE venue_id = venue AND mailbox_hash = mailbox AND status IN ('pending_payment', 'confirmed')
        UNION ALL
        SELECT * FROM booking.booking
        WHERE venue_id = venue AND network_hash = network AND status IN ('pending_payment', 'confirmed')
          AND mailbox_hash <> mailbox
      ) AS found
      WHERE found.status = 'pending_payment'
        OR ((found.payment_id IS NULL OR found.paid_cents = 0) AND found.starts_at > now())
    ) AS b
  );
END
$$;

-- The first of the limits in `most` that a guest has reached, or null. A limit is named as guest_held names what
-- it bounds. The statement that saves holds the locks of lock_guests; VOLATILE, so that it sees what was
-- committed while it waited for them.
CREATE FUNCTION guest_over(
  venue integer, mailbox text, address text, network text, day_from timestamptz, day_to timestamptz, most jsonb
) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  held jsonb := booking.guest_held(venue, mailbox, address, network, day_from, day_to);
BEGIN
  RETURN (
    SELECT limits.key FROM jsonb_each_text(most) AS limits
    WHERE (held ->> limits.key)::integer >= limits.value::integer
    ORDER BY limits.key LIMIT 1
  );
END
$$;

-- How often limits met guests, by venue and UTC day: for the owner, and forgotten after some months.
CREATE TABLE limit_tally (
  venue_id integer NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (venue_id, day, kind)
);
CREATE INDEX limit_tally_by_age ON limit_tally (day);
