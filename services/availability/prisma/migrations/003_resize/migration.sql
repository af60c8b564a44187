-- Bookings whose number of people is being changed: what they hold is enough for either number, until booking
-- says which it is. One at a time per booking.
CREATE TABLE resize (
  venue_id integer NOT NULL,
  booking_uid uuid NOT NULL,
  -- The booking's, as it was read by who changes it.
  revision integer NOT NULL,
  people integer NOT NULL CHECK (people > 0),
  -- What is held once the booking has not, or has so many people.
  places_before integer NOT NULL,
  places_after integer NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, booking_uid)
);
