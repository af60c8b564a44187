-- The SMS that goes with a mail. `sms_status`: queued, sent, failed or dropped; NULL: none. `sms_note`: why it was not sent, as a code.
-- `sms_counted`: whether it counts towards the limits of its venue and number. The number is only in the booking.
ALTER TABLE mail
  ADD COLUMN sms_status text,
  ADD COLUMN sms_note text,
  ADD COLUMN sms_attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN sms_counted boolean NOT NULL DEFAULT false,
  ADD COLUMN sms_next_at timestamptz(3);
-- locks: a partial index without entries, because the column is new
CREATE INDEX IF NOT EXISTS mail_sms_due ON mail (sms_next_at) WHERE sms_next_at IS NOT NULL;
