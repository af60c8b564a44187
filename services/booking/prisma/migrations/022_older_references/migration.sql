-- The release before gave each booking from before there were references its own. This finds none, unless that was stopped in the
-- midst of it; the index says of each venue whether there are any.
-- locks: the rows that it finds, which are none
UPDATE booking SET reference = booking.new_reference()
WHERE reference IS NULL AND id IN (
  SELECT old.id FROM venue v CROSS JOIN LATERAL (SELECT id FROM booking WHERE venue_id = v.id AND reference IS NULL) old
);
