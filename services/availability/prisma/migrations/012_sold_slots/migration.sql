-- What the guests of a slot were sold, whatever the facility's settings become. Both are null while it is free.
-- Whether one party has it to itself.
ALTER TABLE slot ADD COLUMN private boolean;
-- The end of the break after it.
ALTER TABLE slot ADD COLUMN free_at timestamptz(3);
-- locks: all rows lack free_at, so the index is empty
-- contract: it rejects only places in the break of a booking, as slot_no_overlap does in a booking
ALTER TABLE slot ADD CONSTRAINT slot_break_no_overlap
  EXCLUDE USING gist (facility_id WITH =, tstzrange(starts_at, free_at) WITH &&) WHERE (booked > 0 AND free_at IS NOT NULL);

-- Fills them in for the previous release. This release sets them by the rules that it sold by.
CREATE FUNCTION keep_sold_rules() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NEW.booked = 0 THEN
    NEW.private := NULL;
    NEW.free_at := NULL;
  ELSIF NEW.free_at IS NULL THEN
    SELECT f.mode = 'FULL', NEW.ends_at + f.buffer_minutes * interval '1 minute' INTO NEW.private, NEW.free_at
    FROM availability.facility f WHERE (f.venue_id, f.id) = (NEW.venue_id, NEW.facility_id);
  END IF;
  RETURN NEW;
END
$$;

-- contract: the previous release ignores the columns that it writes
CREATE TRIGGER slot_keeps_sold_rules BEFORE UPDATE OF booked ON slot FOR EACH ROW
  WHEN ((OLD.booked = 0) <> (NEW.booked = 0)) EXECUTE FUNCTION keep_sold_rules();
-- contract: as above
CREATE TRIGGER slot_made_keeps_sold_rules BEFORE INSERT ON slot FOR EACH ROW
  WHEN (NEW.booked > 0) EXECUTE FUNCTION keep_sold_rules();

-- Keeps other parties out of a slot that one party has to itself, although the facility is shared by now.
CREATE FUNCTION reject_in_private() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT slot_id FROM reserved WHERE slot_id IS NOT NULL) r
    CROSS JOIN LATERAL (SELECT venue_id, id FROM availability.slot WHERE id = r.slot_id AND private OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT FROM availability.allocation a WHERE (a.venue_id, a.slot_id) = (s.venue_id, s.id) AND a.released_at IS NULL
      OFFSET 1) another
  ) THEN
    RAISE exclusion_violation USING MESSAGE = 'one party has the slot to itself', CONSTRAINT = 'slot_is_private';
  END IF;
  RETURN NULL;
END
$$;

-- contract: it rejects only a party in a slot that was sold to another one
CREATE TRIGGER allocation_not_in_private AFTER INSERT ON allocation REFERENCING NEW TABLE AS reserved
  FOR EACH STATEMENT EXECUTE FUNCTION reject_in_private();

-- The rooms of a slot are taken for the break that was sold with it.
-- contract: the same for the previous release, whose slots have the break of their facility
CREATE OR REPLACE FUNCTION hold_rooms(venue integer, wanted integer[], within tstzrange) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO availability.room_use (venue_id, slot_id, room_id, during)
  SELECT s.venue_id, s.id, r.id, d.during
  FROM availability.facility f
  CROSS JOIN LATERAL unnest(f.rooms) AS r(id)
  JOIN availability.slot s ON (s.venue_id, s.facility_id) = (f.venue_id, f.id)
  CROSS JOIN LATERAL (
    SELECT tstzrange(s.starts_at, coalesce(s.free_at, s.ends_at + f.buffer_minutes * interval '1 minute')) AS during) d
  WHERE f.venue_id = venue AND f.rooms && wanted AND r.id = ANY(wanted) AND s.booked > 0
    -- No slot and its break are longer.
    AND s.starts_at > lower(within) - interval '3 days' AND (upper_inf(within) OR s.starts_at < upper(within))
    AND d.during && within
    AND NOT EXISTS (SELECT FROM availability.room_use u WHERE (u.venue_id, u.slot_id, u.room_id) = (s.venue_id, s.id, r.id))
  ORDER BY s.id, r.id
  -- Skip one that is being released at this moment.
  FOR SHARE OF s
  ON CONFLICT DO NOTHING
$$;
-- contract: as above
CREATE OR REPLACE FUNCTION take_rooms() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  wanted integer[];
BEGIN
  -- Until this transaction ends, the rooms of the facility stay the same.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('rooms of facility ' || NEW.facility_id, 0));
  SELECT rooms INTO wanted FROM availability.facility WHERE (venue_id, id) = (NEW.venue_id, NEW.facility_id);
  IF wanted <> '{}' THEN
    PERFORM availability.lock_rooms(wanted);
    INSERT INTO availability.room_use (venue_id, slot_id, room_id, during)
    SELECT NEW.venue_id, NEW.id, room, tstzrange(NEW.starts_at, NEW.free_at)
    FROM (SELECT DISTINCT unnest(wanted) AS room ORDER BY 1) ordered;
  END IF;
  RETURN NULL;
END
$$;
