-- The revision of the last change of the time zone that the slots have followed; NULL: none.
ALTER TABLE venue ADD COLUMN zone_revision bigint;

-- A slot's id contains its start, so allocations follow a slot that keeps its clock time in another zone.
-- contract: the same rows are valid as before
ALTER TABLE allocation DROP CONSTRAINT allocation_venue_id_slot_id_fkey,
  ADD CONSTRAINT allocation_venue_id_slot_id_fkey FOREIGN KEY (venue_id, slot_id) REFERENCES slot (venue_id, id)
  ON UPDATE CASCADE NOT VALID;

-- Fails as a conflict, so that the statement is retried with a new snapshot: one that waited for a change of the time
-- zone does not see the new id of its slot.
CREATE FUNCTION require_slot(is_found boolean) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT is_found THEN
    RAISE serialization_failure USING MESSAGE = 'the slot has moved meanwhile';
  END IF;
  RETURN true;
END
$$;
