-- An expression, so that bookings of before and those that the previous release writes are found, and nothing can be outdated.
-- A short pending list (512 kB): a search reads all of it, and the booking that fills it waits until it is merged.
-- locks: reads the bookings once; large installations create it beforehand, see CHANGELOG.md
CREATE INDEX IF NOT EXISTS booking_by_letters ON booking
  USING gin (booking.search_letters(venue_id, customer_name, customer_email, extra)) WITH (gin_pending_list_limit = 512);
-- contract: no statistics, which no plan needs: ANALYZE would compute the letters of 30,000 bookings each time
ALTER INDEX booking_by_letters ALTER COLUMN 1 SET STATISTICS 0;
