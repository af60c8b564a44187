-- The SMS about the offer of an entry, like that of a mail. A new offer replaces it.
ALTER TABLE waiting
  ADD COLUMN sms_status text,
  ADD COLUMN sms_note text,
  ADD COLUMN sms_attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN sms_counted boolean NOT NULL DEFAULT false,
  ADD COLUMN sms_next_at timestamptz(3);
-- locks: a partial index without entries, because the column is new
CREATE INDEX IF NOT EXISTS waiting_sms_due ON waiting (sms_next_at) WHERE sms_next_at IS NOT NULL;
