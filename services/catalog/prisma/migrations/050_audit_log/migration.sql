-- Changes through the admin API. `venue` is the slug, kept for changes of venues that do not exist (yet).
CREATE TABLE audit_entry (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  venue_id integer,
  venue text,
  actor text NOT NULL,
  call text NOT NULL,
  kind text NOT NULL,
  target text,
  outcome text NOT NULL CHECK (outcome IN ('done', 'rejected', 'unknown')),
  reason text,
  network text NOT NULL,
  changes jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX audit_entry_venue ON audit_entry (venue_id, at DESC, id DESC);
CREATE INDEX audit_entry_at ON audit_entry (at DESC, id DESC);
