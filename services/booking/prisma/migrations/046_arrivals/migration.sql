-- How many people of a checked-in booking have come; null: all of them. `rest_absent`: nobody expects the others.
-- The previous release checks in whole parties, so its rows need neither.
ALTER TABLE booking ADD COLUMN arrived integer;
ALTER TABLE booking ADD COLUMN rest_absent boolean NOT NULL DEFAULT false;
-- contract: the previous release leaves it null
ALTER TABLE booking ADD CONSTRAINT arrivals CHECK (arrived IS NULL OR arrived > 0) NOT VALID;
