-- What only this booking has: its links and its appointment in calendars carry it, as numbers are given again after a restore.
ALTER TABLE booking ADD COLUMN nonce bytea;

-- From when on links are short. Replicas of the version before can't read those: where there has been one, they come a week later, so that
-- it may be gone back to.
CREATE TABLE link_form (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  short_from timestamptz(3) NOT NULL
);
INSERT INTO link_form (short_from)
SELECT CASE WHEN EXISTS (SELECT FROM venue) THEN now() + interval '7 days' ELSE now() END;
