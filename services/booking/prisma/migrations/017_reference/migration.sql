-- What guests and their venue call a booking by: `K7QF-3MXT`. Random, so that no number tells of others. It begins with a letter, so
-- that it is never taken for an id; it has no vowels, so that it spells no word, and of characters that look alike only one.
-- proto/src/bookingReference.ts reads it. gen_random_uuid() is cryptographic, and all 48 bits of its last 12 digits are random.
CREATE FUNCTION new_reference() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  random bigint := ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint;
  made text := substr('CDFGHJKMNPQRTVWX', 1 + (random % 16)::integer, 1);
BEGIN
  random := random / 16;
  FOR place IN 2..8 LOOP
    made := made || CASE place WHEN 5 THEN '-' ELSE '' END
      || substr('23456789CDFGHJKMNPQRTVWX', 1 + (random % 24)::integer, 1);
    random := random / 24;
  END LOOP;
  RETURN made;
END
$$;

-- Without its default, which would write all rows anew while the table is locked: bookings that are there get theirs from the service,
-- a batch at a time (core/fillReferences.ts). IF NOT EXISTS: large installations make the index beforehand, and the column for it.
ALTER TABLE booking ADD COLUMN IF NOT EXISTS reference text;
-- contract: code of the release before, which does not know the column, gets it filled
-- locks: for a moment, as it is of new rows only
ALTER TABLE booking ALTER COLUMN reference SET DEFAULT booking.new_reference();
