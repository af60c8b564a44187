-- What a booking holds of add-ons of which there are so many, `[{key, day, slot, count, stock}]`: of a booking day, or of a
-- slot of it (0: of the day), and how many there then may be taken in all; NULL: nothing.
ALTER TABLE allocation ADD COLUMN add_ons jsonb;
-- What of it is held once the booking has not, or has changed.
ALTER TABLE resize ADD COLUMN add_ons_before jsonb;
ALTER TABLE resize ADD COLUMN add_ons_after jsonb;
-- What the booking then takes along, by key, as booking says it; NULL: that stays.
ALTER TABLE resize ADD COLUMN wish jsonb;

-- How many of an add-on are taken of a day or a slot: the sum of what live allocations hold. Only the trigger below
-- writes it, so that whatever gives back places gives this back, a service of the release before too.
CREATE TABLE add_on_use (
  venue_id integer NOT NULL,
  facility_id integer NOT NULL,
  day date NOT NULL,
  -- 0: of the day.
  slot_id bigint NOT NULL,
  key text NOT NULL,
  taken integer NOT NULL CHECK (taken >= 0),
  -- Of how many they were last taken.
  stock integer NOT NULL,
  PRIMARY KEY (venue_id, facility_id, day, slot_id, key),
  CONSTRAINT add_on_in_stock CHECK (taken <= stock)
);

-- Takes what an allocation has come to hold, each with the condition of the CHECK, and gives back what it has no more.
CREATE FUNCTION count_add_ons() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT s.facility_id, h.day, h.slot, h.key, sum(h.count)::integer AS more, max(h.stock) AS stock
    FROM (
      SELECT day, slot, key, count, stock
      FROM jsonb_to_recordset(CASE WHEN NEW.released_at IS NULL THEN NEW.add_ons END) AS h(key text, day date, slot bigint, count integer, stock integer)
      UNION ALL
      SELECT day, slot, key, -count, NULL
      FROM jsonb_to_recordset(CASE WHEN OLD.released_at IS NULL THEN OLD.add_ons END) AS h(key text, day date, slot bigint, count integer, stock integer)
    ) h
    JOIN availability.slot s ON (s.venue_id, s.id) = (NEW.venue_id, NEW.slot_id)
    GROUP BY 1, 2, 3, 4 HAVING sum(h.count) <> 0
    -- One order for all.
    ORDER BY 1, 2, 3, 4
  LOOP
    IF one.more > 0 THEN
      INSERT INTO availability.add_on_use AS u (venue_id, facility_id, day, slot_id, key, taken, stock)
      VALUES (NEW.venue_id, one.facility_id, one.day, one.slot, one.key, one.more, one.stock)
      ON CONFLICT (venue_id, facility_id, day, slot_id, key) DO UPDATE SET taken = u.taken + one.more, stock = one.stock;
    ELSE
      -- Whatever the stock has become.
      UPDATE availability.add_on_use u SET taken = u.taken + one.more
      WHERE (u.venue_id, u.facility_id, u.day, u.slot_id, u.key) = (NEW.venue_id, one.facility_id, one.day, one.slot, one.key);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- contract: it acts for what holds add-ons alone, which the release before takes none of
CREATE TRIGGER allocation_counts_add_ons AFTER UPDATE OF add_ons, released_at ON allocation FOR EACH ROW
  WHEN (OLD.add_ons IS NOT NULL OR NEW.add_ons IS NOT NULL) EXECUTE FUNCTION count_add_ons();
