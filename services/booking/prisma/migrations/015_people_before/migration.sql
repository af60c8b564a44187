-- How many people it was for before the change that a mail tells of; NULL when that is still so.
ALTER TABLE mail ADD COLUMN people_before integer;
