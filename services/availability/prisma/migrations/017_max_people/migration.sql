-- Copy of the largest party, for the prices of a slot; null until the facility is next saved.
ALTER TABLE facility ADD COLUMN max_people_per_booking integer;
