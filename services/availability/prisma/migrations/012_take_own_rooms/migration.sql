-- A booking that moves holds its old and its new slot until booking has saved the change. Set on both while the new
-- one has rooms of the old one: nobody else may join them, because one of them loses its rooms in the end.
ALTER TABLE slot ADD COLUMN moving boolean;

-- contract: as before, and it resets the new column, which the previous release ignores
CREATE OR REPLACE FUNCTION keep_sold_rules() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NEW.booked = 0 THEN
    NEW.private := NULL;
    NEW.free_at := NULL;
    NEW.moving := NULL;
  ELSIF NEW.free_at IS NULL THEN
    SELECT f.mode = 'FULL', NEW.ends_at + f.buffer_minutes * interval '1 minute' INTO NEW.private, NEW.free_at
    FROM availability.facility f WHERE (f.venue_id, f.id) = (NEW.venue_id, NEW.facility_id);
  END IF;
  RETURN NEW;
END
$$;

-- contract: as before, and it keeps parties out of slots that only this release marks as moving
CREATE OR REPLACE FUNCTION reject_in_private() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT slot_id FROM reserved WHERE slot_id IS NOT NULL) r
    CROSS JOIN LATERAL (
      SELECT venue_id, id FROM availability.slot WHERE id = r.slot_id AND (private OR moving) OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT FROM availability.allocation a WHERE (a.venue_id, a.slot_id) = (s.venue_id, s.id) AND a.released_at IS NULL
      OFFSET 1) another
  ) THEN
    RAISE exclusion_violation USING MESSAGE = 'one party has the slot to itself', CONSTRAINT = 'slot_is_private';
  END IF;
  RETURN NULL;
END
$$;

-- Takes the rooms that a free slot needs from the slot of a booking that moves there, if the booking is alone in it.
-- Returns these rooms with their times. Call it in the transaction that takes the new places, before them.
CREATE FUNCTION give_up_rooms(venue integer, booking uuid, target bigint, span tstzrange)
RETURNS TABLE (room integer, during tstzrange) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  own record;
  wanted integer[];
BEGIN
  SELECT a.slot_id, f.rooms INTO own
  FROM availability.allocation a
  JOIN availability.slot s ON (s.venue_id, s.id) = (a.venue_id, a.slot_id)
  JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
  WHERE a.venue_id = venue AND a.booking_uid = booking AND a.released_at IS NULL;
  SELECT f.rooms INTO wanted
  FROM availability.slot s JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
  WHERE s.venue_id = venue AND s.id = target;
  IF own.slot_id IS NULL OR wanted IS NULL THEN
    RETURN;
  END IF;
  -- Rooms first, then slots, as whoever takes or changes them does.
  PERFORM availability.lock_rooms(own.rooms || wanted);
  PERFORM FROM availability.slot s WHERE s.venue_id = venue AND s.id IN (own.slot_id, target) ORDER BY s.id FOR UPDATE;
  IF (SELECT array_agg(a.booking_uid) FROM availability.allocation a
      WHERE a.venue_id = venue AND a.slot_id = own.slot_id AND a.released_at IS NULL) <> ARRAY[booking] THEN
    RETURN;
  END IF;
  UPDATE availability.slot s SET moving = true WHERE s.venue_id = venue AND s.id = own.slot_id;
  RETURN QUERY
    DELETE FROM availability.room_use u
    WHERE u.venue_id = venue AND u.slot_id = own.slot_id AND u.room_id = ANY(wanted) AND u.during && span
    RETURNING u.room_id, u.during;
END
$$;

-- Makes the new slot keep these rooms for the times of both slots. The last statement of that transaction.
CREATE FUNCTION keep_rooms(venue integer, target bigint, kept integer[], times tstzrange[]) RETURNS void
LANGUAGE sql VOLATILE AS $$
  UPDATE availability.slot SET moving = true WHERE venue_id = venue AND id = target;
  UPDATE availability.room_use u SET during = range_merge(u.during, k.during)
  FROM unnest(kept, times) AS k(room_id, during)
  WHERE u.venue_id = venue AND u.slot_id = target AND u.room_id = k.room_id;
$$;

-- A slot that is free again gives its rooms to occupied slots that lack them: because a change of rooms was forced, or
-- because a booking did not move after all. After a move, the new slot keeps the rooms for its own time only.
-- contract: the same for slots that are not moving, and only this release moves them
CREATE OR REPLACE FUNCTION free_rooms() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  freed record;
  own integer[];
  span tstzrange := tstzrange(NEW.starts_at, OLD.free_at);
BEGIN
  WITH gone AS (
    DELETE FROM availability.room_use WHERE (venue_id, slot_id) = (NEW.venue_id, NEW.id) RETURNING room_id, during
  )
  SELECT array_agg(room_id) AS rooms, range_merge(range_agg(during)) AS during INTO freed FROM gone;
  IF freed.rooms IS NOT NULL AND upper(freed.during) > now() THEN
    PERFORM availability.hold_rooms(NEW.venue_id, freed.rooms, freed.during);
  END IF;
  IF OLD.moving THEN
    SELECT f.rooms INTO own FROM availability.facility f WHERE (f.venue_id, f.id) = (NEW.venue_id, NEW.facility_id);
    UPDATE availability.room_use u SET during = tstzrange(s.starts_at, s.free_at)
    FROM availability.slot s
    WHERE u.venue_id = NEW.venue_id AND u.room_id = ANY(own) AND u.during && span
      AND (s.venue_id, s.id) = (u.venue_id, u.slot_id) AND s.moving AND u.during <> tstzrange(s.starts_at, s.free_at);
    PERFORM availability.hold_rooms(NEW.venue_id, own, span);
    UPDATE availability.slot s SET moving = NULL
    FROM availability.room_use u
    WHERE u.venue_id = NEW.venue_id AND u.room_id = ANY(own) AND u.during && span
      AND (s.venue_id, s.id) = (u.venue_id, u.slot_id) AND s.moving;
  END IF;
  RETURN NULL;
END
$$;
