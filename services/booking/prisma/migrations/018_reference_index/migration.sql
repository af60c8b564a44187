-- A migration of its own: bookings are read while it is made. Those without a reference yet are found by it as well.
-- contract: what code of the release before saves gets a random one; that one is taken happens once in 700,000 bookings of a venue
-- that has 100,000
-- locks: reads the bookings once; those of large installations make it beforehand, see CHANGELOG.md
CREATE UNIQUE INDEX IF NOT EXISTS booking_reference ON booking (venue_id, reference);
