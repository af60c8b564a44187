-- One booking of a list that the desk moves or cancels together, such as all of a day with a storm. A worker does each one in one
-- transaction with this row. See docs/decisions/0114-moving-many.
CREATE TABLE move_item (
  venue_id integer NOT NULL,
  list_id uuid NOT NULL,
  booking_id bigint NOT NULL,
  -- `{kind: move, slotId}` or `{kind: cancel, refund?}`.
  action jsonb NOT NULL,
  -- Of the booking when the list was made: a later change by the guest wins.
  revision integer NOT NULL,
  actor text NOT NULL,
  -- Whether the desk made the list, which has no rights over money.
  by_desk boolean NOT NULL,
  status text NOT NULL DEFAULT 'due' CHECK (status IN ('due', 'done', 'refused')),
  -- Why it was refused: `{code, params}`.
  failure jsonb,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (list_id, booking_id),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id)
);
-- A booking is in one unfinished list at a time.
CREATE UNIQUE INDEX move_item_due_booking ON move_item (booking_id) WHERE status = 'due';
CREATE INDEX move_item_due ON move_item (next_at) WHERE status = 'due';
