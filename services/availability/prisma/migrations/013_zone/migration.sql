-- The revision of the last change of the time zone that the slots have followed; NULL: none.
ALTER TABLE venue ADD COLUMN zone_revision bigint;

-- A slot's id contains its start, so allocations follow a slot that keeps its clock time in another zone.
-- contract: the same rows are valid as before
ALTER TABLE allocation DROP CONSTRAINT allocation_venue_id_slot_id_fkey,
  ADD CONSTRAINT allocation_venue_id_slot_id_fkey FOREIGN KEY (venue_id, slot_id) REFERENCES slot (venue_id, id)
  ON UPDATE CASCADE NOT VALID;
