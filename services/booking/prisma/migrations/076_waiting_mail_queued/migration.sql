-- When the mail that is due was queued: a guest may have waited for weeks by then. NULL: queued by the previous release.
ALTER TABLE waiting ADD COLUMN mail_queued_at timestamptz(3);
