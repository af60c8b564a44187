-- When the operator deleted the venue. NULL: it is not deleted.
ALTER TABLE venue ADD COLUMN deleted_at timestamptz(3);
-- locks: the column is new, so the index is empty
CREATE INDEX IF NOT EXISTS venue_deleted ON venue (deleted_at) WHERE deleted_at IS NOT NULL;
