-- Hashes of the ticket tokens of bookings that came from another installation, whose key this one does not have. A
-- token that none of our keys signed opens the booking with its hash. The previous release does not open such tickets.
CREATE TABLE imported_ticket (
  hash text NOT NULL,
  venue_id integer NOT NULL,
  booking_id bigint NOT NULL,
  PRIMARY KEY (hash, venue_id),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id) ON DELETE CASCADE
);
CREATE INDEX imported_ticket_of_booking ON imported_ticket (booking_id, venue_id);
