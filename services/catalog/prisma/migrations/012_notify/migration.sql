-- What the venue's own contact is told of by mail, and whether in one mail a day.
ALTER TABLE venue
  ADD COLUMN notify_new boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_changed boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_cancelled boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_daily boolean NOT NULL DEFAULT false;
