-- Mails to each recipient within a day, over all venues. The mailbox is a keyed hash, and gone a day after the first of them.
CREATE TABLE mail_recipient (
  mailbox_hash text PRIMARY KEY,
  since timestamptz(3) NOT NULL DEFAULT now(),
  mails integer NOT NULL DEFAULT 1
);
CREATE INDEX mail_recipient_by_age ON mail_recipient (since);

ALTER TABLE mail
  -- Whether it counts there already: it is tried again and again, and counts once.
  ADD COLUMN counted boolean NOT NULL DEFAULT false,
  -- The venue had it sent again.
  ADD COLUMN resent boolean NOT NULL DEFAULT false;
