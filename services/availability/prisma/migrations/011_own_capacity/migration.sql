-- A slot's own capacity applies to its time, so reservations look up those that overlap their slot.
-- locks: few rows have a capacity; create the index beforehand if the table is large
CREATE INDEX IF NOT EXISTS slot_with_capacity ON slot (facility_id, starts_at, venue_id) WHERE capacity IS NOT NULL;
