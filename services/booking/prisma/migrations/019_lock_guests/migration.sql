-- Has everybody else of these networks and mailboxes wait until the bookings of a statement are saved, in one order for all: networks
-- first, as guest_has_room takes them, so that two statements never wait for each other.
CREATE FUNCTION lock_guests(networks text[], mailboxes text[]) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key)
  FROM (SELECT DISTINCT hashtextextended('booking of network ' || one, 0) AS key FROM unnest(networks) one ORDER BY 1) ordered;
  PERFORM pg_advisory_xact_lock(key)
  FROM (SELECT DISTINCT hashtextextended('booking of mailbox ' || one, 0) AS key FROM unnest(mailboxes) one ORDER BY 1) ordered;
END
$$;
