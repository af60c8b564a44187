-- Special days of the venue as a whole, which facilities made later have too. A row without hours, here or in
-- opening_exception, restores the weekly ones.
CREATE TABLE venue_exception (
  venue_id integer NOT NULL REFERENCES venue (id),
  date date NOT NULL,
  closed boolean NOT NULL,
  opens_at text,
  closes_at text,
  windows jsonb,
  note text,
  PRIMARY KEY (venue_id, date),
  CHECK ((opens_at IS NULL) = (closes_at IS NULL) AND NOT (closed AND opens_at IS NOT NULL))
);

-- Days of every year with hours of their own, in the API's format.
ALTER TABLE venue ADD COLUMN holidays jsonb NOT NULL DEFAULT '[]';
