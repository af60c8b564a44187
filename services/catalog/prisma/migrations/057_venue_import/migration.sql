-- Venues that were imported from another installation. The id is the SHA-256 of the archive's manifest, so that a
-- repeated import finds its venue. `ids` maps the archive's ids of rooms and facilities to the ones here; `later` is
-- what the end of the import applies. The previous release neither reads nor writes it.
CREATE TABLE venue_import (
  id text PRIMARY KEY,
  venue_id integer NOT NULL UNIQUE REFERENCES venue (id) ON DELETE CASCADE,
  manifest jsonb NOT NULL,
  ids jsonb NOT NULL,
  later jsonb NOT NULL,
  next_part integer NOT NULL DEFAULT 0,
  written jsonb NOT NULL DEFAULT '{}',
  left_out jsonb NOT NULL DEFAULT '[]',
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3)
);
