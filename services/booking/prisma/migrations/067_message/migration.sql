-- Messages of venues to their guests. `chosen`: whose guests, in the API's format. Their mails read the text from here.
CREATE TABLE message (
  venue_id integer NOT NULL REFERENCES venue (id),
  id uuid NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  chosen jsonb NOT NULL,
  recipients integer NOT NULL,
  bookings integer NOT NULL,
  without_address integer NOT NULL,
  actor text NOT NULL,
  -- Idempotency key; a request that is sent twice sends one message.
  request_key text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, request_key)
);
CREATE INDEX message_by_age ON message (created_at);
ALTER TABLE mail ADD COLUMN message_id uuid;
