-- The access of an operator to a venue for some time, with the reason that its owners read. `person_id` is
-- NULL for the shared token, which needs no visit.
CREATE TABLE venue_visit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  venue_id integer NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  person_id uuid REFERENCES person (id) ON DELETE SET NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX venue_visit_venue ON venue_visit (venue_id, created_at DESC);
CREATE INDEX venue_visit_person ON venue_visit (person_id, ends_at);
CREATE INDEX venue_visit_created ON venue_visit (created_at);
