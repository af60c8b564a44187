-- Names of a facility in other languages than the venue's own, by language; null: none.
ALTER TABLE facility ADD COLUMN names jsonb;
