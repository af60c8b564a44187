-- A booking that moves to a time of its facility that overlaps its own slot, until booking has saved or given up the
-- change. Meanwhile its old slot covers both times, and the allocation of the new one has no places. See
-- docs/decisions/0116.
CREATE TABLE own_move (
  -- The uid of the new reservation, and of the one whose time it takes.
  booking_uid uuid PRIMARY KEY,
  instead_of uuid NOT NULL UNIQUE,
  venue_id integer NOT NULL,
  -- What the new slot gets: places of its capacity, its length and the break after it in minutes.
  places integer NOT NULL CHECK (places > 0),
  capacity integer NOT NULL CHECK (capacity >= places),
  private boolean NOT NULL,
  minutes integer NOT NULL CHECK (minutes > 0),
  break_minutes integer NOT NULL,
  -- The length of the old slot and its break.
  old_minutes integer NOT NULL CHECK (old_minutes > 0),
  old_break_minutes integer NOT NULL
);

-- The start that the id of a slot contains.
CREATE FUNCTION slot_start(slot bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT timestamptz '2020-01-01 00:00Z' + (slot % 67108864) * interval '1 minute'
$$;

-- Makes the old slot of a booking cover its new time too, if the booking is alone in it. Call it in the transaction
-- that inserts the own_move. Returns the length of the old slot and of its break in minutes; no row if it can't.
-- An exclusion violation means that others have a part of the new time, or a room then.
CREATE FUNCTION cover_own_time(venue integer, booking uuid, target bigint, ends timestamptz, free timestamptz)
RETURNS TABLE (old_minutes integer, old_break_minutes integer) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  own record;
  span tstzrange;
BEGIN
  SELECT s.id, f.rooms INTO own
  FROM availability.allocation a
  JOIN availability.slot s ON (s.venue_id, s.id) = (a.venue_id, a.slot_id)
  JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
  WHERE a.venue_id = venue AND a.booking_uid = booking AND a.released_at IS NULL;
  IF own.id IS NULL THEN
    RETURN;
  END IF;
  -- Rooms, the allocation, then slots: the order of whoever takes and releases places.
  PERFORM availability.lock_rooms(own.rooms);
  PERFORM FROM availability.allocation a
  WHERE a.venue_id = venue AND a.booking_uid = booking AND a.released_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM FROM availability.slot s WHERE s.venue_id = venue AND s.id IN (own.id, target) ORDER BY s.id FOR UPDATE;
  IF (SELECT array_agg(a.booking_uid) FROM availability.allocation a
      WHERE a.venue_id = venue AND a.slot_id = own.id AND a.released_at IS NULL) IS DISTINCT FROM ARRAY[booking]
    OR EXISTS (SELECT FROM availability.slot s WHERE s.venue_id = venue AND s.id = own.id AND (s.booked = 0 OR s.moving))
    OR EXISTS (SELECT FROM availability.slot s WHERE s.venue_id = venue AND s.id = target AND s.id <> own.id AND s.booked > 0)
  THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT (date_part('epoch', s.ends_at - s.starts_at) / 60)::integer,
    (date_part('epoch', s.free_at - s.ends_at) / 60)::integer
  FROM availability.slot s WHERE s.venue_id = venue AND s.id = own.id;
  UPDATE availability.slot s SET ends_at = ends WHERE s.venue_id = venue AND s.id = target AND s.id <> own.id;
  UPDATE availability.slot s SET starts_at = least(s.starts_at, availability.slot_start(target)),
    ends_at = greatest(s.ends_at, ends), free_at = greatest(s.free_at, free), moving = true
  WHERE s.venue_id = venue AND s.id = own.id
  RETURNING tstzrange(s.starts_at, s.free_at) INTO span;
  UPDATE availability.room_use u SET during = span WHERE u.venue_id = venue AND u.slot_id = own.id;
END
$$;

-- Ends an own_move once one of its reservations is released: the new one gets its places, or the old one its time.
-- By trigger, so that a release by the previous release does it too.
CREATE FUNCTION end_own_move() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  m availability.own_move;
  target bigint;
  starts timestamptz;
BEGIN
  DELETE FROM availability.own_move o WHERE o.booking_uid = NEW.booking_uid OR o.instead_of = NEW.booking_uid
  RETURNING o.* INTO m;
  IF m.booking_uid IS NULL THEN
    RETURN NULL;
  END IF;
  IF m.booking_uid = NEW.booking_uid THEN
    SELECT a.slot_id INTO target FROM availability.allocation a WHERE a.booking_uid = m.instead_of;
    starts := availability.slot_start(target);
    UPDATE availability.slot s SET starts_at = starts, ends_at = starts + m.old_minutes * interval '1 minute',
      free_at = starts + (m.old_minutes + m.old_break_minutes) * interval '1 minute', moving = NULL
    WHERE s.venue_id = m.venue_id AND s.id = target;
    UPDATE availability.room_use u
    SET during = tstzrange(starts, starts + (m.old_minutes + m.old_break_minutes) * interval '1 minute')
    WHERE u.venue_id = m.venue_id AND u.slot_id = target;
    RETURN NULL;
  END IF;
  -- The release has freed the old slot. It gives up its rooms now, so that the new one can take them.
  DELETE FROM availability.room_use u WHERE u.venue_id = m.venue_id AND u.slot_id = NEW.slot_id;
  starts := availability.slot_start(NEW.slot_id);
  UPDATE availability.slot s SET starts_at = starts, ends_at = starts + m.old_minutes * interval '1 minute'
  WHERE s.venue_id = m.venue_id AND s.id = NEW.slot_id;
  UPDATE availability.allocation a SET places = m.places
  WHERE a.venue_id = m.venue_id AND a.booking_uid = m.booking_uid AND a.released_at IS NULL
  RETURNING a.slot_id INTO target;
  starts := availability.slot_start(target);
  UPDATE availability.slot s SET booked = m.places, sold_capacity = m.capacity, private = m.private, moving = NULL,
    ends_at = starts + m.minutes * interval '1 minute',
    free_at = starts + (m.minutes + m.break_minutes) * interval '1 minute'
  WHERE s.venue_id = m.venue_id AND s.id = target;
  RETURN NULL;
END
$$;

-- contract: only this release inserts rows of own_move
CREATE TRIGGER allocation_ends_own_move AFTER UPDATE OF released_at ON allocation FOR EACH ROW
  WHEN (OLD.released_at IS NULL AND NEW.released_at IS NOT NULL) EXECUTE FUNCTION end_own_move();

-- contract: as before for allocations with places; only this release inserts others
CREATE OR REPLACE FUNCTION reject_in_private() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT slot_id FROM reserved WHERE slot_id IS NOT NULL AND places > 0) r
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
