-- A scan at the door that checked a guest in, or that found them checked in by something else. A device that has heard
-- no answer sends it again: by its own id it has its effect once.
CREATE TABLE check_in_scan (
  venue_id integer NOT NULL,
  scan_id uuid NOT NULL,
  booking_id bigint NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('checked_in', 'double')),
  device text NOT NULL,
  scanned_at timestamptz(3) NOT NULL,
  -- That of the line in the booking's history which the same transaction wrote.
  noted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, scan_id),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id)
);
CREATE INDEX check_in_scan_of_booking ON check_in_scan (venue_id, booking_id);
CREATE INDEX check_in_scan_by_age ON check_in_scan (noted_at);
