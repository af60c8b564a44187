-- What the entries of a calendar feed contain, by choice of the owner.
ALTER TABLE calendar_feed
  ADD COLUMN phone boolean NOT NULL DEFAULT false,
  ADD COLUMN email boolean NOT NULL DEFAULT false,
  ADD COLUMN link boolean NOT NULL DEFAULT false;
