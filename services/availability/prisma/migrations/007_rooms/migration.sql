-- Copy of the rooms that a facility uses.
ALTER TABLE facility ADD COLUMN rooms integer[] NOT NULL DEFAULT '{}';

-- Which rooms occupied slots have, for their time and the break behind it. Only the triggers below write it, so
-- that whatever changes `booked` keeps it, a service of the release before too.
CREATE TABLE room_use (
  venue_id integer NOT NULL,
  slot_id bigint NOT NULL,
  room_id integer NOT NULL,
  during tstzrange NOT NULL,
  PRIMARY KEY (venue_id, slot_id, room_id),
  CONSTRAINT room_use_no_overlap EXCLUDE USING gist (venue_id WITH =, room_id WITH =, during WITH &&)
);

-- Who takes rooms waits here for who is taking one of them: two who insert at once would wait for each other under
-- the exclusion constraint until PostgreSQL gives one of them up. By their ids, so that everybody has one order.
CREATE FUNCTION lock_rooms(rooms integer[]) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(key)
  FROM (SELECT DISTINCT hashtextextended('room ' || one, 0) AS key FROM unnest(rooms) one ORDER BY 1) ordered;
END
$$;

-- Gives occupied slots the rooms of their facilities that are free: of those wanted, within some time. What another
-- slot has stays with that one.
CREATE FUNCTION hold_rooms(venue integer, wanted integer[], within tstzrange) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO availability.room_use (venue_id, slot_id, room_id, during)
  SELECT s.venue_id, s.id, r.id, d.during
  FROM availability.facility f
  CROSS JOIN LATERAL unnest(f.rooms) AS r(id)
  JOIN availability.slot s ON (s.venue_id, s.facility_id) = (f.venue_id, f.id)
  CROSS JOIN LATERAL (SELECT tstzrange(s.starts_at, s.ends_at + f.buffer_minutes * interval '1 minute') AS during) d
  WHERE f.venue_id = venue AND f.rooms && wanted AND r.id = ANY(wanted) AND s.booked > 0
    -- No slot and its break are longer.
    AND s.starts_at > lower(within) - interval '3 days' AND (upper_inf(within) OR s.starts_at < upper(within))
    AND d.during && within
    AND NOT EXISTS (SELECT FROM availability.room_use u WHERE (u.venue_id, u.slot_id, u.room_id) = (s.venue_id, s.id, r.id))
  ORDER BY s.id, r.id
  -- One that is being freed at this moment gets none.
  FOR SHARE OF s
  ON CONFLICT DO NOTHING
$$;

-- A slot that becomes occupied takes the rooms of its facility, or the statement fails.
CREATE FUNCTION take_rooms() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  f record;
BEGIN
  -- Until this is committed the rooms of the facility stay what they are.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('rooms of facility ' || NEW.facility_id, 0));
  SELECT rooms, buffer_minutes * interval '1 minute' AS buffer INTO f
  FROM availability.facility WHERE (venue_id, id) = (NEW.venue_id, NEW.facility_id);
  IF f.rooms <> '{}' THEN
    PERFORM availability.lock_rooms(f.rooms);
    INSERT INTO availability.room_use (venue_id, slot_id, room_id, during)
    SELECT NEW.venue_id, NEW.id, room, tstzrange(NEW.starts_at, NEW.ends_at + f.buffer)
    FROM (SELECT DISTINCT unnest(f.rooms) AS room ORDER BY 1) ordered;
  END IF;
  RETURN NULL;
END
$$;

-- One that is free again gives them back: to occupied slots that lack them, as a change of rooms was forced.
CREATE FUNCTION free_rooms() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  freed record;
BEGIN
  WITH gone AS (
    DELETE FROM availability.room_use WHERE (venue_id, slot_id) = (NEW.venue_id, NEW.id) RETURNING room_id, during
  )
  SELECT array_agg(room_id) AS rooms, range_merge(range_agg(during)) AS during INTO freed FROM gone;
  IF freed.rooms IS NOT NULL AND upper(freed.during) > now() THEN
    PERFORM availability.hold_rooms(NEW.venue_id, freed.rooms, freed.during);
  END IF;
  RETURN NULL;
END
$$;

-- Slots to come go along when their facility uses other rooms.
CREATE FUNCTION change_rooms() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- Rooms first, then the facility, as who takes places does.
  PERFORM availability.lock_rooms(OLD.rooms || NEW.rooms);
  PERFORM pg_advisory_xact_lock(hashtextextended('rooms of facility ' || NEW.id, 0));
  -- Who frees a room at this moment is through, or waits and then sees these rooms: nobody lacks what nobody has.
  PERFORM FROM availability.slot s
  WHERE s.venue_id = NEW.venue_id AND s.id IN (
    SELECT u.slot_id FROM unnest(OLD.rooms || NEW.rooms) AS r(id) JOIN availability.room_use u
      ON u.venue_id = NEW.venue_id AND u.room_id = r.id AND u.during && tstzrange(now(), NULL))
  ORDER BY s.id FOR SHARE;
  DELETE FROM availability.room_use u USING availability.slot s
  WHERE (s.venue_id, s.facility_id) = (NEW.venue_id, NEW.id) AND s.starts_at > now() - interval '3 days'
    AND (u.venue_id, u.slot_id) = (s.venue_id, s.id) AND upper(u.during) > now() AND u.room_id <> ALL(NEW.rooms);
  PERFORM availability.hold_rooms(NEW.venue_id, OLD.rooms || NEW.rooms, tstzrange(now(), NULL));
  RETURN NULL;
END
$$;

-- contract: it acts for facilities with rooms alone, which the release before makes none of
CREATE TRIGGER slot_takes_rooms AFTER UPDATE OF booked ON slot FOR EACH ROW
  WHEN (OLD.booked = 0 AND NEW.booked > 0) EXECUTE FUNCTION take_rooms();
-- contract: as above
CREATE TRIGGER slot_made_takes_rooms AFTER INSERT ON slot FOR EACH ROW
  WHEN (NEW.booked > 0) EXECUTE FUNCTION take_rooms();
-- contract: as above
CREATE TRIGGER slot_frees_rooms AFTER UPDATE OF booked ON slot FOR EACH ROW
  WHEN (OLD.booked > 0 AND NEW.booked = 0) EXECUTE FUNCTION free_rooms();
-- contract: the release before writes no rooms
CREATE TRIGGER facility_changes_rooms AFTER UPDATE OF rooms ON facility FOR EACH ROW
  WHEN (OLD.rooms IS DISTINCT FROM NEW.rooms) EXECUTE FUNCTION change_rooms();
