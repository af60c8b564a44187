-- Times that an owner blocked: of a facility, of all facilities that use a room or, without either, of the venue.
-- They replace `slot.blocked`, which depends on the slots that the opening hours produced at that moment.
CREATE TABLE block (
  id integer GENERATED ALWAYS AS IDENTITY,
  venue_id integer NOT NULL,
  facility_id integer,
  room_id integer,
  during tstzrange NOT NULL CHECK (NOT isempty(during) AND lower(during) IS NOT NULL AND upper(during) IS NOT NULL),
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id),
  CHECK (facility_id IS NULL OR room_id IS NULL)
);
CREATE INDEX block_by_time ON block USING gist (venue_id, during);

-- Adds a block unless one with that reason covers the time. Returns the id of the block. Bookings of the venue that
-- are taking places finish first, and later ones see the block: see reject_in_block.
CREATE FUNCTION add_block(venue integer, facility integer, room integer, span tstzrange, why text) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  block_id integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('blocks of venue ' || venue, 0));
  SELECT b.id INTO block_id FROM availability.block b
  WHERE b.venue_id = venue AND b.during @> span AND why IN ('', b.reason)
    AND b.facility_id IS NOT DISTINCT FROM facility AND b.room_id IS NOT DISTINCT FROM room
  LIMIT 1;
  IF block_id IS NULL THEN
    INSERT INTO availability.block (venue_id, facility_id, room_id, during, reason)
    VALUES (venue, facility, room, span, why) RETURNING id INTO block_id;
  END IF;
  RETURN block_id;
END
$$;

-- Removes a time from the blocks of a facility, a room or the venue. What remains of a block keeps its reason.
CREATE FUNCTION cut_blocks(venue integer, facility integer, room integer, span tstzrange) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('blocks of venue ' || venue, 0));
  WITH gone AS (
    DELETE FROM availability.block b
    WHERE b.venue_id = venue AND b.during && span
      AND b.facility_id IS NOT DISTINCT FROM facility AND b.room_id IS NOT DISTINCT FROM room
    RETURNING b.*
  )
  INSERT INTO availability.block (venue_id, facility_id, room_id, during, reason)
  SELECT gone.venue_id, gone.facility_id, gone.room_id, part.during, gone.reason
  FROM gone CROSS JOIN LATERAL unnest(tstzmultirange(gone.during) - tstzmultirange(span)) AS part(during);
END
$$;

-- Rejects a reservation in a blocked time, by any release. The lock makes it exact: whoever blocks waits for the
-- reservations that passed, and this query sees the blocks that were committed before.
CREATE FUNCTION reject_in_block() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(key)
  FROM (
    SELECT DISTINCT hashtextextended('blocks of venue ' || venue_id, 0) AS key FROM reserved WHERE slot_id IS NOT NULL
    ORDER BY 1
  ) ordered;
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT slot_id FROM reserved WHERE slot_id IS NOT NULL) r
    CROSS JOIN LATERAL (SELECT * FROM availability.slot WHERE id = r.slot_id OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT * FROM availability.block WHERE venue_id = s.venue_id AND during && tstzrange(s.starts_at, s.ends_at) OFFSET 0) b
    WHERE b.facility_id = s.facility_id OR (b.facility_id IS NULL AND b.room_id IS NULL)
      OR b.room_id = ANY (SELECT unnest(f.rooms) FROM availability.facility f WHERE f.id = s.facility_id)
  ) THEN
    RAISE exclusion_violation USING MESSAGE = 'the slot is blocked', CONSTRAINT = 'slot_not_blocked';
  END IF;
  RETURN NULL;
END
$$;

-- contract: it rejects only what the previous release offers although this one has blocked it
CREATE TRIGGER allocation_not_in_block AFTER INSERT ON allocation REFERENCING NEW TABLE AS reserved
  FOR EACH STATEMENT EXECUTE FUNCTION reject_in_block();

-- The previous release blocks and unblocks with `slot.blocked`. This release only mirrors blocks there, for the reads
-- of the previous one. To remove with the column, one release later.
CREATE FUNCTION follow_blocked() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  span tstzrange := tstzrange(NEW.starts_at, NEW.ends_at);
BEGIN
  IF NOT NEW.blocked THEN
    PERFORM availability.cut_blocks(NEW.venue_id, NEW.facility_id, NULL, span)
    WHERE EXISTS (
      SELECT FROM availability.block b
      WHERE b.venue_id = NEW.venue_id AND b.during && span AND b.facility_id = NEW.facility_id);
    RETURN NULL;
  END IF;
  PERFORM availability.add_block(NEW.venue_id, NEW.facility_id, NULL, span, '')
  WHERE NOT EXISTS (
    SELECT FROM availability.block b
    WHERE b.venue_id = NEW.venue_id AND b.during && span
      AND (b.facility_id = NEW.facility_id OR (b.facility_id IS NULL AND b.room_id IS NULL)
        OR b.room_id = ANY (SELECT unnest(f.rooms) FROM availability.facility f WHERE f.id = NEW.facility_id)));
  RETURN NULL;
END
$$;

-- contract: it writes only `block`, which the previous release ignores
CREATE TRIGGER slot_made_blocked AFTER INSERT ON slot FOR EACH ROW WHEN (NEW.blocked) EXECUTE FUNCTION follow_blocked();
-- contract: as above
CREATE TRIGGER slot_changes_blocked AFTER UPDATE OF blocked ON slot FOR EACH ROW
  WHEN (OLD.blocked IS DISTINCT FROM NEW.blocked) EXECUTE FUNCTION follow_blocked();

-- The triggers come first, so that no slot is blocked unseen. Adjacent slots become one block.
INSERT INTO block (venue_id, facility_id, during)
SELECT venue_id, facility_id, unnest(range_agg(tstzrange(starts_at, ends_at))) FROM slot WHERE blocked GROUP BY 1, 2;
