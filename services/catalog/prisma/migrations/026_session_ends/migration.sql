-- The absolute end of a session, also of those that the release before begins, and the family of its browser.
ALTER TABLE session
  ADD COLUMN ends_at timestamptz(3) NOT NULL DEFAULT now() + interval '90 days',
  ADD COLUMN device text;
