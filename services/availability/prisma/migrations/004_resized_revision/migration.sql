-- The revision of its booking up to which changes of the number of people are decided: one that comes late is refused.
ALTER TABLE allocation ADD COLUMN resized_revision integer;
