-- What the note of a line says, value by value, for pages that tell it in a language of their own. NULL where the action
-- says it all, and in lines of before.
ALTER TABLE history ADD COLUMN changes jsonb;

-- How many lines the history of a booking has. VOLATILE, so that it sees what was committed while its caller waited for the
-- booking's lock: the snapshot of the caller's statement is older.
CREATE FUNCTION history_lines(integer, bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT count(*) FROM booking.history WHERE venue_id = $1 AND booking_id = $2
$$;
