-- Mail to guests: what is to be sent and what was. Whom to and what it says is read from the booking when it is sent, so that whoever
-- forgets a booking forgets its mail.
CREATE TABLE mail (
  venue_id integer NOT NULL,
  -- The event that led to it, so that it is queued once; a new one for mail that is sent again on request.
  id uuid NOT NULL,
  booking_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('confirmed', 'cancelled', 'changed', 'payment_due', 'refunded')),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed', 'dropped')),
  attempts integer NOT NULL DEFAULT 0,
  -- From when on it may be tried; while somebody tries, until when nobody else does.
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  -- In our own words: what the server said repeats the address.
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id)
);
CREATE INDEX mail_due ON mail (attempts, next_at) WHERE status = 'queued';
CREATE INDEX mail_of_booking ON mail (venue_id, booking_id);

-- The service now hears its own events too, from the oldest that is kept on: what happened before there was mail is not mailed about.
INSERT INTO inbox (event_id) SELECT id FROM outbox ON CONFLICT DO NOTHING;
