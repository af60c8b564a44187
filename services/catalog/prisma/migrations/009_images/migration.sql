-- One width of an image that a venue uploaded, as WebP. Its image is there once it has all its parts.
CREATE TABLE image (
  venue_id integer NOT NULL REFERENCES venue (id),
  id uuid NOT NULL,
  name integer NOT NULL,
  parts integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id, name),
  -- Guests' browsers know the id alone.
  UNIQUE (id, name)
);
-- WebP is compressed already.
ALTER TABLE image ALTER COLUMN bytes SET STORAGE EXTERNAL;
