-- What facilities of a venue may share: a hall, a garden, a crew.
CREATE TABLE room (
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  venue_id integer NOT NULL REFERENCES venue (id),
  name text NOT NULL,
  PRIMARY KEY (venue_id, id)
);

-- Ids of the rooms that a facility uses.
ALTER TABLE facility ADD COLUMN rooms integer[] NOT NULL DEFAULT '{}';
